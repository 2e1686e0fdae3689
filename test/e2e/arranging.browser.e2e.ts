/** How a person arranges the sessions: filters, tabs, pins, order, groups, and a look without opening. By keyboard throughout. */
import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

const order = (page: Page): Promise<(string | null)[]> =>
  page.getByRole("article").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("data-session")));

test("a filter becomes a tab, which is renamed and removed; the sessions stay", async ({ home, window }) => {
  for (const name of ["api tests", "web tests", "shell"]) await cottyOk(home, ["start", name, "cat"]);
  await window.getByRole("button", { name: /^Open api tests/ }).focus();
  await window.keyboard.press("/");
  await expect(window.getByRole("textbox", { name: "Filter the sessions" })).toBeFocused();
  await window.keyboard.type("tests -web");
  await expect(window.getByRole("article")).toHaveCount(1);
  await expect(window.getByRole("search", { name: "Filter" })).toContainText("1 of 3");
  expect(await violations(window)).toEqual([]);

  await window.getByRole("button", { name: "Save as tab" }).click();
  await window.keyboard.type("API");
  await window.keyboard.press("Enter");
  const tabs = window.getByRole("navigation", { name: "Tabs" });
  await expect(tabs.getByRole("button", { name: "API 1" })).toHaveAttribute("aria-pressed", "true");
  await tabs.getByRole("button", { name: "All 3" }).click();
  await expect(window.getByRole("article")).toHaveCount(3);

  await window.reload();
  await tabs.getByRole("button", { name: "API 1" }).click();
  await expect(window.getByRole("article")).toHaveCount(1);
  await window.getByRole("button", { name: "Rename tab" }).click();
  await window.keyboard.type("Tests of the API");
  await window.keyboard.press("Enter");
  await expect(tabs.getByRole("button", { name: "Tests of the API 1" })).toBeVisible();
  await window.getByRole("button", { name: "Remove tab" }).click();
  await expect(tabs.getByRole("button", { name: "Tests of the API" })).toHaveCount(0);
  await expect(window.getByRole("article")).toHaveCount(3);
});

test("what the filter's menu offers can be chosen without knowing how it is written", async ({ home, window }) => {
  await cottyOk(home, ["start", "ended", "true"]);
  await cottyOk(home, ["start", "live", "cat"]);
  await expect(window.getByRole("article")).toHaveCount(2);
  await window.getByRole("button", { name: "Filter and group the sessions" }).click();
  await window.getByRole("button", { name: "Filter by" }).click();
  await window.getByRole("menuitemcheckbox", { name: "Ended" }).click();
  await window.keyboard.press("Escape");
  await expect(window.getByRole("textbox", { name: "Filter the sessions" })).toHaveValue("is:ended");
  await expect(window.getByRole("article")).toHaveCount(1);
  await window.getByRole("textbox", { name: "Filter the sessions" }).press("Escape");
  await expect(window.getByRole("article")).toHaveCount(2);
  await expect(window.getByRole("search", { name: "Filter" })).toHaveCount(0);
});

test("pins and an order made with the keyboard are kept over a reload", async ({ home, window }) => {
  for (const name of ["a", "b", "c"]) await cottyOk(home, ["start", name, "cat"]);
  await expect.poll(() => order(window)).toEqual(["a", "b", "c"]);
  await window.getByRole("button", { name: /^Open c/ }).focus();
  await window.keyboard.press("p");
  await expect.poll(() => order(window)).toEqual(["c", "a", "b"]);
  await expect(window.getByRole("article", { name: "c" }).getByRole("img", { name: "Pinned" })).toBeVisible();

  // The handle, as one who cannot use a pointer moves a tile.
  await window.getByRole("button", { name: "Move b" }).focus();
  await window.keyboard.press("Enter");
  await expect(window.getByRole("button", { name: "Move b" })).toHaveAttribute("aria-pressed", "true");
  // An arrow that comes before the tiles are measured moves nothing.
  await expect(async () => {
    await window.keyboard.press("ArrowUp");
    await expect(window.getByText("b would take the place of c", { exact: true })).toBeAttached({ timeout: 1000 });
  }).toPass();
  await window.keyboard.press("Enter");
  await expect.poll(() => order(window)).not.toEqual(["c", "a", "b"]);

  await window.getByRole("button", { name: /^Open a/ }).focus();
  await window.keyboard.press(">");
  await window.keyboard.press("<");
  const before = await order(window);
  expect(before[0]).toBe("c");
  await window.reload();
  await expect.poll(() => order(window)).toEqual(before);
});

