/** The empty window connects an agent by itself: from the change to its configuration to its first session. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { createHome, processesIn } from "../support/home.ts";
import { expect, test as base } from "./window-test.ts";

const BEFORE = '{\n  "theme": "dark"\n}\n';

/** A home whose owner has Cursor, and no other configuration of this machine. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to see what a fixture needs
  home: async ({}, use) => {
    await using home = createHome();
    const person = join(home.root, "person");
    mkdirSync(join(person, ".cursor"), { recursive: true });
    writeFileSync(join(person, ".cursor/mcp.json"), BEFORE);
    await use({ ...home, env: { ...home.env, HOME: person, XDG_CONFIG_HOME: join(person, ".config"), PATH: "/usr/bin:/bin" } });
    await expect.poll(() => processesIn(home.root), { message: "processes left behind" }).toEqual([]);
  },
});

test("by keyboard: the change is shown, written, waited for, and taken back", async ({ window, home }) => {
  test.setTimeout(120_000);
  const file = join(home.root, "person/.cursor/mcp.json");
  const panel = window.getByRole("region", { name: "Connect an agent" });
  await expect(panel.getByRole("tab").first()).toHaveText("Cursor");
  await expect(panel.getByLabel("Change for Cursor")).toContainText('+   "mcpServers": {');
  await expect(panel).toContainText(file);
  expect(readFileSync(file, "utf8")).toBe(BEFORE);

  const connect = panel.getByRole("button", { name: "Connect Cursor" });
  await connect.focus();
  await window.keyboard.press("Enter");
  const written = panel.getByText("Cursor knows Cotty now.");
  await expect(written).toBeVisible();
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ theme: "dark", mcpServers: { cotty: { type: "stdio" } } });
  await expect(panel.getByRole("tab").first()).toHaveText("Cursor ✓");
  await expect(panel).toContainText("Waiting for the first connection…");
  expect(await violations(window)).toEqual([]);

  await test.step("an agent started as the file says is seen at once", async () => {
    await using agent = await startAgent(home, "Cursor");
    await expect(panel).toContainText("Cursor connected ✓ Ask it: “start python in a terminal and compute 2**100”");
    await expect(panel.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
    await agent.terminal({ action: "list" });
  });
  await expect(panel).toContainText("Cursor was connected ✓ Waiting for the next connection…");

  await test.step("undo shows what would go, and whoever keeps it is back at the button", async () => {
    const undo = panel.getByRole("button", { name: "Undo…" });
    await undo.focus();
    await window.keyboard.press("Enter");
    await expect(panel.getByLabel("Change for Cursor")).toBeFocused();
    await panel.getByRole("button", { name: "Keep it" }).focus();
    await window.keyboard.press("Enter");
    await expect(undo).toBeFocused();
  });

  await test.step("undo puts back what was there", async () => {
    await panel.getByRole("button", { name: "Undo…" }).focus();
    await window.keyboard.press("Enter");
    await expect(panel.getByLabel("Change for Cursor")).toContainText('-   "mcpServers": {');
    expect(readFileSync(file, "utf8")).not.toBe(BEFORE);
    await panel.getByRole("button", { name: "Remove from Cursor" }).focus();
    await window.keyboard.press("Enter");
    await expect(panel.getByText("Cursor is as before.")).toBeVisible();
    expect(readFileSync(file, "utf8")).toBe(BEFORE);
    await expect(panel.getByRole("button", { name: "Connect Cursor" })).toBeVisible();
  });
});

test("an agent that is not here, one with a damaged file, and any other one", async ({ window, home }) => {
  const panel = window.getByRole("region", { name: "Connect an agent" });
  await panel.getByRole("tab", { name: "Gemini CLI" }).click();
  await expect(panel).toContainText("Gemini CLI was not found on this machine.");
  await expect(panel).toContainText(`${home.root}/person/.gemini/settings.json (new)`);
  expect(existsSync(join(home.root, "person/.gemini"))).toBe(false);

  mkdirSync(join(home.root, "person/.codex"));
  writeFileSync(join(home.root, "person/.codex/config.toml"), "not toml");
  await panel.getByRole("tab", { name: "Codex" }).click();
  await expect(panel.getByRole("alert")).toContainText(".codex/config.toml was not changed");

  await panel.getByRole("tab", { name: "Other" }).click();
  const entry = JSON.parse(await panel.getByLabel("Entry for other agents").innerText()) as {
    mcpServers: { cotty: { command: string; args: string[] } };
  };
  const { command, args } = entry.mcpServers.cotty;
  expect([command, ...args].slice(0, 2).every((path) => existsSync(path))).toBe(true);
});

test("the file changes after it was shown: nothing is written, and the new change is shown", async ({ window, home }) => {
  const file = join(home.root, "person/.cursor/mcp.json");
  const panel = window.getByRole("region", { name: "Connect an agent" });
  await expect(panel.getByLabel("Change for Cursor")).toContainText('"theme": "dark"');
  writeFileSync(file, '{\n  "theme": "light"\n}\n');
  await panel.getByRole("button", { name: "Connect Cursor" }).click();
  await expect(panel.getByRole("alert")).toContainText("has changed since you looked. Nothing was written");
  expect(readFileSync(file, "utf8")).not.toContain("cotty");
  await expect(panel.getByLabel("Change for Cursor")).toContainText('"theme": "light"');
});
