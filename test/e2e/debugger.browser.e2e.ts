/** A debugger in the session view: where it stands, and buttons that type for the person. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

test("a person sees where an agent left pdb, steps on by button and by key, and the agent sees it", async ({ home, window }) => {
  writeFileSync(join(home.root, "t.py"), "total = 0\nfor n in range(3):\n    total += n\nprint(total)\n");
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({
    action: "start",
    name: "pdb",
    command: `python3 -m pdb ${join(home.root, "t.py")}`,
    steps: ["break 3"],
  });
  await window.getByRole("button", { name: /^Open pdb/ }).click();
  const bar = window.getByRole("region", { name: "Debugger" });
  await expect(bar).toContainText("pdb: stopped at t.py:1 total = 0");
  expect(await violations(window, { within: "[aria-label=Debugger]" })).toEqual([]);

  await bar.getByRole("button", { name: "Next line" }).press("Enter");
  await expect(bar).toContainText("stopped at t.py:2");
  await expect(window.getByText("You are driving")).toBeVisible();
  await window.keyboard.press("Control+Shift+F9");
  await expect(bar).toContainText("stopped at t.py:3 total += n");
  await bar.getByRole("button", { name: "Breakpoints: 1" }).press("Enter");
  await expect(bar.getByRole("list", { name: "Breakpoints" })).toContainText("t.py:3");

  await test.step("in a narrow pane it is one line, and what finds no room is in a menu", async () => {
    const { height } = (await bar.locator("> div").boundingBox()) ?? { height: 0 };
    await window.setViewportSize({ width: 500, height: 800 });
    await window.keyboard.press("Control+Shift+B");
    const more = bar.getByRole("button", { name: "More to tell pdb" });
    await expect(more).toBeVisible();
    await expect.poll(async () => (await bar.locator("> div").boundingBox())?.height).toBe(height);
    await more.press("Enter");
    await window.getByRole("menuitem", { name: "Backtrace" }).press("Enter");
    await expect.poll(() => liveText(window, "pdb")).toContain("(Pdb) where");
    await window.setViewportSize({ width: 1440, height: 900 });
    await expect(more).toBeHidden();
  });

  await window.getByRole("button", { name: /^Hand back/ }).click();
  // The agent might be quicker than the click otherwise.
  await expect(window.getByRole("button", { name: /^Hand back/ })).toBeHidden();
  const { text } = await agent.terminal({ action: "stdin", id: "pdb", data: "p n\r", wait: true });
  expect(text).toContain('a person had the keyboard and typed "next');
});
