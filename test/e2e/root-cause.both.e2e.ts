/** Two drivers, one debugger: an agent and a person in turns find the root cause of a crash, and each learns what the other did. */
import type { Page } from "@playwright/test";
import { startAgent } from "../support/agent.ts";
import { inputsByDriver } from "../support/cast.ts";
import { compileFixture } from "../support/compile.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";
import { liveText, tileText } from "./window-text.ts";

const AGENT = "Claude Code";
const ID = "gdb";
/** Some virtual machines have no debug registers: a hardware watchpoint is set there, and never stops the program. */
const SOFTWARE_WATCHPOINTS = "set can-use-hw-watchpoints 0";
const GDB = `gdb -q -nx -iex 'set debuginfod enabled off' -iex 'set confirm off' -iex '${SOFTWARE_WATCHPOINTS}'`;
const ROOT_CAUSE = "rename_item (stock.c:10) writes past name[8]: the end of a long name overwrites cents";

test("gdb, driven by an agent and a person in turns to the root cause of a crash", async ({ window, home }) => {
  test.setTimeout(240_000);
  const program = compileFixture(home, "stock.c");
  await using agent = await startAgent(home, AGENT);
  const place = window.getByRole("region", { name: "Debugger" });

  await test.step("the agent runs the program until it crashes", async () => {
    const crash = await agent.terminal({ action: "start", name: ID, command: `${GDB} ${program}`, steps: ["run"] });
    expect(crash.text).toMatch(/SIGSEGV[^]*print_price [^]*at stock\.c:15/);
  });

  await test.step("the person sees where it stopped, finds that the pointer is text, and goes up the stack", async () => {
    await window.getByRole("button", { name: `Open ${ID}` }).click();
    await expect(place).toContainText("gdb: stopped at stock.c:15");
    await window.locator(".xterm-screen").click();
    await type(window, "print *item", "cents = 0x6165742079");
    await type(window, "x/s &item->cents", '"y tea"');
    await type(window, "up", "#1 ");
    await expect(place).toContainText("gdb: stopped at stock.c:21");
    await window.getByRole("button", { name: /^Hand back/ }).click();
    // The agent might be quicker than the click otherwise.
    await expect(window.getByRole("button", { name: /^Hand back/ })).toBeHidden();
  });

  await test.step("the agent is told of it, and a watchpoint stops at the line that writes the text", async () => {
    const seen = await agent.terminal({ action: "stdin", id: ID, steps: ["start"] });
    expect(seen.text).toContain('a person had the keyboard and typed "print *item\\rx/s &item->cents\\rup\\r"');
    expect(seen.text).toContain('"y tea"');
    const steps = ["watch stock[1].cents", "continue", "print i"];
    const found = await agent.terminal({ action: "stdin", id: ID, steps });
    expect(found.text).toMatch(/Old value = .* <tea>\nNew value = [^]*rename_item [^]*at stock\.c:10\n[^]*\n\$\d+ = 8\n/);
    await expect(place).toContainText("gdb: stopped at stock.c:10");
  });

  await test.step("the agent tells the person the root cause", async () => {
    await window.getByRole("button", { name: "Back to all sessions" }).click();
    await agent.terminal({ action: "notify", id: ID, data: ROOT_CAUSE });
    await expect(window.getByRole("region", { name: "Needs you" })).toContainText(ROOT_CAUSE);
    await expect.poll(() => tileText(window, ID)).toContain("= 8");
  });

  await test.step("the recording says who typed what", async () => {
    expect([...inputsByDriver(await cottyOk(home, ["export", ID]))]).toEqual([
      [`${AGENT} (mcp)`, "run\rstart\rwatch stock[1].cents\rcontinue\rprint i\r"],
      ["You (window)", "print *item\rx/s &item->cents\rup\r"],
    ]);
  });
});

/** Types a line as a person does, and waits for what it brings. */
async function type(window: Page, line: string, answer: string): Promise<void> {
  await window.keyboard.type(`${line}\n`);
  await expect.poll(() => liveText(window, ID)).toContain(answer);
}
