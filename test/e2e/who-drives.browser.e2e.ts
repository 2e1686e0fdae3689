/** Who drives a session is shown as what it is: a person, an agent, or a script. */
import { startAgent } from "../support/agent.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

test("a session that a script starts and types into is no agent's, on its tile, in its view and in its replay", async ({
  window,
  home,
}) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "theirs", command: "cat" });
  await cottyOk(home, ["start", "nightly", "cat"]);
  await expect(window.getByRole("article", { name: "theirs" })).toContainText("▲ Claude Code");
  const tile = window.getByRole("article", { name: "nightly" });
  await expect(tile).toContainText("› cotty start");
  await expect(tile).not.toContainText("▲");

  await cottyOk(home, ["stdin", "nightly", "hello", "::Enter"]);
  await expect(tile).toContainText("› cotty stdin");
  await window.getByRole("button", { name: /^Open nightly/ }).press("Enter");
  await expect.poll(() => liveText(window, "nightly")).toContain("hello");
  await expect(window.getByRole("region", { name: "Who drives" })).toContainText("› cotty stdin");
  await window.keyboard.press("Control+Shift+L");
  const log = window.getByRole("log", { name: "Input" });
  await expect(log).toContainText("›cotty stdin");
  await expect(log).not.toContainText("▲");

  await cottyOk(home, ["stdin", "nightly", "^D"]);
  await window.keyboard.press("Control+Shift+K");
  await window.keyboard.type("replay nightly");
  await window.keyboard.press("Enter");
  const events = window.getByRole("region", { name: "Events" });
  await expect(events).toContainText("cotty stdin typed hello⏎");
  await expect(events).not.toContainText("▲");
});
