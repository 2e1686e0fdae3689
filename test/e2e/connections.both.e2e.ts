/** The page of connections, with real clients. */
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";

test("who is connected and what each may do; a token is not lost to Escape; what was refused is found", async ({
  window,
  home,
}) => {
  test.setTimeout(180_000);
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "one", command: "cat" });
  await agent.terminal({ action: "stdin", id: "not-mine", data: "x" });
  await window.getByRole("button", { name: "Settings" }).click();
  await window.getByRole("menuitem", { name: "Connections" }).click();
  await expect(window.getByRole("heading", { name: "Connections" })).toBeVisible();

  const clients = window.getByRole("region", { name: "Connected now" });
  const row = clients.getByRole("row", { name: /Claude Code/ });
  await expect(row).toContainText("Agent");
  await expect(row).toContainText("Starts and drives its own sessions");
  await expect(row).toContainText("1 session");
  await expect(clients.getByRole("row", { name: /This window/ })).toContainText("Everything: it acts for you");

  const audit = window.getByRole("region", { name: "Audit", exact: true });
  await expect(audit.getByRole("row", { name: /session\/create/ })).toBeVisible();
  await audit.getByRole("checkbox", { name: "Refused only" }).check();
  await expect(audit.getByRole("row", { name: /not-mine.*no-such-session/ })).toBeVisible();
  await expect(audit.getByRole("row", { name: /session\/create/ })).toHaveCount(0);
  await audit.getByLabel("Client").fill("nobody of this name");
  await expect(audit).toContainText("No row passes the filter.");
  expect(await violations(window)).toEqual([]);

  await test.step("Escape leaves a token that is shown only once where it is, until it is pressed again", async () => {
    await window.getByRole("button", { name: "Settings" }).click();
    await window.getByRole("menuitem", { name: "Agents over HTTP…" }).click();
    const dialog = window.getByRole("dialog", { name: "Agents over HTTP" });
    await dialog.getByRole("textbox", { name: "Agent" }).fill("codex");
    await window.keyboard.press("Enter");
    const token = dialog.getByRole("region", { name: "Token of codex" });
    await expect(token).toBeVisible();
    await window.keyboard.press("Escape");
    await expect(dialog.getByRole("alert")).toContainText("shown only here");
    await expect(token).toBeVisible();
    await window.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});
