/** Who typed where: the marks beside the terminal, and the same as a list for the keyboard. */
import type { Page } from "@playwright/test";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

const ticks = (page: Page, kind: "script" | "person") => page.locator(`[data-input-map] .input-tick-${kind}`);

test("marks stand where a script and a person typed; a click and the list's keys lead there", async ({ home, window }) => {
  await cottyOk(home, ["start", "--size", "80x24", "sh", "env PS1='$ ' sh -i"]);
  await cottyOk(home, ["stdin", "--prompt", "sh", "echo by the script; seq 200", "::Enter"]);
  await window.getByRole("button", { name: /^Open sh/ }).click();
  await expect.poll(() => liveText(window, "sh")).toContain("200");
  await expect(ticks(window, "person").or(ticks(window, "script"))).toHaveCount(1);
  await window.keyboard.type("echo by me; seq 100\n");
  await expect.poll(() => liveText(window, "sh")).toMatch(/\n100\n\$/);
  await expect(ticks(window, "person")).toHaveCount(1);
  await expect(ticks(window, "script")).toHaveCount(1);

  // The script typed at the top of three hundred lines, the person two thirds further down.
  // The marks move up as lines are added, a moment after those.
  const places = () =>
    window.locator(".input-tick").evaluateAll((all) => all.map((tick) => Number.parseFloat((tick as HTMLElement).style.top)));
  await expect.poll(async () => (await places())[1]).toBeLessThan(75);
  const [first, second] = await places();
  expect(first).toBeLessThan(3);
  expect(second).toBeGreaterThan(55);

  await expect(ticks(window, "script")).toHaveAttribute("title", /: echo by the script/);
  // Its place is asked for every other second: before, it may be some rows off.
  await expect(async () => {
    await ticks(window, "script").click({ force: true });
    await expect(window.getByRole("textbox", { name: "Terminal input" })).toBeFocused();
    await expect.poll(() => liveText(window, "sh"), { timeout: 1000 }).toContain("$ echo by the script; seq 200");
  }).toPass();

  await window.keyboard.press("Control+Shift+L");
  const log = window.getByRole("log", { name: "Input" });
  const lines = log.getByRole("button");
  await expect(lines).toHaveCount(2);
  await lines.last().focus();
  await window.keyboard.press("Enter");
  await expect.poll(() => liveText(window, "sh")).toContain("$ echo by me; seq 100");
  await window.keyboard.press("ArrowUp");
  await expect(lines.first()).toBeFocused();
  await window.keyboard.press("Enter");
  await expect.poll(() => liveText(window, "sh")).toContain("$ echo by the script; seq 200");
  // One stop for Tab, however long the list is.
  expect(await log.locator("button[tabindex='0']").count()).toBe(1);
});

test("what is typed without an echo is masked in the list and in the marks", async ({ home, window }) => {
  await cottyOk(home, ["start", "login", "printf 'Password: '; stty -echo; read secret; stty echo; echo done; cat"]);
  await window.getByRole("button", { name: /^Open login/ }).click();
  await expect.poll(() => liveText(window, "login")).toContain("Password:");
  await window.keyboard.type("hunter2\n");
  await expect.poll(() => liveText(window, "login")).toContain("done");
  await window.keyboard.press("Control+Shift+L");
  await expect(window.getByRole("log", { name: "Input" }).getByRole("button")).not.toHaveCount(0);
  expect(await window.content()).not.toContain("hunter2");
});
