/** The open session is a terminal: it scrolls, its text can be read, its links say where they lead, and a reload keeps it. */
import type { Locator, Page } from "@playwright/test";
import { chooseInPalette } from "../support/choose-in-palette.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

const input = (page: Page): Locator => page.getByRole("textbox", { name: "Terminal input" });

async function open(page: Page, id: string): Promise<Locator> {
  await page.getByRole("button", { name: new RegExp(`^Open ${id}`) }).click();
  await expect(input(page)).toBeFocused();
  return page.getByRole("group", { name: `Terminal of ${id}` });
}

/** The type size of the open terminal, in px. */
const typeSize = (page: Page): Promise<number> =>
  page.locator(".xterm-rows").evaluate((rows) => Number.parseFloat(getComputedStyle(rows).fontSize));
const firstRow = async (page: Page, id: string): Promise<string> => (await liveText(page, id)).split("\n")[0] ?? "";

for (const [state, command] of [
  ["idle", "seq 1 500; cat"],
  ["ended", "seq 1 500"],
] as const) {
  test(`the wheel and Shift+PageUp scroll a session that is ${state}`, async ({ home, window }) => {
    await cottyOk(home, ["start", "log", command]);
    const terminal = await open(window, "log");
    await expect.poll(() => liveText(window, "log")).toContain("\n500");
    const bottom = Number(await firstRow(window, "log"));
    await terminal.hover();
    await window.mouse.wheel(0, -200);
    await expect.poll(async () => Number(await firstRow(window, "log"))).toBeLessThan(bottom);
    expect(Number(await firstRow(window, "log"))).toBeGreaterThan(bottom - 60);
    const scrolled = Number(await firstRow(window, "log"));
    await window.keyboard.press("Shift+PageUp");
    await expect.poll(async () => Number(await firstRow(window, "log"))).toBeLessThan(scrolled);
    expect(Number(await firstRow(window, "log"))).toBeGreaterThan(scrolled - 60);
  });
}

test("scrolling up goes on to the first of several thousand lines", async ({ home, window }) => {
  await cottyOk(home, ["start", "log", "seq 1 3000; cat"]);
  await open(window, "log");
  await expect.poll(() => liveText(window, "log")).toContain("\n3000");
  await expect
    .poll(async () => {
      for (let page = 0; page < 20; page++) await window.keyboard.press("Shift+PageUp");
      return firstRow(window, "log");
    })
    .toBe("1");
});

test("one drag of the scroll bar to its top shows the first of several thousand lines", async ({ home, window }) => {
  await cottyOk(home, ["start", "log", "seq 1 9000; cat"]);
  const terminal = await open(window, "log");
  await expect.poll(() => liveText(window, "log")).toContain("\n9000");
  await terminal.hover();
  const bar = await terminal.locator(".scrollbar.vertical").boundingBox();
  if (!bar) throw new Error("There is no scroll bar");
  const x = bar.x + bar.width / 2;
  await window.mouse.move(x, bar.y + bar.height - 5);
  await window.mouse.down();
  await window.mouse.move(x, bar.y + bar.height / 2, { steps: 5 });
  await window.mouse.move(x, bar.y - 30, { steps: 5 });
  await window.mouse.up();
  await expect.poll(() => firstRow(window, "log")).toBe("1");
});

test("text gets larger, smaller and back by chord, the same after a reload, and the reload keeps the view", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "log", "echo ready; cat"]);
  await open(window, "log");
  const fitting = await typeSize(window);
  await window.keyboard.press("Control+Shift+Equal");
  await expect.poll(() => typeSize(window)).toBeGreaterThan(fitting);
  const larger = await typeSize(window);
  await window.reload();
  await expect.poll(() => liveText(window, "log")).toContain("ready");
  await expect(input(window)).toBeFocused();
  await expect.poll(() => typeSize(window)).toBe(larger);
  await window.keyboard.press("Control+Shift+Minus");
  await expect.poll(() => typeSize(window)).toBeLessThan(larger);
  await window.keyboard.press("Control+Shift+Digit0");
  await expect.poll(() => typeSize(window)).toBe(fitting);
});

