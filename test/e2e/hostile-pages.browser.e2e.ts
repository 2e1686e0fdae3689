/** What web pages in the user's browser can do to the loopback server: nothing (H3, H4). Codes: docs/threats.md. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { chromium, expect, type Page, test } from "@playwright/test";
import { startTestEndpoint, type TestEndpoint } from "../support/http-endpoint.ts";
import { findChromium } from "../support/programs.ts";

/** Lets the page try everything; resolves with whatever it could read. */
async function attack(page: Page, target: string, { code, token }: { code: string; token: string }): Promise<unknown> {
  await page.addScriptTag({ path: resolve(import.meta.dirname, "../fixtures/hostile-page.js") });
  return page.evaluate(`attack(${[target, code, token].map((text) => JSON.stringify(text)).join()})`);
}

/** Nothing of it may have had an effect: nobody connected, and the code is as good as new. */
async function expectUntouched(endpoint: TestEndpoint, code: string): Promise<void> {
  expect(endpoint.accepted).toHaveLength(0);
  expect(endpoint.served).toHaveLength(0);
  expect(endpoint.refused(), "not even its token was looked at").toBe(0);
  expect((await endpoint.postSession(JSON.stringify({ code }))).status).toBe(200);
}

test("H3 a page whose name was rebound to this machine gets nothing", async () => {
  await using endpoint = await startTestEndpoint();
  const code = endpoint.newCode();
  const { token } = endpoint.tokens.create("victim", "own");
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--host-resolver-rules=MAP rebind.test 127.0.0.1"],
  });
  try {
    const page = await browser.newPage();
    const origin = `http://rebind.test:${endpoint.port}`;
    // The attacker's own answer, from before the name changed its address.
    await page.route(`${origin}/attack`, (route) => route.fulfill({ contentType: "text/html", body: "<body>attack</body>" }));
    await page.goto(`${origin}/attack`);
    expect(await attack(page, origin, { code, token })).toEqual([]);
    expect((await page.goto(`${origin}/`))?.status()).toBe(403);
  } finally {
    await browser.close();
  }
  await expectUntouched(endpoint, code);
});

test("H4 a page on another port of this machine gets nothing", async ({ page }) => {
  await using endpoint = await startTestEndpoint();
  const code = endpoint.newCode();
  const { token } = endpoint.tokens.create("victim", "own");
  const elsewhere = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<body>attack</body>"),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const allowed: string[] = [];
  page.on("response", (response) => {
    for (const name of Object.keys(response.headers())) if (name.startsWith("access-control")) allowed.push(name);
  });
  try {
    for (const host of ["127.0.0.1", "localhost"]) {
      await page.goto(`http://${host}:${(elsewhere.address() as AddressInfo).port}/`);
      expect(await attack(page, endpoint.http.origin, { code, token })).toEqual([]);
      await page.evaluate(
        (url) => document.body.append(Object.assign(document.createElement("iframe"), { src: url })),
        endpoint.http.origin,
      );
      await expect.poll(() => page.frames().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/");
    }
  } finally {
    elsewhere.closeAllConnections();
    elsewhere.close();
  }
  expect(allowed).toEqual([]);
  await expectUntouched(endpoint, code);
});
