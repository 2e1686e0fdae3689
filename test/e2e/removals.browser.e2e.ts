/** Whatever a person takes away by keyboard, the keyboard goes on at what is next, or at the heading. */
import type { Locator, Page } from "@playwright/test";
import { startAgent } from "../support/agent.ts";
import { cottyOk } from "../support/cotty.ts";
import { startHeadless } from "../support/headless.ts";
import { expect, test } from "./window-test.ts";

async function showConnections(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).press("Enter");
  await page.getByRole("menuitem", { name: "Connections" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Connections" })).toBeVisible();
}

/** Presses the first of the buttons, then Enter until none is left: the keyboard goes on by itself. */
async function removeAll(page: Page, buttons: Locator): Promise<void> {
  await buttons.first().focus();
  for (let left = await buttons.count(); left > 0; left--) {
    await expect(buttons.first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(buttons).toHaveCount(left - 1);
  }
}

test("tokens and share links, on their page and in their dialogs", async ({ window, home }) => {
  await cottyOk(home, ["start", "one", "cat"]);
  for (const name of ["codex", "gemini", "cursor", "zed"]) await cottyOk(home, ["token", "create", name]);
  await showConnections(window);
  const tokens = window.getByRole("region", { name: "Agents over HTTP" });
  const revoke = tokens.getByRole("button", { name: /^Revoke the token of/ });
  await expect(revoke).toHaveCount(4);
  // In the middle, the next one; at the end, the one before.
  await tokens.getByRole("button", { name: "Revoke the token of gemini" }).press("Enter");
  await expect(revoke).toHaveCount(3);
  await expect(revoke.nth(1)).toBeFocused();
  await revoke.last().press("Enter");
  await expect(revoke).toHaveCount(2);
  await expect(revoke.last()).toBeFocused();

  await window.getByRole("button", { name: "Settings" }).press("Enter");
  await window.getByRole("menuitem", { name: "Agents over HTTP…" }).press("Enter");
  const dialog = window.getByRole("dialog", { name: "Agents over HTTP" });
  await removeAll(window, dialog.getByRole("button", { name: /^Revoke/ }));
  await expect(dialog.getByRole("heading", { name: "Agents over HTTP" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Agent" }).fill("codex");
  await window.keyboard.press("Enter");
  await expect(dialog.getByLabel("Address and header")).toBeFocused();
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Agent" })).toBeFocused();
  await window.keyboard.press("Escape");

  await window.keyboard.press("Control+Shift+Enter");
  await window.getByRole("button", { name: "More for one" }).press("Enter");
  await window.getByRole("menuitem", { name: /^Read-only link/ }).press("Enter");
  const links = window.getByRole("dialog", { name: "Read-only link to one" });
  const ends = links.getByRole("button", { name: "Revoke the link to one" });
  for (const count of [1, 2, 3]) {
    await links.getByRole("button", { name: "Create link" }).press("Enter");
    await expect(ends).toHaveCount(count);
  }
  await ends.first().press("Enter");
  await expect(ends).toHaveCount(2);
  await expect(ends.first()).toBeFocused();
  await window.keyboard.press("Escape");
  await showConnections(window);
  const shared = window.getByRole("region", { name: "Share links" });
  await removeAll(window, shared.getByRole("button", { name: "Revoke the link to one" }));
  await expect(shared.getByRole("heading", { name: "Share links" })).toBeFocused();
});

test("a grant: its agent stays, and so does the keyboard", async ({ window, home }) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "list" });
  await showConnections(window);
  const agents = window.getByRole("region", { name: "What agents may do" });
  const change = agents.getByRole("button", { name: "Change what Claude Code may do" });
  await change.press("Enter");
  await window.getByRole("dialog").getByRole("button", { name: "This run" }).press("Enter");
  await agents.getByRole("button", { name: "Revoke what Claude Code was granted" }).press("Enter");
  await expect(change).toBeFocused();
});

test("recent commands and variables of a new session", async ({ window }) => {
  const dialog = window.getByRole("dialog", { name: "New session" });
  for (const command of ["echo first; cat", "echo second; cat", "cat"]) {
    await window.keyboard.press("Control+Shift+O");
    await dialog.getByRole("textbox", { name: "Command" }).fill(command);
    await window.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
  }
  await window.keyboard.press("Control+Shift+O");
  const forget = dialog.getByRole("region", { name: "Recent" }).getByRole("button", { name: /^Forget/ });
  await expect(forget).toHaveCount(3);
  await removeAll(window, forget);
  await expect(dialog.getByRole("heading", { name: "New session" })).toBeFocused();

  await dialog.getByText("Environment", { exact: true }).click();
  const remove = dialog.getByRole("button", { name: /^Remove variable/ });
  for (const count of [1, 2]) {
    await dialog.getByRole("button", { name: "Add a variable" }).press("Enter");
    await expect(remove).toHaveCount(count);
  }
  await remove.last().press("Enter");
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
  await window.keyboard.press("Enter");
  await expect(remove).toHaveCount(0);
  await expect(dialog.getByRole("heading", { name: "New session" })).toBeFocused();
});

test("the keys of a command, and a tab", async ({ window, home }) => {
  await cottyOk(home, ["start", "one", "cat"]);
  await window.keyboard.press("Control+Shift+Comma");
  const sections = window.getByRole("navigation", { name: "Sections of the settings" });
  await sections.getByRole("button", { name: "Keyboard" }).press("Enter");
  const row = window.locator('[data-setting="kill"]');
  await row.getByRole("button", { name: /^No keys for/ }).press("Enter");
  await expect(row.getByRole("button", { name: /^Default keys for/ })).toBeFocused();
  await window.keyboard.press("Enter");
  await expect(row.getByRole("button", { name: /^No keys for/ })).toBeFocused();

  await window.getByRole("button", { name: "Back to sessions" }).press("Enter");
  const open = window.getByRole("button", { name: /^Open one/ });
  await open.press("/");
  await window.getByRole("textbox", { name: "Filter the sessions" }).fill("on");
  await window.getByRole("button", { name: "Save as tab" }).press("Enter");
  await window.getByRole("textbox", { name: "Name of the tab" }).fill("Ones");
  await window.keyboard.press("Enter");
  await expect(window.getByRole("button", { name: "Rename tab" })).toBeFocused();
  await window.getByRole("button", { name: "Remove tab" }).press("Enter");
  await expect(open).toBeFocused();
});

test("a bar that a person dismisses, and a session that is removed", async ({ window, home }) => {
  for (const name of ["one", "two", "three"]) await cottyOk(home, ["start", name, "true"]);
  await expect(window.getByRole("article")).toHaveCount(3);
  for (const [name, next] of [
    ["two", "three"],
    ["three", "one"],
  ] as const) {
    await window.getByRole("button", { name: `More for ${name}` }).press("Enter");
    await window.getByRole("menuitem", { name: "Remove" }).press("Enter");
    await expect(window.getByRole("article", { name })).toHaveCount(0);
    await expect(window.getByRole("button", { name: new RegExp(`^Open ${next}`) })).toBeFocused();
  }
  await window.keyboard.press("Control+Shift+Period");
  const bar = window.getByRole("region", { name: "Agents halted" });
  await bar.getByRole("button", { name: /^Let agents type again/ }).press("Enter");
  await expect(bar).toBeHidden();
  await expect(window.getByRole("main")).toBeFocused();
});

test("recordings: the next one, and the heading after the last", async ({ home, page }) => {
  await using host = await startHeadless(home);
  for (const name of ["one", "two", "three"]) {
    await cottyOk(home, ["start", name, "true"]);
    await cottyOk(home, ["wait", "--exit", name]);
    await cottyOk(home, ["stop", name]);
  }
  await page.goto(await host.newAddress());
  await page.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).press("Enter");
  const rows = page.getByRole("list", { name: "Recordings" }).getByRole("button", { name: /^Delete/ });
  await expect(rows).toHaveCount(3);
  await rows.first().focus();
  for (const left of [2, 1, 0]) {
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Space");
    await expect(rows).toHaveCount(left);
  }
  await expect(page.getByRole("heading", { name: "Recordings" })).toBeFocused();
});
