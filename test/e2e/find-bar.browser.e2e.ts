/** The find bar over a live terminal, by keyboard alone. */
import type { Page } from "@playwright/test";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

/** The rows of the terminal that are selected, from 0; a match is shown as the selection. */
async function selectedRows(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const height = document.querySelector(".xterm-rows > div")?.getBoundingClientRect().height ?? 1;
    const screen = document.querySelector(".xterm-screen")?.getBoundingClientRect().top ?? 0;
    const marks = [...document.querySelectorAll(".xterm-selection > div")].map((mark) => mark.getBoundingClientRect());
    return marks.filter(({ height: extent }) => extent > 0).map(({ top }) => Math.round((top - screen) / height));
  });
}

test("the find bar opens with its chord, goes from match to match and back, and Escape returns to the terminal", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "log", "printf 'needle\\nhay\\nneedle\\nhay\\nneedle\\n'; cat"]);
  await window.getByRole("button", { name: /^Open log/ }).click();
  await expect.poll(() => liveText(window, "log")).toMatch(/^needle\nhay\nneedle\nhay\nneedle\n/);
  const terminal = window.getByRole("textbox", { name: "Terminal input" });
  await expect(terminal).toBeFocused();

  await window.keyboard.press("Control+Shift+F");
  const field = window.getByRole("textbox", { name: "Find in the terminal" });
  await expect(field).toBeFocused();
  const said = window.getByRole("search").getByRole("status");
  await window.keyboard.type("needle");
  await test.step("what is typed is found at once, the newest first, and counted", async () => {
    await expect.poll(() => selectedRows(window)).toEqual([4]);
    await expect(said).toHaveText("3 of 3");
  });

  await test.step("Enter goes up, round the edge; Shift+Enter goes down", async () => {
    const visited: number[][] = [];
    for (const key of ["Enter", "Enter", "Enter", "Enter", "Shift+Enter", "Shift+Enter"]) {
      const before = await selectedRows(window);
      await window.keyboard.press(key);
      await expect.poll(() => selectedRows(window)).not.toEqual(before);
      visited.push(await selectedRows(window));
    }
    expect(visited).toEqual([[2], [0], [4], [2], [4], [0]]);
  });

  await test.step("the buttons do the same", async () => {
    await window.getByRole("button", { name: "Next match" }).click();
    await expect.poll(() => selectedRows(window)).toEqual([2]);
    await window.getByRole("button", { name: "Previous match" }).click();
    await expect.poll(() => selectedRows(window)).toEqual([0]);
    await expect(said).toHaveText("1 of 3");
    await field.focus();
  });

  await test.step("what is not there is said to be not found", async () => {
    await window.keyboard.press("ControlOrMeta+A");
    await window.keyboard.type("no such thing");
    await expect(said).toHaveText("Not found");
  });

  await test.step("case and regular expressions are switches; a wrong expression is said to be one", async () => {
    await window.keyboard.press("ControlOrMeta+A");
    await window.keyboard.type("NEE.LE");
    await expect(said).toHaveText("Not found");
    await window.getByRole("button", { name: "Regular expression" }).click();
    await expect(said).toHaveText(/of 3$/);
    await window.getByRole("button", { name: "Match case" }).click();
    await expect(said).toHaveText("Not found");
    await window.getByRole("button", { name: "Match case" }).click();
    await field.fill("nee(");
    await expect(said).toHaveText("Not a pattern");
    await window.getByRole("button", { name: "Regular expression" }).click();
    await field.focus();
  });

  await test.step("Escape ends it: nothing is selected any more, and the terminal has the keyboard", async () => {
    await window.keyboard.press("ControlOrMeta+A");
    await window.keyboard.type("needle");
    await window.keyboard.press("Enter");
    await expect.poll(() => selectedRows(window)).toHaveLength(1);
    await window.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(terminal).toBeFocused();
    await expect.poll(() => selectedRows(window)).toEqual([]);
  });
  expect(await cottyOk(home, ["stdout", "log"])).not.toContain("no such thing");
});

test("a match in the first rows stays selected while older rows are fetched", async ({ home, window }) => {
  // A thousand rows come with the screen: the second match is near the top of them, the first one further up.
  await cottyOk(home, ["start", "log", "seq 1400; echo needle; seq 99; echo needle; seq 1016; echo needle; cat"]);
  await window.getByRole("button", { name: /^Open log/ }).click();
  await expect.poll(() => liveText(window, "log")).toContain("1016\nneedle");
  await window.keyboard.press("Control+Shift+F");
  await window.keyboard.type("needle");
  const said = window.getByRole("search").getByRole("status");
  await expect(said).toHaveText("2 of 2");
  await window.keyboard.press("Enter");
  await expect(said).toHaveText("2 of 3");
  await expect.poll(() => liveText(window, "log")).toContain("99\nneedle\n1\n");
  await expect.poll(() => selectedRows(window)).toHaveLength(1);
  await window.keyboard.press("Enter");
  await expect(said).toHaveText("1 of 3");
  await expect.poll(() => liveText(window, "log")).toContain("1400\nneedle\n1\n");
});

