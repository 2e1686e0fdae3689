/** What the page may not do in the desktop app, and how the app lives and ends (E2, E4, E5, E7, E10). Codes: docs/threats.md. */
import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { SECURITY_HEADERS } from "../../electron/endpoint/static-files.ts";
import { answerDialogs, launchDesktop, openedLinks } from "../support/desktop.ts";
import { startHeadless } from "../support/headless.ts";
import { createHome } from "../support/home.ts";
import { findElectron } from "../support/programs.ts";

const electron = findElectron();
const executable = "missing" in electron ? "" : electron.executable;
test.skip("missing" in electron, "missing" in electron ? electron.missing : "");

/** What the stand-in for Electron puts into a page for itself. */
const STAND_IN_NAMES = /^(?:ed|electronDouble)/i;

const newSession = { name: "New session" };

test("the window opens, gets its port, and a reload gets a fresh one", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  await expect(desktop.page.getByRole("button", newSession).first()).toBeVisible();
  await desktop.page.reload();
  await expect(desktop.page.getByRole("button", newSession).first()).toBeVisible();
});

test("E2 the page has nothing of Node or Electron, and no way to call anything", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const names = ["require", "process", "module", "Buffer", "global", "electron", "ipcRenderer"];
  expect(
    await desktop.page.evaluate((all) => all.map((name) => typeof (globalThis as Record<string, unknown>)[name]), names),
  ).toEqual(names.map(() => "undefined"));
});

test("E2 the window adds no name to the page", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  await expect(desktop.page.getByRole("button", newSession).first()).toBeVisible();
  const own = await desktop.page.evaluate(() => {
    const bare = document.body.appendChild(document.createElement("iframe"));
    const known = new Set(Object.getOwnPropertyNames(bare.contentWindow));
    bare.remove();
    return Object.getOwnPropertyNames(window).filter(
      (name) => !known.has(name) && !/^\d+$/.test(name) && !/playwright/i.test(name),
    );
  });
  expect(own.filter((name) => !STAND_IN_NAMES.test(name))).toEqual([]);
});

test("E4 what a page could do to leave, by itself or by a person's hand, leaves it where it is", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app, page } = desktop;
  await expect(page.getByRole("button", newSession).first()).toBeVisible();
  await answerDialogs(app, [{ response: 1 }]);
  const url = page.url();
  await page.evaluate(() => {
    const meta = Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: "0;url=https://example.com/" });
    document.head.append(meta);
    const form = Object.assign(document.createElement("form"), { action: "https://example.com/", method: "post" });
    document.body.append(form);
    form.submit();
    const link = Object.assign(document.createElement("a"), { href: "https://example.com/", textContent: "away", id: "away" });
    Object.assign(link.style, { position: "fixed", inset: "0", zIndex: "9999" });
    document.body.append(link);
  });
  // By the mouse: a locator would wait for navigations that were prevented to end.
  for (const button of ["left", "middle"] as const) await page.mouse.click(400, 300, { button });
  await page.evaluate(() => document.querySelector("#away")?.remove());
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.setData("text/uri-list", "https://example.com/");
    transfer.items.add(new File(["<script>"], "evil.html", { type: "text/html" }));
    for (const type of ["dragenter", "dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  });
  // A file that is dropped is read as a recording, and never opened.
  await expect(page.getByRole("dialog", { name: "Open a recording" })).toContainText("cannot be opened as a recording");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", newSession).first()).toBeVisible();
  expect(page.url()).toBe(url);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await openedLinks(app)).toEqual([]);
});

test("E4 the page cannot go elsewhere, open windows or hold other pages", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app, page } = desktop;
  await expect(page.getByRole("button", newSession).first()).toBeVisible();
  const url = page.url();
  const opened = await page.evaluate(async () => {
    const popup = window.open("https://example.com/");
    const link = Object.assign(document.createElement("a"), { href: "https://example.com/", target: "_blank" });
    document.body.append(link);
    link.click();
    document.body.append(Object.assign(document.createElement("iframe"), { src: "https://example.com/" }));
    document.body.append(document.createElement("webview"));
    location.href = "https://example.com/";
    return popup === null;
  });
  expect(opened).toBe(true);
  await expect(page.getByRole("button", newSession).first()).toBeVisible();
  expect(page.url()).toBe(url);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(page.frames().every((frame) => !frame.url().includes("example.com"))).toBe(true);
});

test("E5 every permission but writing to the clipboard is denied", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const states = await desktop.page.evaluate(async () => {
    const names = ["notifications", "geolocation", "camera", "microphone", "clipboard-read"];
    const found = [];
    for (const name of names) found.push((await navigator.permissions.query({ name: name as PermissionName })).state);
    return found;
  });
  expect(states).toEqual(states.map(() => "denied"));
});

test("E7 the window's scheme reaches nothing but the window", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const statuses = await desktop.page.evaluate(async () => {
    const paths = ["/../package.json", "/%2e%2e/main/main.js", "/..%2fmain%2fmain.js", "/etc/passwd", "/assets/", "/nowhere"];
    const found = [];
    for (const path of paths) found.push((await fetch(path)).status);
    return found;
  });
  expect(statuses).toEqual(statuses.map(() => 404));
});

test("E10 a script that gets into the page does not run", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const violated = await desktop.page.evaluate(async () => {
    const seen = new Promise<string>((resolve) =>
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective)),
    );
    const script = document.createElement("script");
    script.textContent = "globalThis.__pwned = 1";
    document.body.append(script);
    return seen;
  });
  expect(violated).toBe("script-src-elem");
  expect(await desktop.page.evaluate("globalThis.__pwned")).toBeUndefined();
});

test("E10 the window's policy is the one that browsers get", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const policy = await desktop.page.evaluate(async () => (await fetch("/index.html")).headers.get("content-security-policy"));
  expect(policy).toBe(SECURITY_HEADERS["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
});

test("a second start shows the first one's window instead", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  await expect(desktop.page.getByRole("button", newSession).first()).toBeVisible();
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  await expect(launchDesktop(home, executable)).rejects.toThrow();
  const isMinimized = (): Promise<boolean | undefined> =>
    desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
  await expect.poll(isMinimized).toBe(false);
});

test("quitting ends the host and everything it started", async () => {
  await using home = createHome();
  const desktop = await launchDesktop(home, executable);
  await expect(desktop.page.getByRole("button", newSession).first()).toBeVisible();
  expect(existsSync(home.paths.socket)).toBe(true);
  await desktop[Symbol.asyncDispose]();
  expect(existsSync(home.paths.socket)).toBe(false);
});

test("where a host runs, the app attaches; when it ends, the app becomes the host", async () => {
  await using home = createHome();
  const host = await startHeadless(home);
  await host.client.request("session/create", { id: "before", command: "cat" });
  await using desktop = await launchDesktop(home, executable);
  await expect(desktop.page.getByRole("article", { name: "before" })).toBeVisible();
  const { clients } = await host.client.request("host/info", {});
  expect(clients).toContainEqual(expect.objectContaining({ kind: "window" }));
  await host[Symbol.asyncDispose]();
  await expect(desktop.page.getByRole("article", { name: "before" })).toBeHidden();
  await expect(desktop.page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
});
