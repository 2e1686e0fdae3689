/** The page crashes, freezes or is loaded again during a flood: it comes back, and nothing is lost (F5, E12). Codes: docs/threats.md. */
import { type ElectronApplication, expect, type Page, test } from "@playwright/test";
import { connectClient } from "../../electron/client/host-connection.ts";
import type { Client } from "../../shared/client.ts";
import { launchDesktop } from "../support/desktop.ts";
import { createHome } from "../support/home.ts";
import { findElectron } from "../support/programs.ts";
import { liveText, tileRows } from "./window-text.ts";

const electron = findElectron();
const executable = "missing" in electron ? "" : electron.executable;
test.skip("missing" in electron, "missing" in electron ? electron.missing : "");

const RECOVERY = /recovery\.html$/;

/** Prints numbered lines, faster than anybody reads, until the file is there. */
const flood = (stopFile: string): string =>
  `python3 -uc 'import os,sys\ni=0\nwhile not os.path.exists(sys.argv[1]):\n  sys.stdout.write("".join("line %09d\\n" % (i+k) for k in range(500))); i+=500\nprint("end", i)\nsys.stdin.read()' ${stopFile}`;

async function crash(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
}

/** How many times the page has come up, as the main process sees it: after a crash Playwright's own view of the page is gone. */
async function watchLoads(app: ElectronApplication): Promise<() => Promise<{ loads: number; url: string }>> {
  await app.evaluate(async ({ BrowserWindow }) => {
    const state = globalThis as unknown as { __loads: number };
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // The first load is not counted; the page itself knows of its end a moment before the main process does.
    if (contents?.isLoading()) await new Promise<void>((resolve) => contents.once("did-stop-loading", () => resolve()));
    state.__loads = 0;
    contents?.on("did-finish-load", () => (state.__loads += 1));
  });
  return () =>
    app.evaluate(({ BrowserWindow }) => ({
      loads: (globalThis as unknown as { __loads: number }).__loads,
      url: BrowserWindow.getAllWindows()[0]?.webContents.getURL() ?? "",
    }));
}

function inPage<T>(app: ElectronApplication, script: string): Promise<T> {
  return app.evaluate(
    ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code, true),
    script,
  );
}

/** The recording, as the host exports it, piece by piece: all of a flood is too much to hold. */
async function* exported(client: Client, id: string): AsyncGenerator<string> {
  let from: string | undefined;
  do {
    const piece = await client.request("session/export", { id, format: "cast", ...(from !== undefined && { from }) });
    yield piece.text;
    from = piece.next;
  } while (from !== undefined);
}

/** How many lines are numbered from 0 on, in order, in all of a recording; and the first number that is out of order. */
async function countLines(cast: AsyncIterable<string>): Promise<{ count: number; wrong?: number }> {
  let count = 0;
  let line = "";
  let output = "";
  for await (const piece of cast) {
    const lines = `${line}${piece}`.split("\n");
    line = lines.pop() ?? "";
    const events = lines.filter((event) => event.startsWith("[")).map((event) => JSON.parse(event) as [number, string, string]);
    output += events.map(([, kind, text]) => (kind === "o" ? text : "")).join("");
    const end = output.lastIndexOf("\n") + 1;
    for (const [, digits] of output.slice(0, end).matchAll(/line (\d{9})\r\n/g))
      if (Number(digits) !== count++) return { count, wrong: Number(digits) };
    output = output.slice(end);
  }
  return { count };
}

test("F5 E12 twenty crashes during a flood: the page comes back each time, loops end at a page of rest, no line is lost", async () => {
  test.setTimeout(360_000);
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app } = desktop;
  using client = await connectClient(home.paths, "test", "script");
  const stopFile = `${home.root}/stop`;
  await client.request("session/create", { id: "flood", command: flood(stopFile) });
  const page = await watchLoads(app);
  let rests = 0;
  for (let crashes = 1; crashes <= 20; crashes++) {
    const before = (await page()).loads;
    await crash(app);
    await expect.poll(async () => (await page()).loads).toBeGreaterThan(before);
    if (!RECOVERY.test((await page()).url)) continue;
    rests += 1;
    await inPage(app, "document.querySelector('a').click()");
    await expect.poll(async () => (await page()).url).toMatch(/index\.html\?desktop$/);
  }
  expect(rests).toBeGreaterThan(0);
  await client.request("session/create", { id: "stop", command: `touch ${stopFile}` });
  await client.request("session/wait", { id: "flood", until: { pattern: "^end \\d+", timeoutMs: 50_000 } });

  // The page shows what the host's screen shows.
  const shown = (): Promise<string[]> => inPage(app, tileRows("flood"));
  const { text } = await client.request("session/screen", { id: "flood" });
  const screen = text.trimEnd().split("\n").slice(-10);
  await expect.poll(async () => (await shown()).join("\n")).toContain(screen.join("\n"));
  // One page, one eye of the app, and this test: none of the twenty before is still counted.
  const { clients } = await client.request("host/info", {});
  expect(clients.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual(["script test", "window Cotty", "window You"]);
  const lines = await countLines(exported(client, "flood"));
  expect(lines.count).toBeGreaterThan(10_000);
  expect(lines).not.toHaveProperty("wrong");
});

