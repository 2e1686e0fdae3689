/** The section of attention in the settings: its switches, the quiet hours and the corrections, and what each of them does. */
import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

const news = (window: Page) => window.getByRole("region", { name: "News" });

async function openAttention(window: Page): Promise<void> {
  await expect(window.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
  await window.keyboard.press("Control+Shift+Comma");
  await window.getByRole("navigation", { name: "Sections of the settings" }).getByRole("button", { name: "Attention" }).click();
}

test("a kind whose switches are off is told of nowhere; the others are told of as before", async ({ window, home }) => {
  await openAttention(window);
  await window.getByRole("checkbox", { name: "Has failed: In the window" }).uncheck();
  await window.getByRole("checkbox", { name: "Has failed: Inbox" }).uncheck();
  await cottyOk(home, ["start", "fails", "exit 3"]);
  await cottyOk(home, ["start", "asks", "printf 'Do you want to continue? [Y/n] '; cat"]);
  // The one that asks comes after the one that failed.
  await expect(news(window)).toContainText("asks needs you");
  await expect(news(window)).not.toContainText("fails");
  await expect(window.getByRole("button", { name: /^1 needs you/ })).toBeVisible();
  await window.getByRole("checkbox", { name: "Has failed: Inbox" }).check();
  await expect(window.getByRole("button", { name: /^2 need you/ })).toBeVisible();
});

test("quiet hours keep messages from the window, and the inbox goes on; after them, messages come", async ({ window, home }) => {
  // Three o'clock at night, on a day in the middle of the week.
  await window.clock.setFixedTime(new Date(2026, 10, 18, 3, 0));
  await openAttention(window);
  await window.getByRole("switch", { name: "Quiet hours" }).check();
  await expect(window.getByText("of the next day")).toBeVisible();
  await cottyOk(home, ["start", "night", "printf 'Do you want to continue? [Y/n] '; cat"]);
  await expect(window.getByRole("button", { name: /^1 needs you/ })).toBeVisible();
  await expect(news(window)).not.toContainText("night needs you");

  await window.clock.setFixedTime(new Date(2026, 10, 18, 9, 0));
  await cottyOk(home, ["start", "morning", "printf 'Do you want to continue? [Y/n] '; cat"]);
  await expect(news(window)).toContainText("morning needs you");
  await expect(news(window)).not.toContainText("night needs you");
});

test("corrections are listed and removed by keyboard; then the guess counts again", async ({ window, home }) => {
  for (const [id, question] of [
    ["batch", "Batch 7 finished. Next?"],
    ["name", "Whose turn is it?"],
  ] as const) {
    await cottyOk(home, ["start", id, `read -p '${question} ' x; cat`]);
    await cottyOk(home, ["wait", "--state", "waiting", id]);
    await cottyOk(home, ["why", "--wrong", "idle", id]);
  }
  await expect(window.getByRole("article", { name: "name" })).toContainText("Idle");
  await expect(window.getByRole("button", { name: /needs? you/ })).toHaveCount(0);
  await window.keyboard.press("Control+Shift+Comma");
  await window
    .getByRole("navigation", { name: "Sections of the settings" })
    .getByRole("button", { name: "Attention" })
    .press("Enter");
  const corrections = window.getByRole("list", { name: "Corrections" });
  await expect(corrections.getByRole("listitem")).toHaveText([
    'bash at "Batch # finished. Next?" is Idle',
    'bash at "Whose turn is it?" is Idle',
  ]);
  expect(await violations(window)).toEqual([]);

  await test.step("the list follows what others correct and forget", async () => {
    await cottyOk(home, ["start", "more", "read -p 'Shall it be blue? ' x; cat"]);
    await cottyOk(home, ["wait", "--state", "waiting", "more"]);
    await cottyOk(home, ["why", "--wrong", "idle", "more"]);
    await expect(corrections.getByRole("listitem")).toHaveCount(3);
    await cottyOk(home, ["why", "--forget", "3"]);
    await expect(corrections.getByRole("listitem")).toHaveCount(2);
    await cottyOk(home, ["stop", "more"]);
  });

  await corrections.getByRole("button", { name: 'Remove: bash at "Batch # finished. Next?"' }).press("Enter");
  await expect(corrections.getByRole("listitem")).toHaveCount(1);
  await expect(window.getByRole("button", { name: /^1 needs you/ })).toBeVisible();
  // The keyboard is on the next rule.
  await expect(corrections.getByRole("button", { name: 'Remove: bash at "Whose turn is it?"' })).toBeFocused();
  await window.keyboard.press("Enter");
  await expect(window.getByRole("heading", { name: "Corrections" })).toBeFocused();
  await expect(window.getByRole("button", { name: /^2 need you/ })).toBeVisible();
  expect(await cottyOk(home, ["why", "--rules"])).toBe("No rules\n");
});
