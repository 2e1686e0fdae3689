/** Nothing asks for attention while all is well. */
import { connectClient } from "../../electron/client/host-connection.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";

test("a recorded session says nothing of it, a killed one does not need you, and only what works counts as running", async ({
  home,
  window,
}) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "works", command: "while :; do echo on; sleep 0.2; done" });
  await agent.terminal({ action: "start", name: "doomed", command: "cat" });
  await agent.terminal({ action: "start", name: "ends", command: "exit 0", exit: true });
  const tile = (name: string): ReturnType<typeof window.getByRole> => window.getByRole("article", { name });
  await expect(tile("ends")).toContainText("Exited 0");
  await expect(tile("works")).toContainText("Running");
  await expect(window.getByRole("main")).not.toContainText(/REC|Not recorded/);

  // Whoever kills a session knows that it ended: here somebody else than this window.
  using script = await connectClient(home.paths, "test", "script");
  await script.request("session/kill", { id: "doomed" });
  await expect(tile("doomed")).toContainText("Killed");
  await expect(tile("doomed")).toHaveAttribute("data-state", "finished");
  await expect(window.getByRole("button", { name: /needs? you/ })).toHaveCount(0);
  await expect(window.getByRole("contentinfo")).toContainText("3 sessions · 1 running");
});

test("the page stands still while a session works: its age is a word, and only its picture moves", async ({ home, window }) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({
    action: "start",
    name: "counts",
    command: "i=0; while :; do i=$((i + 1)); echo line $i; sleep 0.1; done",
  });
  const tile = window.getByRole("article", { name: "counts" });
  await expect(tile).toContainText("now");
  await expect(tile).toContainText("Running");
  // Its button says the last line, which changes once a second. Whatever changes besides must not show.
  const changed = await tile.evaluate(async (element) => {
    const seen: string[] = [];
    const button = element.querySelector("[data-open]");
    await new Promise<void>((resolve) => {
      let lines = 0;
      new MutationObserver((records) => {
        for (const { type, target, attributeName } of records) {
          if (target === button && attributeName === "aria-label") lines++;
          else if (attributeName !== "title" && target.nodeName !== "CANVAS")
            seen.push(`${type} of ${target.nodeName} ${attributeName ?? ""}`);
        }
        if (lines >= 3) resolve();
      }).observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    return seen;
  });
  expect(changed).toEqual([]);
});
