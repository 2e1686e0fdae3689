/** What is larger than its space is scrolled there: the page itself never scrolls, and no part of a screen is out of reach. */
import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { chooseInPalette } from "../support/choose-in-palette.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

/** The smallest window, at a zoom of 200 %. */
const ZOOMED = { width: 450, height: 300 };

const pageOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);

test("what only screen readers hear makes no second scroll bar beside that of the view", async ({ window }) => {
  await window.setViewportSize(ZOOMED);
  const panel = window.getByRole("region", { name: "Connect an agent" });
  await expect(panel.getByLabel(/^Change for/)).toBeAttached();
  expect(await window.getByRole("main").evaluate((main) => main.scrollHeight > main.clientHeight)).toBe(true);
  expect(await pageOverflow(window)).toBe(0);
});

/** Whether the last row of the terminal lies within its frame. */
const showsLastRow = (frame: Locator): Promise<boolean> =>
  frame.evaluate((element) => {
    const { bottom } = element.querySelector(".xterm-rows")?.lastElementChild?.getBoundingClientRect() ?? { bottom: Infinity };
    return bottom <= element.getBoundingClientRect().bottom + 1;
  });

test("the page of a share link follows the cursor in a small window, and its keys scroll", async ({ home, window, browser }) => {
  await cottyOk(home, ["start", "long", "seq 40; cat"]);
  const tile = window.getByRole("article", { name: "long" });
  await tile.getByRole("button", { name: "More for long" }).click();
  await window.getByRole("menuitem", { name: "Read-only link…" }).click();
  await window.getByRole("button", { name: "Create link" }).click();
  const address = (await window.getByLabel("Address").innerText()).trim();
  const context = await browser.newContext({ viewport: ZOOMED });
  const viewer = await context.newPage();
  await viewer.goto(address);
  const screen = viewer.getByRole("group", { name: "Screen of long" });
  await expect(screen).toContainText("40");
  await expect.poll(() => showsLastRow(screen)).toBe(true);
  await screen.focus();
  await viewer.keyboard.press("Home");
  await expect.poll(() => screen.evaluate((element) => element.scrollTop)).toBe(0);
  await viewer.keyboard.press("ArrowRight");
  await expect.poll(() => screen.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await cottyOk(home, ["stdin", "long", "typed", "::Enter"]);
  await expect.poll(() => showsLastRow(screen)).toBe(true);
  expect(await violations(viewer)).toEqual([]);
  await context.close();
});

test("a replay in a small window shows where the cursor is", async ({ home, window }) => {
  await cottyOk(home, ["start", "--wait", "40", "long", "seq 40"]);
  await cottyOk(home, ["stop", "long"]);
  await window.setViewportSize(ZOOMED);
  await chooseInPalette(window, "recordings");
  await window.getByRole("button", { name: "Replay long" }).click();
  const screen = window.getByRole("group", { name: "Screen of long" });
  await expect(window.getByRole("slider", { name: "Moment" })).toBeVisible();
  await window.keyboard.press("9");
  await window.keyboard.press("Space");
  await expect(screen).toContainText("40");
  await expect.poll(() => showsLastRow(screen)).toBe(true);
});
