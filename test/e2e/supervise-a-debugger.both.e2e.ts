/**
 * The main job, end to end: an agent drives a real debugger while a person
 * watches, types, takes over, hands back, kills and exports.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { startAgent } from "../support/agent.ts";
import { inputsByDriver } from "../support/cast.ts";
import { compileFixture } from "../support/compile.ts";
import type { Home } from "../support/home.ts";
import { expect, test } from "./window-test.ts";
import { liveText, tileText } from "./window-text.ts";

const ID = "gdb";
const AGENT = "Claude Code";
const PROMPT = "\\(gdb\\)";
const root = resolve(import.meta.dirname, "../..");

test("an agent drives gdb; a person types bt, takes over, hands back, kills and exports", async ({ window, home }, info) => {
  test.setTimeout(240_000);
  const program = compileFixture(home, "debuggee.c");
  await using agent = await startAgent(home, AGENT);

  await test.step("the agent starts gdb, and the window shows it", async () => {
    const start = { action: "start", name: ID, command: `gdb -q -nx -iex 'set debuginfod enabled off' ${program}`, wait: PROMPT };
    expect(await agent.terminal(start)).toEqual({ isError: false, text: expect.stringContaining("(gdb)") });
    const tile = window.getByRole("article", { name: ID });
    await expect(tile).toContainText(AGENT);
    await expect.poll(() => tileText(window, ID)).toContain("(gdb)");
    await tile.getByRole("button", { name: `Open ${ID}` }).click();
    await expect.poll(() => liveText(window, ID)).toContain("(gdb)");
  });

  await test.step("what the agent types is there live", async () => {
    const answer = await agent.terminal({
      action: "stdin",
      id: ID,
      data: "break innermost\rrun\r",
      wait: `Breakpoint 1, [^]*${PROMPT}`,
    });
    expect(answer.text).toContain("Breakpoint 1, innermost");
    await expect.poll(() => liveText(window, ID)).toContain("Breakpoint 1, innermost");
    await expect(driveStrip(window)).toContainText(AGENT);
  });

  await test.step("the person types bt and has the keyboard with the first key", async () => {
    await terminal(window).click();
    await window.keyboard.type("bt");
    await window.keyboard.press("Enter");
    await expect.poll(() => liveText(window, ID)).toMatch(/#0 .*innermost[^]*#1 .*middle[^]*#2 .*main/);
    await expect(driveStrip(window)).toContainText("You are driving");
  });

  await test.step("the agent is refused, and told who types", async () => {
    const refused = await agent.terminal({ action: "stdin", id: ID, data: "continue\r" });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^A person \(window\) has the keyboard of session gdb, .*Nothing was typed/);
    expect(await liveText(window, ID)).not.toContain("continue");
  });

  await test.step("handed back, the agent goes on; taken over by the button, it is refused again", async () => {
    await driveStrip(window)
      .getByRole("button", { name: /^Hand back/ })
      .click();
    await expect(driveStrip(window)).not.toContainText("You are driving");
    expect((await agent.terminal({ action: "stdin", id: ID, data: "info breakpoints\r", wait: PROMPT })).text).toContain(
      "already hit 1 time",
    );
    await driveStrip(window)
      .getByRole("button", { name: /^Take over/ })
      .click();
    await expect(driveStrip(window)).toContainText("You are driving");
    expect((await agent.terminal({ action: "stdin", id: ID, data: "continue\r" })).isError).toBe(true);
    await driveStrip(window)
      .getByRole("button", { name: /^Hand back/ })
      .click();
  });

  await test.step("the person kills it; its screen stays", async () => {
    await window.getByRole("button", { name: "Kill…" }).click();
    await window.getByRole("dialog").getByRole("button", { name: /^Kill/ }).click();
    await expect(window.getByRole("region", { name: "Session ended" })).toContainText("The program has ended");
    expect(await liveText(window, ID)).toContain("#2 ");
    expect((await agent.terminal({ action: "wait", id: ID, exit: true })).text).toContain("exited");
  });

  await test.step("the exported recording says who typed what", async () => {
    const inputs = inputsByDriver(await exportCast(window, home, info));
    expect(inputs.get(`${AGENT} (mcp)`)).toBe("break innermost\rrun\rinfo breakpoints\r");
    expect(inputs.get("You (window)")).toBe("bt\r");
  });
});

/** From the window where its browser can save files, else with the command. */
async function exportCast(window: Page, home: Home, info: TestInfo): Promise<string> {
  if (info.project.name === "desktop") {
    const { stdout } = spawnSync(process.execPath, [join(root, "bin/cotty.js"), "export", ID], {
      env: home.env,
      encoding: "utf8",
    });
    return stdout;
  }
  await window.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    window.waitForEvent("download"),
    window.getByRole("menuitem", { name: "Export recording (.cast)" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.cast$/);
  return readFileSync(await download.path(), "utf8");
}

function driveStrip(window: Page): ReturnType<Page["getByRole"]> {
  return window.getByRole("region", { name: "Who drives" });
}

function terminal(window: Page): ReturnType<Page["locator"]> {
  return window.locator(".xterm-screen");
}