test("a tile is moved with the pointer", async ({ home, window }) => {
  for (const name of ["a", "b"]) await cottyOk(home, ["start", name, "cat"]);
  await expect.poll(() => order(window)).toEqual(["a", "b"]);
  const first = window.getByRole("article", { name: "a" });
  await first.hover();
  await window.getByRole("button", { name: "Move a" }).hover();
  await window.mouse.down();
  const target = await window.getByRole("article", { name: "b" }).boundingBox();
  if (!target) throw new Error("b is not on the page");
  await window.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
  await window.mouse.up();
  await expect.poll(() => order(window)).toEqual(["b", "a"]);
});

test("Space looks at a session without opening it; arrows go on, and the focus comes back to the tile", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "first", "echo hello from the first; cat"]);
  await cottyOk(home, ["start", "second", "echo hello from the second; cat"]);
  await window.getByRole("button", { name: /^Open first/ }).focus();
  await window.keyboard.press("Space");
  const peek = window.getByRole("dialog", { name: "first" });
  await expect(peek).toBeVisible();
  await expect(peek.getByRole("region", { name: "Screen" })).toContainText("hello from the first");
  await expect(peek.locator("canvas")).toBeVisible();
  expect(await violations(window)).toEqual([]);
  await window.keyboard.press("ArrowRight");
  // The text of one session at a time: nothing of the first is left.
  await expect(window.getByRole("dialog", { name: "second" }).getByRole("region", { name: "Screen" })).toHaveText(
    "hello from the second",
  );
  await window.keyboard.press("Space");
  await expect(window.getByRole("dialog")).toHaveCount(0);
  await expect(window.getByRole("button", { name: /^Open second/ })).toBeFocused();
  // Nothing was typed, and nobody drives.
  expect(await cottyOk(home, ["stdout", "second"])).not.toContain(" \n ");
});

test("groups by agent, by folder and by evaluation, each under its own heading", async ({ home, window }) => {
  for (const name of ["eval/math/1", "eval/math/2", "shell"]) await cottyOk(home, ["start", name, "cat"]);
  await window.getByRole("button", { name: "Filter and group the sessions" }).click();
  await window.getByRole("button", { name: "No groups" }).click();
  await window.getByRole("menuitemradio", { name: "By evaluation" }).click();
  const math = window.getByRole("region", { name: "math" });
  await expect(math.getByRole("article")).toHaveCount(2);
  await expect(window.getByRole("region", { name: "No evaluation" }).getByRole("article")).toHaveCount(1);
  expect(await violations(window)).toEqual([]);
  await window.reload();
  await expect(math.getByRole("article")).toHaveCount(2);
});

test("under the pointer no tile moves: one that goes leaves its place empty", async ({ home, window }) => {
  for (const name of ["a", "b", "c"]) await cottyOk(home, ["start", name, "cat"]);
  const tile = window.getByRole("article", { name: "c" });
  await tile.hover();
  const before = await tile.boundingBox();
  await cottyOk(home, ["stop", "a"]);
  await cottyOk(home, ["start", "d", "cat"]);
  await expect(window.getByRole("article", { name: "d" })).toBeVisible();
  await expect(window.getByRole("article", { name: "a" })).toHaveCount(0);
  expect(await tile.boundingBox()).toEqual(before);
  await window.getByRole("contentinfo").hover();
  await expect.poll(() => order(window)).toEqual(["b", "c", "d"]);
});
