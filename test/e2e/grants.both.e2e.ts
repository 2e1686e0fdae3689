/** First contact of an agent, and what a person grants it, by keyboard (A18). Codes: docs/threats.md. */
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";

test("a new agent is told of; it is granted all by keyboard, and that is revoked on the page", async ({ window, home }) => {
  test.setTimeout(180_000);
  await expect(window.getByRole("main")).toBeVisible();
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "list" });
  const news = window.getByRole("region", { name: "News" });
  await expect(news).toContainText("New agent: Claude Code");
  await expect(news).toContainText("Starts and drives its own sessions");
  await news.getByRole("button", { name: "What it may do…" }).press("Enter");
  const dialog = window.getByRole("dialog", { name: "What may Claude Code do?" });
  await expect(dialog.getByRole("radio", { name: /^Starts and drives its own sessions/ })).toBeFocused();
  await expect(dialog).toContainText(home.root);
  expect(await violations(window)).toEqual([]);

  await using other = await startAgent(home, "Codex");
  await other.terminal({ action: "start", name: "theirs", command: "echo hello; exec cat" });
  expect((await agent.terminal({ action: "stdout", id: "theirs" })).text).toMatch(/^Process not found: theirs\. /);
  await window.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: /^Reads and drives every session/ })).toBeChecked();
  await dialog.getByRole("button", { name: "This run" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await agent.terminal({ action: "stdout", id: "theirs" })).text).toContain("hello");

  await window.getByRole("button", { name: "Settings" }).click();
  await window.getByRole("menuitem", { name: "Connections" }).click();
  const page = window.getByRole("region", { name: "What agents may do" });
  await expect(page.getByRole("row", { name: /Claude Code/ })).toContainText("This run");
  await expect(page.getByRole("row", { name: /Codex/ })).toContainText("New: nothing granted");
  expect(await violations(window)).toEqual([]);
  await page.getByRole("button", { name: "Revoke what Claude Code was granted" }).press("Enter");
  await expect(page.getByRole("row", { name: /Claude Code/ })).toContainText("Starts and drives its own sessions");
  expect((await agent.terminal({ action: "stdout", id: "theirs" })).text).toMatch(/^Process not found: theirs\. /);

  const audit = window.getByRole("region", { name: "Audit", exact: true });
  await audit.getByLabel("Session").fill("theirs");
  await expect(audit.getByRole("row", { name: /session\/create.*theirs/ })).toBeVisible();
  await expect(audit.getByRole("row", { name: /grant\/give/ })).toHaveCount(0);
  await audit.getByLabel("Session").fill("");
  await expect(audit.getByRole("row", { name: /grant\/give agent-[0-9a-f]{16} \(all, run\)/ })).toBeVisible();
});

test("an agent that may only read asks for more: a bar says so until a person has chosen", async ({ window, home }) => {
  await expect(window.getByRole("main")).toBeVisible();
  await window.keyboard.press("Control+Shift+Comma");
  await window.getByRole("navigation", { name: "Sections of the settings" }).getByRole("button", { name: "Agents" }).click();
  await window.getByLabel("A new agent").selectOption("Reads what is shared with it");
  await using agent = await startAgent(home, "Gemini");
  await expect
    .poll(async () => (await agent.terminal({ action: "start", name: "mine", command: "exec cat" })).text)
    .toContain("needs tier 'own', and yours is 'observe'");
  const bar = window.getByRole("region", { name: "Agents that ask" });
  await expect(bar).toContainText("Gemini was refused: it only reads what is shared with it.");
  expect(await violations(window)).toEqual([]);
  await bar.getByRole("button", { name: /Choose/ }).press("Enter");
  const dialog = window.getByRole("dialog", { name: "What may Gemini do?" });
  // What it was refused for is proposed; Enter grants it for as short as can be.
  await expect(dialog.getByRole("radio", { name: /^Starts and drives its own sessions/ })).toBeFocused();
  await window.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(bar).toHaveCount(0);
  expect((await agent.terminal({ action: "start", name: "mine", command: "exec cat" })).isError).toBe(false);
});
