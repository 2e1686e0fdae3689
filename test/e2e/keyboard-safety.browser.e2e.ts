/** What a person types reaches the session they see, or nothing. */
import type { Locator, Page } from "@playwright/test";
import { startAgent } from "../support/agent.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

const input = (page: Page): Locator => page.getByRole("textbox", { name: "Terminal input" });
const banner = (page: Page): Locator => page.getByRole("region", { name: "Session ended" });
const open = async (page: Page, id: string): Promise<void> => {
  await page.getByRole("button", { name: new RegExp(`^Open ${id}`) }).click();
  await expect(input(page)).toBeFocused();
};

test("an agent removes the open session: the view stays, and what goes on being typed reaches nothing", async ({
  home,
  window,
}) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "neighbor", command: "cat" });
  await agent.terminal({ action: "start", name: "build", command: "echo ready; cat" });
  await open(window, "build");
  await expect.poll(() => liveText(window, "build")).toContain("ready");
  await agent.terminal({ action: "stop", id: "build" });
  await expect(banner(window)).toContainText("Claude Code removed this session");
  await expect(banner(window)).toContainText("Killed (SIGHUP)");
  await window.keyboard.type("run rm -rf build");
  await window.keyboard.press("Enter");

  await test.step("another session of that name gets none of it either", async () => {
    await agent.terminal({ action: "start", name: "build", command: "cat" });
    await window.keyboard.type("run rm -rf build");
    await window.keyboard.press("Enter");
    await expect(banner(window)).toBeVisible();
    expect(await liveText(window, "build")).toContain("ready");
  });
  await expect(input(window)).toBeFocused();
  await expect(window.getByRole("textbox", { name: /^Reply/ })).toHaveCount(0);
  expect(await cottyOk(home, ["stdout", "neighbor"])).not.toContain("r");
  expect(await cottyOk(home, ["stdout", "build"])).not.toContain("r");

  await test.step("F6 leads to the buttons, and one of them starts it again", async () => {
    await window.keyboard.press("F6");
    await window.keyboard.press("Tab");
    await expect(banner(window).getByRole("button", { name: "Restart" })).toBeFocused();
    await window.keyboard.press("Enter");
    await expect(banner(window)).toBeHidden();
    await expect(input(window)).toBeFocused();
    await expect(window.getByRole("region", { name: "Who drives" })).toBeVisible();
  });
});

test("the view of a removed session asks the host nothing more, which would fill the audit with refusals", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "build", "cat"]);
  let asked = 0;
  window.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (payload.includes("session/inputs")) asked++;
    }),
  );
  await window.reload();
  await window.clock.install();
  await open(window, "build");
  await window.clock.runFor(1000);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await cottyOk(home, ["stop", "build"]);
  await expect(banner(window)).toBeVisible();
  const before = asked;
  await window.clock.runFor(9000);
  expect(asked).toBe(before);
});

test("a program ends while somebody types: no key goes anywhere, nothing is said for each of them, and it can be restarted", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "short", "echo started; read x; exit 3"]);
  await open(window, "short");
  await window.keyboard.type("y");
  await window.keyboard.press("Enter");
  await expect(banner(window)).toContainText("Exited 3");
  for (let key = 0; key < 10; key++) await window.keyboard.press("x");
  await expect(window.getByText("Not typed")).toHaveCount(0);
  await expect(input(window)).toBeFocused();
  await banner(window).getByRole("button", { name: "Restart" }).click();
  await expect(banner(window)).toBeHidden();
  await expect(input(window)).toBeFocused();
  await window.keyboard.type("z");
  await expect.poll(() => liveText(window, "short")).toMatch(/^started\nz/);
  await window.keyboard.press("Enter");
  await banner(window).getByRole("button", { name: "Remove" }).click();
  await expect(banner(window)).toBeHidden();
  await expect(window.getByRole("article", { name: "short" })).toBeHidden();
});

test("an agent does not stop what a person types into, and is told who types; handing back returns to the terminal", async ({
  home,
  window,
}) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "build", command: "cat" });
  await open(window, "build");
  await window.keyboard.type("half a li");
  const strip = window.getByRole("region", { name: "Who drives" });
  await expect(strip).toContainText("You are driving");
  const refused = await agent.terminal({ action: "stop", id: "build" });
  expect(refused.isError).toBe(true);
  expect(refused.text).toMatch(
    /^A person \(window\) has the keyboard of session build, .*It was not stopped.*Ask them to hand it back/,
  );
  expect((await agent.terminal({ action: "stop" })).text).toContain("not stopped, a person has the keyboard: build");
  await window.keyboard.type("ne");
  await window.keyboard.press("Enter");
  await expect.poll(() => liveText(window, "build")).toContain("half a line\nhalf a line");
  await strip.getByRole("button", { name: /^Hand back/ }).click();
  await expect(strip).not.toContainText("You are driving");
  await expect(input(window)).toBeFocused();
  expect((await agent.terminal({ action: "stop", id: "build" })).isError).toBe(false);
});

