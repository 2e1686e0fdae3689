/** Who drives a session is shown as what it is: a person, an agent, or a script. */
import { startAgent } from "../support/agent.ts";
import { chooseInPalette } from "../support/choose-in-palette.ts";
import { cottyOk } from "../support/cotty.ts";
import { startHeadless } from "../support/headless.ts";
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
  await chooseInPalette(window, "replay nightly");
  const events = window.getByRole("region", { name: "Events" });
  await expect(events).toContainText("cotty stdin typed hello⏎");
  await expect(events).not.toContainText("▲");
});

test("a hand-back comes after the last keys, however late the host answers", async ({ home, page }) => {
  await using host = await startHeadless(home);
  await cottyOk(home, ["start", "shell", "cat"]);
  let isSlow = false;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isAnswer = !("method" in (JSON.parse(String(message)) as object));
      if (isSlow && isAnswer) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await page.goto(await host.newAddress());
  await page.getByRole("button", { name: /^Open shell/ }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Terminal input" })).toBeFocused();
  const strip = page.getByRole("region", { name: "Who drives shell" });
  isSlow = true;
  await page.keyboard.type("the last keys");
  await expect(strip).toContainText("You are driving");
  await page.keyboard.press("Control+Shift+E");
  isSlow = false;
  for (const answer of held) answer();
  await expect(strip).toContainText("Nobody is driving");
  await expect.poll(() => liveText(page, "shell")).toContain("the last keys");
  await page.keyboard.type("!");
  await expect(strip).toContainText("You are driving");
  await page.close();
});
