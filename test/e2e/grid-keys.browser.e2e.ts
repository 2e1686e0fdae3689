/** The keyboard among the tiles: from the page to them, round their edges, and to the first and the last. */
import { chooseInPalette } from "../support/choose-in-palette.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

test("an arrow begins at the first tile, goes round the edges, and Home and End go to the ends", async ({ home, window }) => {
  // At this size, in rows of two.
  await window.setViewportSize({ width: 1100, height: 900 });
  const ids = ["one", "two", "three", "four"];
  for (const id of ids) await cottyOk(home, ["start", id, "cat"]);
  const tile = (id: string) => window.getByRole("button", { name: new RegExp(`^Open ${id},`) });
  await expect(tile("four")).toBeVisible();
  await expect(window.locator("body")).toBeFocused();

  const visited: string[] = [];
  for (const key of [
    "ArrowRight",
    "ArrowRight",
    "ArrowRight",
    "ArrowDown",
    "ArrowLeft",
    "End",
    "ArrowRight",
    "ArrowUp",
    "Home",
  ]) {
    await window.keyboard.press(key);
    visited.push((await window.locator("[data-session]:focus-within").getAttribute("data-session")) ?? "none");
  }
  expect(visited).toEqual(["one", "two", "three", "one", "four", "four", "one", "three", "one"]);
});

test("on the page outside of the tiles, letters do nothing: they may be meant for a session that has just gone", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "one", "cat"]);
  await expect(window.getByRole("article", { name: "one" })).toBeVisible();
  for (const key of "run rm -rf build12ep<>") await window.keyboard.press(key);
  await expect(window.getByRole("dialog")).toHaveCount(0);
  await expect(window.locator("body")).toBeFocused();
  await window.keyboard.press("?");
  const shortcuts = window.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(shortcuts.getByText("Look without opening").locator("..")).toContainText("Space");
  await expect(shortcuts.getByText("Previous region").locator("..")).toContainText("Shift+F6");
});

test("the menu of a session in a low window shows all its items, by scrolling", async ({ home, window }) => {
  await window.setViewportSize({ width: 900, height: 600 });
  for (const id of ["one", "two"]) await cottyOk(home, ["start", id, "cat"]);
  await window.getByRole("button", { name: /^Open one/ }).press("Enter");
  await window.keyboard.press("Control+Shift+S");
  await window.keyboard.type("two");
  await window.keyboard.press("Enter");
  await expect(window.locator("[data-pane=two] textarea")).toBeFocused();
  await window.keyboard.press("Control+Shift+M");
  const items = window.getByRole("menu").getByRole("menuitem");
  for (const key of ["Home", "End"]) {
    await window.keyboard.press(key);
    await expect(key === "Home" ? items.first() : items.last()).toBeFocused();
    await expect(window.locator("[role=menuitem]:focus")).toBeInViewport({ ratio: 1 });
  }
});

test("whoever opens a page by a key or from the palette goes on in it", async ({ window }) => {
  const next = async (): Promise<void> => {
    await expect(window.getByRole("main")).toBeFocused();
    await window.keyboard.press("Tab");
    await expect(window.locator("main :focus")).toHaveCount(1);
  };
  await expect(window.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
  await window.keyboard.press("Control+Shift+Comma");
  await expect(window.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await next();
  for (const page of ["Connections", "Recordings"]) {
    await chooseInPalette(window, page);
    await expect(window.getByRole("heading", { name: page, level: 1 })).toBeVisible();
    await next();
  }
});
