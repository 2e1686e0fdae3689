/** How soon the relay ends when its agent has gone (F12 and terminalcp's defect 10 in docs/threats.md). */
import { expect, test } from "vitest";
import { startStopwatch } from "../../support/budget.ts";
import { cottyOk } from "../../support/cotty.ts";
import { createHome } from "../../support/home.ts";
import { RawAgent } from "../../support/raw-agent.ts";

test("F12 exits within a second of the end of its stdin, quietly, and the host lives on", async () => {
  await using home = createHome();
  const agent = new RawAgent(home);
  await agent.begin();
  await agent.call({ action: "start", command: "cat", name: "stays" });
  void agent.call({ action: "wait", id: "stays", pattern: "never" });
  const watch = startStopwatch();
  const code = await agent.end();
  expect(code).toBe(0);
  expect(watch.ms()).toBeLessThan(1500);
  expect(agent.stderr).toBe("");
  expect(await cottyOk(home, ["ls"])).toContain("  stays\n");
});
