/** Sessions side by side: split, moved between, resized and closed by keyboard, with real programs in every pane. */
import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { cottyOk } from "../support/cotty.ts";
import type { Home } from "../support/home.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

/** Starts programs that repeat what they are told. */
async function startCats(home: Home, ...ids: string[]): Promise<void> {
  for (const id of ids) await cottyOk(home, ["start", id, "cat"]);
}

async function open(page: Page, id: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Open ${id}`) }).press("Enter");
  await expect(terminalOf(page, id)).toBeFocused();
}

/** Splits with a chord, and picks a session by its name. */
async function split(page: Page, chord: "D" | "S", id: string): Promise<void> {
  await page.keyboard.press(`Control+Shift+${chord}`);
  await expect(page.getByRole("combobox", { name: /^Which session/ })).toBeFocused();
  await page.keyboard.type(id);
  await page.keyboard.press("Enter");
  await expect(terminalOf(page, id)).toBeFocused();
}

function terminalOf(page: Page, id: string): Locator {
  return page.getByRole("group", { name: `Terminal of ${id}` }).getByRole("textbox", { name: "Terminal input" });
}

const news = (page: Page): Locator => page.getByRole("region", { name: "News" });
const panes = (page: Page): Locator => page.locator("[data-pane]");

async function box(page: Page, id: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await page.locator(`[data-pane="${id}"]`).boundingBox();
  if (!found) throw new Error(`No pane shows ${id}`);
  return found;
}

test.use({ viewport: { width: 1440, height: 900 } });

test("a pane that nobody has typed into shows its cursor, too", async ({ home, window }) => {
  await startCats(home, "one", "two");
  await open(window, "one");
  await split(window, "D", "two");
  for (const id of ["one", "two"]) {
    await expect(window.locator(`[data-pane="${id}"] .xterm-cursor`), id).toHaveCount(1);
  }
});

test("four sessions side by side by keyboard: keys reach the pane that has them, and no fifth one opens", async ({
  home,
  window,
}) => {
  await startCats(home, "one", "two", "three", "four", "five");
  await open(window, "one");
  await split(window, "D", "two");
  await split(window, "S", "three");
  await window.keyboard.press("Control+Shift+BracketLeft");
  await window.keyboard.press("Control+Shift+BracketLeft");
  await expect(terminalOf(window, "one")).toBeFocused();
  await split(window, "S", "four");
  await expect(panes(window)).toHaveCount(4);
  const [one, two, three, four] = [
    await box(window, "one"),
    await box(window, "two"),
    await box(window, "three"),
    await box(window, "four"),
  ];
  expect(two.x).toBeGreaterThan(one.x + one.width - 1);
  expect(three.y).toBeGreaterThan(two.y + two.height - 1);
  expect(four.y).toBeGreaterThan(one.y + one.height - 1);

  await window.keyboard.type("to four\n");
  await expect.poll(() => liveText(window, "four")).toContain("to four\nto four");
  await window.keyboard.press("Control+Shift+BracketRight");
  await expect(terminalOf(window, "two")).toBeFocused();
  await window.keyboard.type("to two\n");
  await expect.poll(() => liveText(window, "two")).toContain("to two\nto two");
  for (const id of ["one", "three"]) expect(await liveText(window, id)).not.toContain("to ");

  expect(await violations(window)).toEqual([]);

  await window.keyboard.press("Control+Shift+D");
  await expect(news(window)).toContainText("A window shows at most 4 sessions side by side. Close one first.");
  await expect(window.getByRole("dialog", { name: /Which session/ })).toHaveCount(0);
  await expect(window.locator(".xterm")).toHaveCount(4);
});

test("a split comes back after a reload and from the grid, with its sizes, until its panes are closed", async ({
  home,
  window,
}) => {
  await startCats(home, "one", "two");
  await open(window, "one");
  await split(window, "D", "two");
  const separator = window.getByRole("separator", { name: "Between one and two" });
  await separator.focus();
  for (let press = 0; press < 4; press++) await window.keyboard.press("ArrowRight");
  await expect.poll(async () => (await box(window, "one")).width / (await box(window, "two")).width).toBeGreaterThan(1.3);
  const { width } = await box(window, "one");

  await window.reload();
  await expect(terminalOf(window, "two")).toBeFocused();
  expect(Math.abs((await box(window, "one")).width - width)).toBeLessThan(3);

  await window.keyboard.press("Control+Shift+Enter");
  await open(window, "one");
  await expect(panes(window)).toHaveCount(2);
  await window.keyboard.press("Control+Shift+Backslash");
  await expect.poll(async () => Math.abs((await box(window, "one")).width - (await box(window, "two")).width)).toBeLessThan(3);

  // A browser's tab keeps Ctrl+Shift+W for itself.
  await window.keyboard.press("Control+Shift+X");
  await expect(panes(window)).toHaveCount(1);
  await expect(terminalOf(window, "two")).toBeFocused();
  expect(await cottyOk(home, ["ls"])).toContain("  one\n    Status: running\n");
  await window.keyboard.press("Control+Shift+X");
  await expect(window.getByRole("article", { name: "two" })).toBeVisible();
});

test("a session that an agent stops keeps its pane and gives its keys to nobody", async ({ home, window }) => {
  await startCats(home, "one", "two");
  await open(window, "one");
  await split(window, "D", "two");
  await cottyOk(home, ["stop", "two"]);
  const banner = window.getByRole("region", { name: "Session ended: two" });
  await expect(banner).toContainText("removed this session");
  await window.keyboard.type("rm -rf build\n");
  await expect(panes(window)).toHaveCount(2);
  await window.keyboard.press("Control+Shift+BracketLeft");
  await window.keyboard.type("alive\n");
  await expect.poll(() => liveText(window, "one")).toBe(`alive\nalive${"\n".repeat(22)}`);
  await window.getByRole("button", { name: "Close the pane of two" }).click();
  await expect(panes(window)).toHaveCount(1);
  await expect(terminalOf(window, "one")).toBeFocused();
});

test("a narrow window shows two panes at most, and the others when the keyboard goes there", async ({ home, window }) => {
  await startCats(home, "one", "two", "three");
  await open(window, "one");
  await split(window, "D", "two");
  await split(window, "D", "three");
  await expect(panes(window)).toHaveCount(3);
  await window.setViewportSize({ width: 900, height: 600 });
  await expect(panes(window)).toHaveCount(2);
  await expect(terminalOf(window, "three")).toBeFocused();
  await expect(terminalOf(window, "one")).toHaveCount(0);
  await window.keyboard.press("Control+Shift+BracketRight");
  await expect(terminalOf(window, "one")).toBeFocused();
  await expect(panes(window)).toHaveCount(2);
  await window.keyboard.press("Control+Shift+S");
  await expect(news(window)).toContainText("This window has room for 2 sessions side by side. Close one first.");
  await window.setViewportSize({ width: 1440, height: 900 });
  await expect(panes(window)).toHaveCount(3);
});

test("a terminal stays the same one while panes open and close beside it", async ({ home, window }) => {
  await startCats(home, "one", "two", "three");
  await open(window, "one");
  // What is attached anew has another element, and is scrolled to its end.
  const mark = async (id: string): Promise<unknown> =>
    window.locator(`[data-pane="${id}"] .xterm`).evaluate((element) => (element.dataset["mark"] = "kept"));
  const kept = (id: string): Locator => window.locator(`[data-pane="${id}"] .xterm[data-mark=kept]`);
  await mark("one");
  await split(window, "D", "two");
  await expect(kept("one")).toHaveCount(1);
  await mark("two");
  await split(window, "S", "three");
  for (const id of ["one", "two"]) await expect(kept(id), id).toHaveCount(1);

  await window.keyboard.press("Control+Shift+X");
  await expect(panes(window)).toHaveCount(2);
  for (const id of ["one", "two"]) await expect(kept(id), id).toHaveCount(1);
  await expect(terminalOf(window, "two")).toBeFocused();
  await window.keyboard.press("Control+Shift+X");
  await expect(panes(window)).toHaveCount(1);
  await expect(kept("one")).toHaveCount(1);
  await expect(terminalOf(window, "one")).toBeFocused();
  await window.keyboard.type("still here\n");
  await expect.poll(() => liveText(window, "one")).toContain("still here\nstill here");
});

test("going from one open session to another leaves nothing of the first on the page", async ({ home, window }) => {
  await startCats(home, "one", "two", "three");
  await open(window, "one");
  const first = await box(window, "one");
  for (const id of ["two", "three", "one"]) {
    await window.keyboard.press("Control+Shift+ArrowRight");
    await expect(terminalOf(window, id)).toBeFocused();
    await expect.poll(() => box(window, id), id).toEqual(first);
  }
  // Also in a narrow window, where a split shows only the panes that fit.
  await split(window, "D", "two");
  await split(window, "D", "three");
  await window.setViewportSize({ width: 900, height: 600 });
  await expect(panes(window)).toHaveCount(2);
  for (const id of ["one", "two", "three"]) {
    await window.keyboard.press("Control+Shift+BracketRight");
    await expect(terminalOf(window, id)).toBeFocused();
    const { y, height } = await box(window, id);
    expect(y + height, id).toBeLessThanOrEqual(600);
  }
});

test("a new session starts in the new pane", async ({ home, window }) => {
  await startCats(home, "one");
  await open(window, "one");
  await window.keyboard.press("Control+Shift+D");
  await expect(window.getByRole("dialog", { name: "Which session on the right?" })).toBeVisible();
  await window.keyboard.type("new");
  await window.keyboard.press("Enter");
  const dialog = window.getByRole("dialog", { name: "New session" });
  await dialog.getByRole("textbox", { name: "Command" }).fill("cat");
  await dialog.getByRole("textbox", { name: "Name" }).fill("two");
  await window.keyboard.press("Enter");
  await expect(panes(window)).toHaveCount(2);
  await expect(terminalOf(window, "two")).toBeFocused();
});

test("whoever drags what lies between two panes goes on typing", async ({ home, window }) => {
  await startCats(home, "left", "right");
  await open(window, "left");
  await split(window, "D", "right");
  const separator = await window.getByRole("separator", { name: "Between left and right" }).boundingBox();
  if (!separator) throw new Error("Nothing lies between the panes");
  const before = await box(window, "left");
  const [x, y] = [separator.x + separator.width / 2, separator.y + 200];
  await window.mouse.move(x, y);
  await window.mouse.down();
  await window.mouse.move(x - 150, y, { steps: 5 });
  await window.mouse.up();
  await expect.poll(async () => (await box(window, "left")).width).toBeLessThan(before.width - 100);
  await expect(terminalOf(window, "right")).toBeFocused();
  await window.keyboard.type("still here");
  await expect.poll(() => liveText(window, "right")).toContain("still here");
});

test("beside four panes, who typed what has the whole height, covers none of them, and is about the one with the keyboard", async ({
  home,
  window,
}) => {
  await startCats(home, "one", "two", "three", "four");
  await open(window, "one");
  await split(window, "D", "two");
  await split(window, "S", "three");
  await window.keyboard.press("Control+Shift+[");
  await window.keyboard.press("Control+Shift+[");
  await split(window, "S", "four");
  await window.keyboard.press("Control+Shift+L");
  const inspector = window.getByRole("complementary", { name: "Who typed what" });
  await expect(inspector.getByRole("heading", { name: "four" })).toBeVisible();
  await expect(terminalOf(window, "four")).toBeFocused();
  const main = await window.getByRole("main").boundingBox();
  const own = await inspector.boundingBox();
  if (!main || !own) throw new Error("Nothing is shown");
  expect(own.height).toBeGreaterThan(main.height - 40);
  for (const id of ["one", "two", "three", "four"]) {
    const { x, width } = await box(window, id);
    expect(x + width).toBeLessThanOrEqual(own.x);
  }
  await terminalOf(window, "two").focus();
  await expect(inspector.getByRole("heading", { name: "two" })).toBeVisible();
  expect(await violations(window)).toEqual([]);
  await window.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(async () => (await box(window, "two")).x + (await box(window, "two")).width).toBeGreaterThan(1100);
  await expect(inspector).toBeVisible();
});
