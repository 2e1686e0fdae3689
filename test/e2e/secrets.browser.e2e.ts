/** Passwords: shown as such, asked for by agents, answered in the inbox, the tile and the terminal, by keyboard (A16). Codes: docs/threats.md. */
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";
import { tileText } from "./window-text.ts";

const SECRET = "hunter2-SECRET";
const ASKS = "read -s -p 'Token? ' x; echo; echo length ${#x}; cat";

test("what an agent asks for is answered in the inbox, in a masked field, and shows nowhere", async ({ home, window }) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "deploy", command: ASKS });
  const tile = window.getByRole("article", { name: "deploy" });
  await expect(tile).toContainText("Password");
  expect((await agent.terminal({ action: "stdin", id: "deploy", data: "guess\r" })).text).toContain("send_secret");
  const sent = agent.terminal({ action: "send_secret", id: "deploy", data: "token of the registry", wait: "length \\d+" });
  const inbox = window.getByRole("region", { name: "Needs you" });
  await expect(inbox.getByRole("listitem")).toContainText("Claude Code asks for: token of the registry");

  await inbox.getByRole("button", { name: "Reply to deploy" }).press("Enter");
  const field = inbox.getByLabel("Reply to deploy");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("type", "password");
  expect(await violations(window)).toEqual([]);
  await window.keyboard.type(SECRET);
  await window.keyboard.press("Enter");
  await expect.poll(() => tileText(window, "deploy")).toContain(`length ${SECRET.length}`);
  expect((await sent).text).not.toContain(SECRET);
  await expect(inbox).toHaveCount(0);
  await expect(tile).not.toContainText("Password");
  await tile.getByRole("button", { name: /^Open deploy/ }).click();
  await window.keyboard.press("Control+Shift+L");
  await expect(window.getByRole("log", { name: "Input" })).toContainText("••••");
  expect(await window.content()).not.toContain(SECRET);
});

test("a person says no; what they type into the terminal is hidden, and the strip says so", async ({ home, window }) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "deploy", command: ASKS });
  const inbox = window.getByRole("region", { name: "Needs you" });
  const refused = agent.terminal({ action: "send_secret", id: "deploy", data: "a token" });
  await expect(inbox.getByRole("listitem")).toContainText("Claude Code asks for: a token");
  await inbox.getByRole("button", { name: "Reply to deploy" }).click();
  await inbox.getByRole("button", { name: "Say no to Claude Code" }).click();
  expect((await refused).text).toContain("the person said no");

  await window.getByRole("button", { name: /^Open deploy/ }).click();
  const strip = window.getByRole("region", { name: "Who drives deploy" });
  await expect(strip).toContainText("What you type is not shown to agents and not recorded.");
  const sent = agent.terminal({ action: "send_secret", id: "deploy", data: "a token", wait: "length \\d+" });
  await expect(strip).toContainText("Claude Code asks for: a token.");
  expect(await violations(window)).toEqual([]);
  await window.keyboard.type(SECRET);
  await window.keyboard.press("Enter");
  expect((await sent).text).toMatch(/length 14/);
  await expect(strip).toContainText("You are driving");
});
