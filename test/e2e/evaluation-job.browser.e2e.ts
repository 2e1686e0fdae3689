/** A job of `cotty eval` in the window: its runs are a group, and the group's head says how far the job is. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { violations } from "../support/axe.ts";
import { commandScript } from "../support/built.ts";
import { defineEvaluation } from "../support/evaluation-definitions.ts";
import { expect, test } from "./window-test.ts";

test("the runs of a job are a group, live, with the job's progress in its head", async ({ home, window }) => {
  defineEvaluation(home, "stalls");
  const args = [commandScript, "eval", "run", "--agents", "fake", "--repeat", "2", "--parallel", "2", "-o", "job"];
  const runner = spawn(process.execPath, args, { env: home.env, cwd: home.root, stdio: "ignore" });
  try {
    await expect(window.getByRole("article", { name: /^eval\/file\/(?:first|second)\// })).toHaveCount(2);
    await window.getByRole("button", { name: "Filter and group the sessions" }).click();
    await window.getByRole("button", { name: "No groups" }).click();
    await window.getByRole("menuitemradio", { name: "By evaluation" }).click();
    // The two checks of the task are over, and two of the four runs are at work.
    const group = window.getByRole("region", { name: "job · 2 of 6 done · 2 running · 2 left" });
    await expect(group.getByRole("article")).toHaveCount(2);
    for (const colorScheme of ["dark", "light"] as const) {
      await window.emulateMedia({ colorScheme });
      expect(await violations(window)).toEqual([]);
    }
    for (const [width, height] of [
      [900, 600],
      [1440, 900],
    ] as const) {
      await window.setViewportSize({ width, height });
      await expect(group.getByRole("heading", { name: /^job/ })).toBeInViewport();
    }
  } finally {
    const ended = once(runner, "close");
    runner.kill("SIGINT");
    await ended;
  }
  await expect(window.getByRole("article", { name: /^eval\// })).toHaveCount(0);
});
