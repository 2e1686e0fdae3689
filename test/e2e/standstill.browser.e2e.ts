/** Freezing a session and halting all agents, in the window, by keyboard (A17). Codes: docs/threats.md. */
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";
import { tileText } from "./window-text.ts";

const TICKS = "i=0; while :; do i=$((i+1)); echo tick $i; sleep 0.05; done";

test("a session is frozen and goes on, from its menu and from its strip", async ({ home, window }) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "ticks", command: TICKS });
  const tile = window.getByRole("article", { name: "ticks" });
  await expect.poll(() => tileText(window, "ticks")).toContain("tick 3");
  await tile.getByRole("button", { name: "More for ticks" }).press("Enter");
  await window.getByRole("menuitem", { name: "Freeze" }).press("Enter");
  await expect(tile).toContainText("Frozen");
  const { text } = await agent.terminal({ action: "stdin", id: "ticks", data: "x" });
  expect(text).toMatch(/a person has frozen session ticks/);
  await tile.getByRole("button", { name: /^Open ticks/ }).press("Enter");
  const strip = window.getByRole("region", { name: "Who drives ticks" });
  await expect(strip).toContainText("Agents cannot type");
  expect(await violations(window)).toEqual([]);
  await strip.getByRole("button", { name: "Let go on" }).click();
  await expect(strip).not.toContainText("Frozen");
});

test("one chord halts every agent, and a bar says so until it is undone", async ({ home, window }) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "cat", command: "exec cat" });
  await expect(window.getByRole("article", { name: "cat" })).toBeVisible();
  await window.keyboard.press("Control+Shift+Period");
  const bar = window.getByRole("region", { name: "Agents halted" });
  await expect(bar).toContainText("All agents are halted.");
  expect((await agent.terminal({ action: "stdin", id: "cat", data: "x" })).text).toMatch(/halted all agents/);
  expect(await violations(window)).toEqual([]);
  await window.reload();
  await expect(bar).toBeVisible();
  await bar.getByRole("button", { name: /Let agents type again/ }).press("Enter");
  await expect(bar).toHaveCount(0);
  expect((await agent.terminal({ action: "stdin", id: "cat", data: "y\r", wait: "^y$" })).text).toMatch(/\[match/);
});
