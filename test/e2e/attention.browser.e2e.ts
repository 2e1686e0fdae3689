/** Why a session is in its state, what a person says against it, and messages of agents. */
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";

test("the inspector explains a state; a person corrects it and takes that back, by keyboard", async ({ home, window }) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "batch", command: "read -p 'Batch 7 finished. Next? ' x; cat" });
  const tile = window.getByRole("article", { name: "batch" });
  await expect(tile).toContainText("Needs you");
  await tile.getByRole("button", { name: /open/i }).first().click();
  await window.getByRole("button", { name: "Who typed what" }).click();
  const state = window.getByRole("region", { name: "State" });
  await expect(state).toContainText("asks: Batch 7 finished. Next?");
  await expect(state.getByRole("list", { name: "Evidence" })).toContainText("is blocked reading the terminal");
  expect(await violations(window, { within: "aside" })).toEqual([]);

  const wrong = state.getByRole("combobox", { name: "Wrong? It is" });
  await wrong.focus();
  await wrong.selectOption("Idle");
  await expect(state).toContainText("you have said so");
  await expect(window.getByRole("button", { name: /needs? you/ })).toHaveCount(0);
  await state.getByRole("button", { name: "Forget this rule" }).press("Enter");
  await expect(state).toContainText("asks: Batch 7 finished. Next?");
});

test("an agent's message is in the inbox until it is dismissed", async ({ home, window }) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "work", command: "cat" });
  await agent.terminal({ action: "notify", id: "work", data: "review this diff" });
  const entry = window.getByRole("region", { name: "Needs you" }).getByRole("listitem");
  await expect(entry).toContainText("Message");
  await expect(entry).toContainText("review this diff");
  await expect(window.getByRole("article", { name: "work" })).toContainText("review this diff");
  await entry.getByRole("button", { name: "Dismiss work" }).press("Enter");
  await expect(entry).toHaveCount(0);
  await window.reload();
  await expect(window.getByRole("article", { name: "work" })).toBeVisible();
  await expect(window.getByRole("button", { name: /needs? you/ })).toHaveCount(0);
});
