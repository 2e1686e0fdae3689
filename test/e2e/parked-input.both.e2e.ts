/** Two drivers, one keyboard: what an agent parks, a person decides on with the keyboard alone; the modes of a session. */
import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { type Agent, startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

const strip = (window: Page) => window.getByRole("region", { name: "Who drives" });
const parked = (window: Page) => window.getByRole("region", { name: "Parked input" });

async function openPython(window: Page, agent: Agent): Promise<void> {
  await agent.terminal({ action: "start", command: "python3 -q", name: "py", wait: true });
  await window.getByRole("button", { name: "Open py" }).click();
  await expect.poll(() => liveText(window, "py")).toContain(">>>");
}

test("parked input is seen, edited, sent and dropped by keyboard; the agent hears of each", async ({ window, home }) => {
  test.setTimeout(180_000);
  await using agent = await startAgent(home, "Claude Code");
  await openPython(window, agent);
  await agent.terminal({ action: "stdin", id: "py", steps: ["x = 1"] });

  await window.keyboard.press("Control+Shift+E");
  await expect(strip(window)).toContainText("You are driving");
  for (const data of ["x = 2\r", "print('dropped')\r", "print(x)\r"]) {
    const { text } = await agent.terminal({ action: "stdin", id: "py", data, if_held: "park" });
    expect(text).toMatch(/^\[parked until a person sends or drops it @\d+\]$/);
  }
  await expect(parked(window)).toContainText("3 inputs parked for you");
  await expect(parked(window)).toContainText("print('dropped')⏎");
  expect(await violations(window)).toEqual([]);

  await window.keyboard.press("Control+Shift+Y");
  await expect(parked(window).getByRole("button", { name: "Send all" })).toBeFocused();
  await parked(window).getByRole("button", { name: "Edit x = 2⏎" }).focus();
  await window.keyboard.press("Enter");
  await expect(parked(window).getByRole("textbox", { name: "Parked input" })).toBeFocused();
  await window.keyboard.type("x = 40 + 2");
  await window.keyboard.press("Enter");
  await expect(parked(window)).toContainText("x = 40 + 2⏎");
  await expect(parked(window).getByRole("button", { name: "Edit x = 40 + 2⏎" })).toBeFocused();
  await parked(window).getByRole("button", { name: "Send x = 40 + 2⏎" }).press("Enter");
  await expect.poll(() => liveText(window, "py")).toContain(">>> x = 40 + 2");
  // The row has gone; the keyboard is on the next one.
  await expect(parked(window).getByRole("button", { name: "Send print('dropped')⏎" })).toBeFocused();
  await parked(window).getByRole("button", { name: "Drop print('dropped')⏎" }).press("Enter");
  await expect(parked(window)).toContainText("1 input parked for you");
  await window.keyboard.press("Control+Shift+E");
  await expect(parked(window)).toBeHidden();
  await expect.poll(() => liveText(window, "py")).toMatch(/>>> print\(x\)\n42\n>>>/);
  expect(await liveText(window, "py")).not.toContain("dropped");

  const { text } = await agent.terminal({ action: "stdin", id: "py", steps: ["x"] });
  expect(text).toContain('parked "x = 2\\r" was sent as "x = 40 + 2\\r"');
  expect(text).toContain(`parked "print('dropped')\\r" was dropped; parked "print(x)\\r" was sent`);
});

test("the modes: together, read-only, and back; a person's key takes over only where an agent drives", async ({
  window,
  home,
}) => {
  test.setTimeout(180_000);
  await using agent = await startAgent(home, "Claude Code");
  await openPython(window, agent);
  await agent.terminal({ action: "stdin", id: "py", steps: ["x = 1"] });
  await expect(strip(window)).toContainText("is driving. Type to take over.");

  await strip(window).getByRole("button", { name: "Type together" }).click();
  await expect(strip(window)).toContainText("You and agents can both type.");
  await window.locator(".xterm-screen").click();
  await window.keyboard.type("x = 5\n");
  await expect.poll(() => liveText(window, "py")).toContain(">>> x = 5");
  await expect(strip(window)).toContainText("can both type");
  expect((await agent.terminal({ action: "stdin", id: "py", steps: ["x"] })).text).toMatch(
    /5\n>>>\n\[prompt @\d+; a person had the keyboard and typed "x = 5\\r"\]$/,
  );

  await strip(window).getByRole("button", { name: "Who may type" }).click();
  await window.getByRole("menuitem", { name: "Nobody: read-only" }).click();
  await expect(strip(window)).toContainText("Read-only. Nobody can type.");
  expect((await agent.terminal({ action: "stdin", id: "py", data: "x = 6\r" })).text).toContain(
    "Session py is read-only for everybody",
  );
  await window.locator(".xterm-screen").click();
  await window.keyboard.type("y");
  await expect(window.getByText("Not typed").first()).toBeVisible();

  await strip(window).getByRole("button", { name: "Allow typing" }).click();
  await expect(strip(window)).not.toContainText("Read-only");
  expect((await agent.terminal({ action: "stdin", id: "py", steps: ["x"] })).text).toContain("x\n5\n");
});
