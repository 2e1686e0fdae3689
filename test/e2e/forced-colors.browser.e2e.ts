/** With forced colors, what is chosen, pressed or shown now has a mark of its own, and the keyboard's place another one. */
import type { Locator } from "@playwright/test";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

/** The mark around an element. */
async function outlineOf(element: Locator): Promise<string> {
  return element.evaluate((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle === "none" ? "none" : `${outlineStyle} ${outlineWidth}`;
  });
}

const CHOSEN = "solid 2px";
const CHOSEN_WITH_KEYBOARD = "double 4px";

/** `chosen` has the mark, and `other` beside it has none. */
async function expectMark(chosen: Locator, other: Locator): Promise<void> {
  await expect.poll(() => outlineOf(chosen)).toBe(CHOSEN);
  expect(await outlineOf(other)).toBe("none");
}

test("in forced colors, whatever is chosen is marked by more than bold type or a fill", async ({ window, home }) => {
  await window.emulateMedia({ forcedColors: "active" });
  const tabs = window.getByRole("tab");
  await expectMark(tabs.and(window.locator("[data-active]")), tabs.and(window.locator(":not([data-active])")).first());

  await cottyOk(home, ["start", "--cwd", "/", "one", "cat"]);
  await cottyOk(home, ["start", "two", "echo ready; cat"]);
  const folders = window.getByRole("navigation", { name: "Tabs" }).getByRole("button");
  await expectMark(folders.first(), folders.nth(1));

  await window.getByRole("button", { name: /^Open two/ }).press("Enter");
  await expect.poll(() => liveText(window, "two")).toContain("ready");
  const entries = window.getByRole("navigation", { name: "Sessions" }).getByRole("listitem").getByRole("button");
  await expectMark(entries.and(window.locator("[aria-current]")), entries.and(window.locator(":not([aria-current])")));
  await window.keyboard.press("Control+Shift+F");
  await window.getByRole("button", { name: "Match case" }).press("Enter");
  await window.getByRole("textbox", { name: "Find in the terminal" }).focus();
  await expectMark(
    window.getByRole("button", { name: "Match case" }),
    window.getByRole("button", { name: "Regular expression" }),
  );

  await window.keyboard.press("Escape");
  await window.keyboard.press("Control+Shift+Comma");
  const sections = window.getByRole("navigation", { name: "Sections of the settings" }).getByRole("button");
  await expectMark(sections.first(), sections.nth(1));
  await sections.nth(1).press("Enter");
  // Whoever is at the chosen one sees both.
  await expect.poll(() => outlineOf(sections.nth(1))).toBe(CHOSEN_WITH_KEYBOARD);
  await sections.first().press("Enter");
  const themes = window.locator(".theme-card");
  await expectMark(
    themes.filter({ has: window.locator(":checked") }),
    themes.filter({ hasNot: window.locator(":checked") }).first(),
  );
});

test("in forced colors, a replay shows where it is", async ({ window, home }) => {
  await cottyOk(home, ["start", "one", "echo hello; sleep 0.2; echo again"]);
  await window.emulateMedia({ forcedColors: "active" });
  await expect(window.getByRole("article", { name: "one" })).toContainText("Exited 0");
  await window.getByRole("button", { name: "More for one" }).press("Enter");
  await window.getByRole("menuitem", { name: "Replay" }).press("Enter");
  const line = window.locator("[data-playhead]");
  await expect(line).toHaveCSS("border-left-width", "2px");
  await expect(line).toHaveCSS("border-left-style", "solid");
});