test("the type is no smaller than 11 px at 200 %, where the cursor stays in sight, and grows on a large display", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "--size", "160x50", "wide", "seq 1 60; cat"]);
  await cottyOk(home, ["start", "small", "cat"]);
  // As a page of 1440×900 is at 200 %.
  await window.setViewportSize({ width: 720, height: 450 });
  const terminal = await open(window, "wide");
  await expect.poll(() => liveText(window, "wide")).toContain("\n60");
  await expect.poll(() => typeSize(window)).toBe(11);
  const last = window.locator(".xterm-rows > div").filter({ hasText: /^60 *$/ });
  const [box, space] = await Promise.all([last.boundingBox(), terminal.boundingBox()]);
  expect(box && space && box.y + box.height <= space.y + space.height + 1 && box.y >= space.y).toBe(true);
  await window.keyboard.press("Control+Shift+X");
  await window.setViewportSize({ width: 3840, height: 2160 });
  await open(window, "small");
  await expect.poll(() => typeSize(window)).toBeGreaterThan(30);
});

test("a new session gets the size of the window", async ({ window }) => {
  await window.getByRole("button", { name: "New session" }).first().click();
  await window.getByRole("dialog").getByLabel("Command").fill("cat");
  await window.keyboard.press("Enter");
  await expect(input(window)).toBeFocused();
  const terminal = window.getByRole("group", { name: /^Terminal of/ });
  const [screen, space] = await Promise.all([terminal.locator(".xterm-screen").boundingBox(), terminal.boundingBox()]);
  expect((screen?.width ?? 0) / (space?.width ?? 1)).toBeGreaterThan(0.9);
  expect((screen?.height ?? 0) / (space?.height ?? 1)).toBeGreaterThan(0.85);
});

test("a link shows where it leads before it is opened, whatever its text says", async ({ home, window, context }) => {
  const link = String.raw`printf '\033]8;;https://evil.example/login\033\\https://bank.example\033]8;;\033\\\n'; cat`;
  await cottyOk(home, ["start", "links", link]);
  const terminal = await open(window, "links");
  await expect.poll(() => liveText(window, "links")).toContain("bank.example");
  const text = terminal.locator(".xterm-screen");
  const position = { x: 40, y: 8 };
  await text.hover({ position });
  await expect(terminal).toHaveAttribute("title", "https://evil.example/login");
  await text.click({ position });
  await expect(window.getByRole("dialog")).toHaveCount(0);
  await text.click({ position, modifiers: ["Control"] });
  const dialog = window.getByRole("dialog", { name: "Open evil.example?" });
  await expect(dialog).toContainText("https://evil.example/login");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await window.keyboard.press("Escape");
  expect(context.pages()).toHaveLength(1);
});

