/** The window without a mouse, and as assistive technology finds it. */
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";
import { liveText, tileText } from "./window-text.ts";

for (const scheme of ["dark", "light"] as const) {
  test(`axe finds nothing in any view, ${scheme}`, async ({ window, home }) => {
    test.setTimeout(360_000);
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    expect(await violations(window), "the empty window").toEqual([]);

    await using agent = await startAgent(home, "Claude Code");
    await agent.terminal({ action: "start", name: "asks", command: "printf 'Do you want to continue? [Y/n] '; read x" });
    await agent.terminal({ action: "start", name: "failed", command: "echo 'error: no such file'; exit 2", exit: true });
    await agent.terminal({ action: "start", name: "shell", command: "echo ready; cat", wait: "ready" });
    await expect(window.getByRole("article", { name: "asks" })).toContainText("Needs you");
    await expect(window.getByRole("article", { name: "failed" })).toContainText("Exited 2");
    expect(await violations(window), "the grid").toEqual([]);

    await window.getByRole("button", { name: "Open shell" }).click();
    await expect.poll(() => liveText(window, "shell")).toContain("ready");
    expect(await violations(window), "a session").toEqual([]);

    await window.getByRole("button", { name: "Kill…" }).click();
    await expect(window.getByRole("dialog", { name: "Kill shell?" })).toBeVisible();
    expect(await violations(window), "the kill dialog").toEqual([]);
    await window.keyboard.press("Escape");

    await window.getByRole("button", { name: "New session" }).first().click();
    await expect(window.getByRole("dialog", { name: "New session" })).toBeVisible();
    expect(await violations(window), "the new session dialog").toEqual([]);
  });
}

test("by keyboard alone: a new session, typing into it, handing back, and out again", async ({ window }) => {
  await window.getByRole("button", { name: "New session" }).first().focus();
  await window.keyboard.press("Enter");
  const dialog = window.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Command")).toBeFocused();
  await window.keyboard.type("cat");
  await window.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const strip = window.getByRole("region", { name: "Who drives" });
  await expect(strip).toBeVisible();
  await expect(window.getByRole("textbox", { name: "Terminal input" })).toBeFocused();
  await window.keyboard.type("typed without a mouse");
  await window.keyboard.press("Enter");
  await expect(strip).toContainText("You are driving");
  await window.keyboard.press("Control+Shift+E");
  await expect(strip).not.toContainText("You are driving");
  await window.keyboard.press("Control+Shift+Enter");
  const tile = window.getByRole("article").first();
  await expect(tile).toBeVisible();
  const id = (await tile.getAttribute("data-session")) ?? "";
  await expect.poll(() => tileText(window, id)).toContain("typed without a mouse\ntyped without a mouse");
});
