/** The grid and the title bar in windows of every size. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { cottyOk } from "../support/cotty.ts";
import type { Home } from "../support/home.ts";
import { expect, test } from "./window-test.ts";
import { tileText } from "./window-text.ts";

async function startIn(home: Home, folder: string, name: string, command = "cat"): Promise<void> {
  const cwd = join(home.root, folder);
  mkdirSync(cwd, { recursive: true });
  await cottyOk(home, ["start", name, command], { cwd });
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not on the page");
  return box;
}

/** Whether nothing on the page goes beyond its sides. */
async function fitsAcross(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const isWide = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth + 1;
    return !["body", "main", "header", "footer"].some((part) => [...document.querySelectorAll(part)].some(isWide));
  });
}

test("one session fills the view, and tiles grow with the window in both directions", async ({ home, window }) => {
  await startIn(home, "a", "one");
  for (const [width, height] of [
    [1440, 900],
    [3840, 2160],
    [900, 600],
  ] as const) {
    await window.setViewportSize({ width, height });
    const tile = window.getByRole("article", { name: "one" });
    const view = await boxOf(window.getByRole("main"));
    await expect.poll(async () => (await boxOf(tile)).width).toBeCloseTo(view.width - 20, 0);
    await expect.poll(async () => (await boxOf(tile)).height).toBeGreaterThan(view.height - 22);
  }
  await window.setViewportSize({ width: 1920, height: 1080 });
  for (const name of ["two", "three", "four"]) await startIn(home, "a", name);
  const view = await boxOf(window.getByRole("main"));
  await expect(window.getByRole("article")).toHaveCount(4);
  const { width, height } = await boxOf(window.getByRole("article", { name: "four" }));
  expect(2 * width).toBeGreaterThan(view.width - 40);
  expect(2 * height).toBeGreaterThan(view.height - 40);
});

test("twelve folders: the tabs that do not fit are in a menu, by keyboard, and the search stays in its place", async ({
  home,
  window,
}) => {
  await window.setViewportSize({ width: 900, height: 600 });
  const search = window.getByRole("banner").getByRole("button", { name: "Search sessions and commands" });
  const before = await boxOf(search);
  for (let n = 1; n <= 12; n++)
    await startIn(home, `folder-${n}`, `s${n}`, n === 1 ? "printf 'Continue? [Y/n] '; read x" : "cat");
  const more = window.getByRole("button", { name: /more tabs/ });
  await expect(more).toBeVisible();
  await expect(window.getByRole("button", { name: "1 needs you" })).toBeVisible();
  expect(await boxOf(search)).toEqual(before);
  expect(await fitsAcross(window)).toBe(true);

  await window.getByRole("navigation", { name: "Tabs" }).getByRole("button", { name: "All 12" }).focus();
  await window.keyboard.press("Tab");
  await expect(more).toBeFocused();
  await window.keyboard.press("Enter");
  await window.keyboard.press("End");
  const last = window.getByRole("menuitemradio").last();
  await expect(last).toBeFocused();
  const label = (await last.textContent()) ?? "";
  await window.keyboard.press("Enter");
  // The chosen tab comes out of the menu, and shows its own session alone.
  await expect(window.getByRole("navigation", { name: "Tabs" }).getByRole("button", { name: label })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(window.getByRole("article")).toHaveCount(1);
  expect(await boxOf(search)).toEqual(before);
});

test("at 200 % in the smallest window nothing is cut off", async ({ home, window }) => {
  // What a browser does to a page of 900x600 at 200 %.
  await window.setViewportSize({ width: 450, height: 300 });
  for (const n of [1, 2, 3])
    await startIn(home, `a-folder-with-a-long-name-${n}`, `a session with a very long name, number ${n}`);
  await expect(window.getByRole("article")).toHaveCount(3);
  expect(await fitsAcross(window)).toBe(true);
  for (const name of ["Search sessions and commands", "New session", "Settings"]) {
    const { x, width } = await boxOf(window.getByRole("banner").getByRole("button", { name }));
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(450);
  }
});

test("a tile far from the view is not laid out, and is whole when the keyboard gets there", async ({ home, window }) => {
  await window.setViewportSize({ width: 900, height: 600 });
  for (let n = 1; n <= 20; n++) await startIn(home, "a", `s${n}`, `echo line-of-${n}; cat`);
  const far = window.getByRole("article", { name: "s20", exact: true });
  const isLaidOut = (): Promise<boolean> =>
    far.locator("canvas").evaluate((picture) => picture.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isLaidOut).toBe(false);
  const { height } = await boxOf(far);

  await window.getByRole("button", { name: /^Open s1,/ }).focus();
  await window.keyboard.press("End");
  await expect(far.getByRole("button", { name: /^Open s20,/ })).toBeFocused();
  await expect(far).toBeInViewport();
  await expect.poll(() => tileText(window, "s20")).toContain("line-of-20");
  expect(await isLaidOut()).toBe(true);
  expect((await boxOf(far)).height).toBe(height);
});
