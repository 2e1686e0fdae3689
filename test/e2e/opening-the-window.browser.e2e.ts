/** How a browser gets in, in a real one (H19, H20, H21). Codes: docs/threats.md. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { startHeadless } from "../support/headless.ts";
import { layCable } from "./cable.ts";
import { expect, test } from "./window-test.ts";

const TOKEN_KEY = "cotty.token";

/** The window, once it is connected. */
function main(page: Page): ReturnType<Page["getByRole"]> {
  return page.getByRole("button", { name: "New session" }).first();
}

test("H20 the code of an address works once, is gone from it at once, and the page has a token of its own", async ({
  home,
  page,
  browser,
}) => {
  await using host = await startHeadless(home);
  const address = await host.newAddress();
  const code = new URL(address).hash.replace("#code=", "");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`));

  await page.goto(address);
  await expect(main(page)).toBeVisible();
  expect(page.url()).toBe(`${new URL(address).origin}/`);
  expect(requests.filter((line) => line.startsWith("POST"))).toHaveLength(1);
  // The body of that one request is the only place where the code ever stood.
  expect(requests.join("\n")).not.toContain(code);
  const token = await page.evaluate((key) => sessionStorage.getItem(key), TOKEN_KEY);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await page.evaluate(() => document.cookie)).toBe("");

  await test.step("a reload needs no new code", async () => {
    await page.reload();
    await expect(main(page)).toBeVisible();
  });

  await test.step("a second use of the code is refused, and says what to do", async () => {
    const other = await browser.newContext();
    const latecomer = await other.newPage();
    const answer = latecomer.waitForResponse((response) => response.url().endsWith("/session"));
    await latecomer.goto(address);
    expect((await answer).status()).toBe(401);
    await expect(latecomer.getByRole("heading", { name: /code|address|connect/i }).first()).toBeVisible();
    expect(await latecomer.evaluate((key) => sessionStorage.getItem(key), TOKEN_KEY)).toBeNull();
    await other.close();
  });

  await test.step("H20 the page as it is served holds neither", async () => {
    const html = await (await page.request.get(`${new URL(address).origin}/`)).text();
    expect(html).not.toContain(code);
    expect(html).not.toContain(token);
  });

  await test.step("H21 neither is in the log", async () => {
    const folder = dirname(home.paths.log);
    const logs = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("");
    expect(logs).not.toContain(code);
    expect(logs).not.toContain(token);
  });
});

test("H19 a script that gets into the page does not run", async ({ window }) => {
  const violations = await window.evaluate(async () => {
    const seen: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "globalThis.__pwned = 1";
    const image = document.createElement("img");
    image.setAttribute("onerror", "globalThis.__pwned = 2");
    image.src = "data:image/png;base64,AAAA";
    const frame = Object.assign(document.createElement("iframe"), { src: "https://example.com/" });
    document.body.append(script, image, frame);
    await fetch("http://127.0.0.1:9/").catch(() => {});
    while (seen.length < 4) await new Promise((resolve) => requestAnimationFrame(resolve));
    return seen;
  });
  expect(violations.sort()).toEqual(["connect-src", "frame-src", "script-src-attr", "script-src-elem"]);
  expect(await window.evaluate("globalThis.__pwned")).toBeUndefined();
});

test("what a person does before the window is connected waits for the connection", async ({ home, page }) => {
  await using host = await startHeadless(home);
  let connect = (): void => {};
  const allowed = new Promise<void>((resolve) => (connect = resolve));
  await page.routeWebSocket(/\/ws$/, async (socket) => {
    await allowed;
    socket.connectToServer();
  });
  await page.goto(await host.newAddress());
  await page.keyboard.press("Control+Shift+O");
  const dialog = page.getByRole("dialog", { name: "New session" });
  await dialog.getByRole("textbox", { name: "Command" }).fill("echo early; cat");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Start" })).toBeDisabled();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  connect();
  await expect(dialog).toBeHidden();
  expect(await host.client.request("session/list", {})).toHaveLength(1);
});

test("what a person does while the first connection fails is refused", async ({ home, page }) => {
  await using host = await startHeadless(home);
  const cable = await layCable(page);
  await cable.cut();
  await page.goto(await host.newAddress());
  await page.keyboard.press("Control+Shift+O");
  const dialog = page.getByRole("dialog", { name: "New session" });
  await dialog.getByRole("textbox", { name: "Command" }).fill("cat");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Not connected to the host. The window keeps trying");
  cable.join();
  await expect(page.getByRole("alert")).toHaveCount(1);
});

test("the window of a host that ended says so", async ({ home, page }) => {
  {
    await using host = await startHeadless(home);
    await page.goto(await host.newAddress());
    await expect(main(page)).toBeVisible();
  }
  await expect(page.getByText(/reconnect|connection|not connected/i).first()).toBeVisible();
});