test("all output: lines that the terminal has no more are found and listed", async ({ home, window }) => {
  await cottyOk(home, ["start", "log", "echo 'first needle (1)'; seq 1 30000; echo 'last needle (1)'; cat"]);
  await window.getByRole("button", { name: /^Open log/ }).click();
  await expect.poll(() => liveText(window, "log")).toContain("last needle");
  await window.keyboard.press("Control+Shift+F");
  await window.keyboard.type("needle (1)");
  await window.getByRole("button", { name: "All output" }).click();
  const lines = window.getByRole("region", { name: "All output" });
  await expect(lines).toContainText("2 matches in");
  await expect(lines.getByRole("button")).toHaveText([/^1\s*first needle/, /^30002\s*last needle/]);
  await lines.getByRole("button", { name: /last needle/ }).click();
  await expect.poll(() => selectedRows(window)).toHaveLength(1);
});

test("what is not in the rows that are loaded is found in all output, by Enter or by a click", async ({ home, window }) => {
  await cottyOk(home, ["start", "log", "echo 'first needle'; seq 1 30000; cat"]);
  await window.getByRole("button", { name: /^Open log/ }).click();
  await expect.poll(() => liveText(window, "log")).toContain("\n30000");
  const found = window.getByRole("search");
  for (const press of ["key", "mouse"]) {
    await window.keyboard.press("Control+Shift+F");
    await window.keyboard.type("first needle");
    await expect(found.getByRole("status").first()).toHaveText("Not found");
    const all = found.getByRole("button", { name: "Search all output" });
    await expect(all).toBeVisible();
    if (press === "key") await window.keyboard.press("Enter");
    else await all.click();
    await expect(found.getByRole("region", { name: "All output" }).getByRole("button")).toHaveText([/^1\s*first needle/]);
    await expect(all).toBeHidden();
    await expect(window.getByRole("textbox", { name: "Find in the terminal" })).toBeFocused();
    await window.keyboard.press("Escape");
  }
});

test("all output: a line leads to its own place among others that have the same words, also to an older row", async ({
  home,
  window,
}) => {
  await cottyOk(home, [
    "start",
    "log",
    "echo same; seq 1 3000; echo same; seq 3001 3100; echo 'not the same'; seq 3101 3200; cat",
  ]);
  await window.getByRole("button", { name: /^Open log/ }).click();
  await expect.poll(() => liveText(window, "log")).toContain("\n3200");
  await window.keyboard.press("Control+Shift+F");
  await window.keyboard.type("same");
  await window.getByRole("button", { name: "All output" }).click();
  const lines = window.getByRole("region", { name: "All output" }).getByRole("button");
  await expect(lines).toHaveCount(3);
  await lines.nth(1).click();
  await expect.poll(() => liveText(window, "log")).toContain("\n3000\nsame\n3001\n");
  await lines.nth(0).click();
  await expect.poll(() => liveText(window, "log")).toMatch(/^same\n1\n2\n/);
  await expect.poll(() => selectedRows(window)).toEqual([0]);
});

test("all output: a line that the terminal has no more is not shown in another one with the same words", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "log", "echo twice; seq 1 20000; echo twice; echo twice; cat"]);
  await window.getByRole("button", { name: /^Open log/ }).click();
  await expect.poll(() => liveText(window, "log")).toContain("twice");
  await window.keyboard.press("Control+Shift+F");
  await window.keyboard.type("twice");
  await window.getByRole("button", { name: "All output" }).click();
  await window.getByRole("region", { name: "All output" }).getByRole("button").first().click();
  await expect(window.getByRole("region", { name: "News" })).toContainText("The terminal no longer has line 1");
});

test("the find chord does nothing in the overview, where there is no terminal", async ({ home, window }) => {
  await cottyOk(home, ["start", "log", "cat"]);
  const tile = window.getByRole("button", { name: /^Open log/ });
  await tile.focus();
  await window.keyboard.press("Control+Shift+F");
  await window.keyboard.press("Enter");
  // The session opens as it would have without the chord: no find bar was waiting for it.
  await expect(window.getByRole("textbox", { name: "Terminal input" })).toBeFocused();
  await expect(window.getByRole("search")).toBeHidden();
});