test("copying where nothing is selected leaves the clipboard as it is, also after a selection by mouse", async ({
  home,
  window,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = (): Promise<string> => window.evaluate(() => navigator.clipboard.readText());
  await cottyOk(home, ["start", "log", "echo some words; cat"]);
  await open(window, "log");
  await expect.poll(() => liveText(window, "log")).toContain("some words");
  const row = await window.locator(".xterm-rows > div").first().boundingBox();
  if (!row) throw new Error("The terminal shows no row");
  await window.mouse.move(row.x + 1, row.y + row.height / 2);
  await window.mouse.down();
  await window.mouse.move(row.x + 300, row.y + row.height * 1.5, { steps: 5 });
  await window.mouse.up();
  await window.keyboard.press("Control+Shift+C");
  await expect.poll(clipboard).toMatch(/^some words/);
  await window.mouse.click(row.x + 200, row.y + row.height * 8);
  await expect(window.locator(".xterm-selection > div")).toHaveCount(0);
  await window.keyboard.press("Control+Shift+C");
  // What opens after the key was handled says that it was.
  await window.getByRole("button", { name: "Who typed what" }).click();
  await expect(window.getByRole("region", { name: "Details" })).toBeVisible();
  expect(await clipboard()).toMatch(/^some words/);
});

test("a selection that has ended does not come back with another size of the window", async ({ home, window }) => {
  await cottyOk(home, ["start", "log", "seq 1 100; cat"]);
  const terminal = await open(window, "log");
  await expect.poll(() => liveText(window, "log")).toContain("\n100");
  const selected = window.locator(".xterm-selection div");
  await window.keyboard.press("Control+Shift+F");
  await window.keyboard.type("100");
  await expect(selected).not.toHaveCount(0);
  await window.keyboard.press("Escape");
  await expect(selected).toHaveCount(0);
  const before = await typeSize(window);
  await window.setViewportSize({ width: 1000, height: 700 });
  await expect.poll(() => typeSize(window)).toBeLessThan(before);
  await expect(selected).toHaveCount(0);
  await window.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => typeSize(window)).toBe(before);
  // Long enough for the next frame to be drawn.
  await terminal.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(selected).toHaveCount(0);
});

test("from inside a terminal, the keyboard reaches the session's menu and its commands", async ({ home, window }) => {
  await cottyOk(home, ["start", "log", "cat"]);
  await open(window, "log");
  await window.keyboard.press("Control+Shift+M");
  await expect(window.getByRole("menuitem", { name: "Share with all agents" })).toBeVisible();
  await window.keyboard.press("Escape");
  await expect(window.locator(".xterm textarea")).toBeFocused();
  await window.keyboard.press("Control+Shift+K");
  for (const name of [/^Resize log/, /^Copy the screen of log/, /^Share log/, /^Restart log/]) {
    await expect(window.getByRole("option", { name })).toBeVisible();
  }
});

test("with forced colors, the cursor is seen", async ({ home, window }) => {
  await window.emulateMedia({ forcedColors: "active" });
  await cottyOk(home, ["start", "log", "cat"]);
  await open(window, "log");
  const colors = await window.locator(".xterm-cursor").evaluate((cursor) => {
    const { backgroundColor } = getComputedStyle(cursor);
    return [backgroundColor, getComputedStyle(document.body).backgroundColor];
  });
  expect(colors[0]).not.toBe(colors[1]);
  expect(colors[0]).not.toBe("rgba(0, 0, 0, 0)");
});

test("the accessible view has screen and scrollback as text, at the end; Escape returns to the terminal", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "--wait", "^300$", "log", "seq 1 300; cat"]);
  const openButton = window.getByRole("button", { name: /^Open log/ });
  await openButton.focus();
  await window.keyboard.press("Alt+F2");
  const text = window.getByRole("textbox", { name: "Screen and scrollback of log" });
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/^1\n2\n[^]*\n300/);
  const whole = await text.inputValue();
  expect(await text.evaluate((field: HTMLTextAreaElement) => field.selectionStart === field.value.length)).toBe(true);
  // A piece of it is selected by keyboard, and nothing changes it.
  const selected = (): Promise<string> =>
    text.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
  await window.keyboard.press("Control+Home");
  await window.keyboard.press("ArrowDown");
  await window.keyboard.press("Shift+ArrowDown");
  expect(await selected()).toBe("2\n");
  for (const key of ["x", "Delete", "Backspace", "Enter", "Control+X", "Control+V"]) await window.keyboard.press(key);
  await expect(text).toHaveValue(whole);
  expect(await selected()).toBe("2\n");
  await window.keyboard.press("Escape");
  await expect(openButton).toBeFocused();
  await open(window, "log");
  await chooseInPalette(window, "accessible");
  await expect(text).toBeFocused();
  await window.keyboard.press("Escape");
  await expect(input(window)).toBeFocused();
});