test("a double click on Open does not press what appears under it", async ({ home, window }) => {
  for (const id of ["one", "two", "three"]) await cottyOk(home, ["start", id, "cat"]);
  await expect(window.getByRole("article")).toHaveCount(3);
  for (const id of ["one", "two", "three"]) {
    await window.getByRole("button", { name: new RegExp(`^Open ${id}`) }).dblclick();
    await expect(input(window)).toBeFocused();
    await expect(window.getByRole("dialog")).toHaveCount(0);
    await window.keyboard.press("Control+Shift+X");
    await expect(window.getByRole("article", { name: id })).toBeVisible();
  }
});

test("after a reply and after Dismiss the keyboard is at the tile; a password is not shown", async ({ home, window }) => {
  await cottyOk(home, [
    "start",
    "login",
    "printf 'Password: '; read -s x; echo got $x; printf 'Continue? [Y/n] '; read y; exit 2",
  ]);
  const tile = window.getByRole("article", { name: "login" });
  const openButton = tile.getByRole("button", { name: /^Open login/ });
  const answer = async (): Promise<Locator> => {
    await tile.getByRole("button", { name: "Reply to login" }).click();
    const field = tile.getByLabel("Reply to login");
    await expect(field).toBeFocused();
    return field;
  };
  const password = await answer();
  await expect(password).toHaveAttribute("type", "password");
  await expect(tile).toContainText("Not shown to the agent");
  await window.keyboard.type("hunter2");
  await window.keyboard.press("Enter");
  await expect(openButton).toBeFocused();
  await expect(tile).toContainText("Continue? [Y/n]");
  await expect(await answer()).toHaveAttribute("type", "text");
  await window.keyboard.press("Enter");
  await expect(tile).toContainText("Exited 2");
  await tile.getByRole("button", { name: "Dismiss login" }).click();
  await expect(openButton).toBeFocused();
});

test("what is typed to a dialog or a menu over a terminal does not reach the program, even before the next frame", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "build", "echo ready; cat"]);
  await open(window, "build");
  await expect.poll(() => liveText(window, "build")).toContain("ready");
  const palette = window.getByRole("combobox", { name: "Search sessions and commands" });
  const command = window.getByRole("dialog", { name: "New session" }).getByLabel("Command");
  // A busy machine: no frame comes for as long as a person types.
  const frames = await window.evaluateHandle(() => {
    const real = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = () => 0;
    return { goOn: () => (globalThis.requestAnimationFrame = real) };
  });
  await window.keyboard.press("Control+Shift+K");
  await window.keyboard.type("rename this");
  await expect(palette).toHaveValue("rename this");
  await window.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await window.keyboard.press("Control+Shift+O");
  await window.keyboard.type("make test");
  await expect(command).toHaveValue("make test");
  await window.keyboard.press("Escape");
  await expect(command).toHaveCount(0);
  await input(window).focus();
  await window.keyboard.press("Control+Shift+M");
  await window.keyboard.type("a letter chooses an item");
  await expect(window.getByRole("menu")).toBeVisible();
  await frames.evaluate((it) => void it.goOn());
  expect(await cottyOk(home, ["stdout", "build"])).toBe("ready\n");
});

test("a dialog that a menu's item has opened keeps the keyboard when the menu goes, a frame later", async ({ home, window }) => {
  await cottyOk(home, ["start", "build", "cat"]);
  await window.getByRole("button", { name: "More for build" }).press("Enter");
  const menu = window.getByRole("menu");
  await expect(menu).toBeVisible();
  const frames = await window.evaluateHandle(() => {
    const real = globalThis.requestAnimationFrame;
    const held: FrameRequestCallback[] = [];
    globalThis.requestAnimationFrame = (callback) => held.push(callback);
    const goOn = (): void => {
      globalThis.requestAnimationFrame = real;
      for (const callback of held) real(callback);
    };
    return { goOn };
  });
  await menu.getByRole("menuitem", { name: "Rename" }).press("Enter");
  const name = window.getByRole("dialog").getByRole("textbox");
  await expect(name).toBeFocused();
  await window.keyboard.type("kitchen ");
  await frames.evaluate((it) => it.goOn());
  await expect(menu).toHaveCount(0);
  await window.keyboard.type("sink");
  await expect(name).toHaveValue("kitchen sink");
});
