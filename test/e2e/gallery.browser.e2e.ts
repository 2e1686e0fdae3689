/** The window in every state, as axe finds it, and whether anything is wider than the page. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { violations } from "../support/axe.ts";

const ORIGIN = "http://gallery.test";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
};

let folder: string;
const script = resolve(import.meta.dirname, "../../scripts/gallery.mjs");
// Tracing would keep every one of a few hundred pages, and take longer than axe.
test.use({ trace: "off" });
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-gallery-"));
  execFileSync(process.execPath, [script, folder]);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Serves the gallery to the page without a server. */
async function openGallery(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
  await page.context().route(`${ORIGIN}/**`, (route) => {
    const file = join(folder, new URL(route.request().url()).pathname);
    return existsSync(file)
      ? route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(file)] ?? "application/octet-stream" })
      : route.fulfill({ status: 404 });
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await show(page, "");
  return errors;
}

async function show(page: Page, name: string): Promise<void> {
  // Another query each time, because another part after `#` alone would load nothing.
  await page.goto(`${ORIGIN}/dev/gallery/index.html?theme=system&show=${name}#${name}`);
  // By its tag: while a dialog is open, everything beside it is hidden from roles.
  await page.locator("h1, [role=dialog]").first().waitFor({ state: "attached", timeout: 30_000 });
}

/** Runs in the page: what goes beyond the bottom of the window, or beyond the sides of its part. Only parts may scroll. */
function overflows(): string[] {
  const { scrollHeight: wanted, clientHeight: there } = document.documentElement;
  const page = wanted > there + 1 ? [`the page: ${wanted} of ${there} px high`] : [];
  const parts = [...document.querySelectorAll("body, main, header, footer, [role=dialog]")].filter(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
  );
  return [
    ...page,
    ...parts.map(({ localName, scrollWidth, clientWidth }) => `${localName}: ${scrollWidth} of ${clientWidth} px wide`),
  ];
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await violations(page), name).toEqual([]);
  // Only the colors are others.
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator("html[data-theme=light]").waitFor({ state: "attached" });
  expect.soft(await violations(page, { rules: ["color-contrast"] }), `${name}, light`).toEqual([]);
}

async function expectFitting(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [900, 600],
    [3840, 2160],
    [450, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    // A window that was resized is laid out anew within a few frames.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(overflows), `${name} at ${width}x${height}`)
      .toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

test("in every state of the window axe finds nothing, dark and light, and all fits: in the smallest window, in 4K, and in the smallest at 200 %", async ({
  page,
}) => {
  // A few seconds for each state.
  test.setTimeout(900_000);
  const errors = await openGallery(page);
  for (const name of await page.getByRole("link").allTextContents()) {
    await show(page, name);
    // It says so only when the host has been away for a while.
    if (name === "host-gone") await page.getByRole("region", { name: "The host has gone" }).waitFor();
    // Many tiles take axe a minute, and are like few.
    if (!/^grid-\d/.test(name)) await expectAccessible(page, name);
    await expectFitting(page, name);
  }
  expect(errors).toEqual([]);
});