test("E12 the recovery page has nothing of the window but the way back, and asks for nothing by itself", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app } = desktop;
  const page = await watchLoads(app);
  for (let crashes = 1; crashes <= 3; crashes++) {
    await crash(app);
    await expect.poll(async () => (await page()).loads).toBe(crashes);
  }
  await expect.poll(async () => (await page()).url).toMatch(RECOVERY);
  expect(await inPage<string>(app, "document.querySelector('h1').textContent")).toBe("The window keeps crashing");
  const isBlocked = `new Promise((resolve) => {
    document.addEventListener("securitypolicyviolation", () => resolve(true));
    document.body.append(Object.assign(document.createElement("script"), { textContent: "globalThis.__ran = 1" }));
  })`;
  expect(await inPage<boolean>(app, isBlocked)).toBe(true);
  using client = await connectClient(home.paths, "test", "script");
  const { clients } = await client.request("host/info", {});
  expect(clients.some(({ name }) => name === "You")).toBe(false);
  await inPage(app, "document.querySelector('a').click()");
  await expect.poll(async () => (await client.request("host/info", {})).clients.some(({ name }) => name === "You")).toBe(true);
});

test("F5 a page that freezes during a flood is given the newest screen, not a backlog", async () => {
  test.setTimeout(240_000);
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { page } = desktop;
  using client = await connectClient(home.paths, "test", "script");
  const stopFile = `${home.root}/stop`;
  await client.request("session/create", { id: "flood", command: flood(stopFile) });
  const heard = await listenIn(page);
  await page.getByRole("button", { name: "Open flood" }).click();
  await expect.poll(() => liveText(page, "flood")).toContain("line 0");
  const freezeMs = Math.max(4000, await timeToPrint(client, 8 * 1024 * 1024));
  const before = { ...(await heard()), offset: await offsetOf(client) };
  await freeze(page, freezeMs);
  const printed = (await offsetOf(client)) - before.offset;
  await expect.poll(async () => (await heard()).resyncs).toBeGreaterThan(before.resyncs);
  const backlog = (await heard()).chars - before.chars;
  await client.request("session/create", { id: "stop", command: `touch ${stopFile}` });
  await client.request("session/wait", { id: "flood", until: { pattern: "^end \\d+", timeoutMs: 30_000 } });
  await expect.poll(() => liveText(page, "flood")).toMatch(/end \d+/);
  const { text } = await client.request("session/screen", { id: "flood" });
  expect((await liveText(page, "flood")).trimEnd()).toContain(text.trimEnd().split("\n").slice(-15).join("\n"));
  // Frozen, it was sent what one connection may have unread, whatever was printed meanwhile.
  expect(printed).toBeGreaterThan(4 * 1024 * 1024);
  expect(backlog).toBeLessThan(printed / 2);
});

async function offsetOf(client: Client): Promise<number> {
  const sessions = await client.request("session/list", {});
  return sessions.find(({ id }) => id === "flood")?.offset ?? 0;
}

/** How long the flood takes for this number of characters, here and now. */
async function timeToPrint(client: Client, chars: number): Promise<number> {
  const from = await offsetOf(client);
  const startedMs = performance.now();
  await expect.poll(() => offsetOf(client)).toBeGreaterThan(from + chars / 8);
  return (performance.now() - startedMs) * (chars / ((await offsetOf(client)) - from));
}

type Heard = { readonly resyncs: number; readonly chars: number };

/** Loads the page anew, listening on its port to the host; tells what has come through it so far. */
async function listenIn(page: Page): Promise<() => Promise<Heard>> {
  await page.addInitScript(() => {
    const heard = { resyncs: 0, chars: 0 };
    Object.assign(globalThis, { __heard: heard });
    window.addEventListener("message", ({ data, ports }) => {
      if (data !== "cotty:port") return;
      ports[0]?.addEventListener(
        "message",
        ({ data: message }: MessageEvent<{ method?: string; params?: { text?: string } }>) => {
          if (message.method === "session/resync") heard.resyncs += 1;
          if (message.method === "session/output") heard.chars += message.params?.text?.length ?? 0;
        },
      );
    });
  });
  await page.reload();
  return () => page.evaluate(() => ({ ...(globalThis as unknown as { __heard: Heard }).__heard }));
}

/** Keeps the page's only thread busy. */
async function freeze(page: Page, ms: number): Promise<void> {
  await page.evaluate((duration) => {
    const until = performance.now() + duration;
    while (performance.now() < until);
  }, ms);
}
