/** The window in every state, as axe finds it, and whether anything is wider than the page. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const ORIGIN = "http://gallery.test";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
};

const folder = mkdtempSync(join(tmpdir(), "cotty-gallery-"));
const script = resolve(import.meta.dirname, "../../scripts/gallery.mjs");
test.beforeAll(() => execFileSync(process.execPath, [script, folder]));
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

async function show(page: Page, name: string, theme = "dark"): Promise<void> {
  // Another query each time, because another part after `#` alone would load nothing.
  await page.goto(`${ORIGIN}/dev/gallery/index.html?theme=${theme}&show=${name}#${name}`);
  // By its tag: while a dialog is open, everything beside it is hidden from roles.
  await page.locator("h1, [role=dialog]").first().waitFor({ state: "attached", timeout: 30_000 });
}

/** Runs in the page: whether nothing goes beyond the sides of its part of the window, and only its parts scroll. */
function fitsWindow(): boolean {
  const { scrollHeight: wanted, clientHeight: there } = document.documentElement;
  if (wanted > there + 1) return false;
  const parts = [...document.querySelectorAll("body, main, header, footer, [role=dialog]")];
  return parts.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1);
}

async function names(page: Page): Promise<string[]> {
  return page.getByRole("link").allTextContents();
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).exclude(".xterm").analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

for (const theme of ["dark", "light"] as const) {
  test(`axe finds nothing in any state of the window, ${theme}`, async ({ page }) => {
    test.setTimeout(600_000);
    const errors = await openGallery(page);
    for (const name of await names(page)) {
      // Many tiles take axe a minute, and are like few.
      if (/^grid-\d/.test(name)) continue;
      await show(page, name, theme);
      expect.soft(await violations(page), name).toEqual([]);
    }
    expect(errors).toEqual([]);
  });
}

test("only parts of the page scroll, and none sideways, in the smallest window, in 4K, and in the smallest at 200 %", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const errors = await openGallery(page);
  const tooLarge: string[] = [];
  for (const name of await names(page)) {
    await show(page, name);
    for (const [width, height] of [
      [900, 600],
      [3840, 2160],
      [450, 300],
    ] as const) {
      await page.setViewportSize({ width, height });
      // A window that was resized is laid out anew within a few frames.
      await page
        .waitForFunction(fitsWindow, undefined, { timeout: 30_000 })
        .catch(() => tooLarge.push(`${name} at ${width}x${height}`));
    }
  }
  expect(tooLarge).toEqual([]);
  expect(errors).toEqual([]);
});
