/** The person lets agents in over HTTP, from the window: the switch, a token, and its end. */
import { violations } from "../support/axe.ts";
import { connectHttpAgent } from "../support/mcp-agent.ts";
import { expect, test } from "./window-test.ts";

test("a token made in the window lets an agent in, until it is revoked or the switch is off", async ({ window }) => {
  test.setTimeout(240_000);
  await window.getByRole("button", { name: "Settings" }).click();
  await window.getByRole("menuitem", { name: "Agents over HTTP…" }).click();
  const dialog = window.getByRole("dialog", { name: "Agents over HTTP" });
  const letIn = dialog.getByRole("checkbox", { name: /Let them in/ });
  await expect(letIn).not.toBeChecked();
  await letIn.click();
  await expect(letIn).toBeChecked();

  await dialog.getByLabel("Agent").fill("codex");
  await window.keyboard.press("Enter");
  const created = dialog.getByRole("region", { name: "Token of codex" });
  const [url = "", header = ""] = (await created.getByLabel("Address and header").innerText()).split("\n");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const token = header.replace("Authorization: Bearer ", "");
  expect(await violations(window, { within: "[role=dialog]" })).toEqual([]);

  await test.step("the agent works, and its session is seen; the token is not shown again", async () => {
    await using agent = await connectHttpAgent("2026-07-28", url, token);
    await agent.call({ action: "start", command: "echo over http; cat", name: "remote", wait: "over http" });
    await created.getByRole("button", { name: "Done" }).click();
    await expect(dialog).not.toContainText(token);
    await expect(dialog.getByRole("list", { name: "Tokens" })).toContainText("codex");
    await window.keyboard.press("Escape");
    await expect(window.getByRole("article", { name: "remote" })).toBeVisible();
  });

  await test.step("a session is shared from its menu, and taken back", async () => {
    const more = window.getByRole("article", { name: "remote" }).getByRole("button", { name: /^More for/ });
    await more.click();
    await window.getByRole("menuitem", { name: "Share with all agents" }).click();
    await more.click();
    await window.getByRole("menuitem", { name: "Stop sharing" }).click();
    await more.click();
    await expect(window.getByRole("menuitem", { name: "Share with all agents" })).toBeVisible();
    await window.keyboard.press("Escape");
  });

  await test.step("revoked: the agent is out", async () => {
    await window.getByRole("button", { name: "Settings" }).click();
    await window.getByRole("menuitem", { name: "Agents over HTTP…" }).click();
    await dialog.getByRole("button", { name: "Revoke the token of codex" }).click();
    await expect(dialog.getByRole("list", { name: "Tokens" })).toBeHidden();
    await expect(connectHttpAgent("2026-07-28", url, token)).rejects.toThrow(/401|nauthorized/);
  });
});
