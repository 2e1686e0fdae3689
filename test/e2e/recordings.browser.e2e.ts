/** Recordings in the window: the list, the search, replay by keyboard and by mouse, export, delete. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { chooseInPalette } from "../support/choose-in-palette.ts";
import { cottyOk } from "../support/cotty.ts";
import type { Home } from "../support/home.ts";
import { expect, test } from "./window-test.ts";

/** Two sessions that have been stopped: one of an agent, which failed, and one of a person. */
async function recordTwo(home: Home): Promise<void> {
  await using agent = await startAgent(home, "Codex");
  await agent.terminal({ action: "start", name: "build", command: "bash --norc", prompt: true });
  await agent.terminal({ action: "stdin", id: "build", data: "echo compiling main.c", submit: true, prompt: true });
  await agent.terminal({ action: "stdin", id: "build", data: "echo needle in a haystack; exit 3", submit: true, exit: true });
  await agent.terminal({ action: "stop", id: "build" });
  await cottyOk(home, ["start", "--wait", "fine", "notes", "echo fine"]);
  await cottyOk(home, ["stop", "notes"]);
}

const screenOf = (window: Page): Promise<string> =>
  window.getByRole("group", { name: "Replay" }).locator(".xterm-rows").innerText();

test("recordings of the past are found, and a moment of one is replayed", async ({ home, window }) => {
  await recordTwo(home);
  await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
  const list = window.getByRole("list", { name: "Recordings" });
  await expect(list.getByRole("heading")).toHaveText(["notes", "build"]);
  await expect(window.getByRole("status").filter({ hasText: "2 recordings" })).toBeVisible();
  const search = window.getByRole("search", { name: "Recordings" });
  await search.getByLabel("Agent").fill("codex");
  await expect(list.getByRole("heading")).toHaveText(["build"]);
  await expect(list).toContainText("Exited 3");
  await search.getByLabel("Agent").fill("");
  await search.getByLabel("Ended").selectOption("Exited 0");
  await expect(list.getByRole("heading")).toHaveText(["notes"]);
  await search.getByLabel("Ended").selectOption("Any");
  await search.getByLabel("Text on the screen").fill("NEEDLE in");
  await expect(list.getByRole("heading")).toHaveText(["build"]);
  await list
    .getByRole("button", { name: /needle in a haystack$/ })
    .first()
    .click();
  const replay = window.getByRole("group", { name: "Replay" });
  await expect(replay.getByRole("heading", { name: "build" })).toBeVisible();
  await expect(replay.getByRole("slider", { name: "Moment" })).toBeVisible();
});

test("a replay is driven by keyboard alone: who typed what, seeking, playing to the end", async ({ home, window }) => {
  await recordTwo(home);
  await chooseInPalette(window, "recordings");
  await window.getByRole("button", { name: "Replay build" }).focus();
  await window.keyboard.press("Enter");
  const replay = window.getByRole("group", { name: "Replay" });
  const slider = replay.getByRole("slider", { name: "Moment" });
  await expect(slider).toBeVisible();
  const events = replay.getByRole("region", { name: "Events" });
  await expect(events).toContainText("Codex typed");
  await expect(events).toContainText("Exited 3");
  expect(await screenOf(window)).not.toContain("compiling");
  await window.keyboard.press("Shift+ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", /Codex typed/);
  // The last input comes after what the first one has printed.
  for (let at = 0; at < 5; at++) await window.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => screenOf(window)).toContain("compiling main.c");
  await window.keyboard.press("Space");
  await expect.poll(() => screenOf(window)).toContain("needle in a haystack");
  await expect(replay.getByRole("button", { name: "Play" })).toBeVisible();
  await window.keyboard.press("0");
  await expect(slider).toHaveAttribute("aria-valuetext", /^0:00 of/);
  await window.keyboard.press(">");
  await expect(replay.getByLabel("Speed")).toHaveValue("1.5");
});

test("the event that shows stands out in the list, in dark and in light", async ({ home, window }) => {
  await cottyOk(home, ["start", "talk", "read x; read y; echo over"]);
  for (const line of ["first", "second"]) await cottyOk(home, ["stdin", "talk", line, "::Enter"]);
  await cottyOk(home, ["wait", "--exit", "talk"]);
  await window.getByRole("button", { name: "More for talk" }).press("Enter");
  await window.getByRole("menuitem", { name: "Replay" }).press("Enter");
  const events = window.getByRole("region", { name: "Events" });
  await window.getByRole("button", { name: "Next event" }).click();
  const background = (element: Locator): Promise<string> => element.evaluate((one) => getComputedStyle(one).backgroundColor);
  for (const colorScheme of ["dark", "light"] as const) {
    await window.emulateMedia({ colorScheme });
    const own = await background(events.locator("[aria-current]"));
    expect(own).not.toBe("rgba(0, 0, 0, 0)");
    expect(own).not.toBe(await background(window.getByRole("group", { name: "Replay" })));
  }
});

test("in a narrow window, the events of a replay are reached by keyboard below its screen", async ({ home, window }) => {
  await recordTwo(home);
  await window.setViewportSize({ width: 720, height: 450 });
  await chooseInPalette(window, "recordings");
  await window.getByRole("button", { name: "Replay build" }).press("Enter");
  const replay = window.getByRole("group", { name: "Replay" });
  await expect(replay.getByRole("button", { name: "Play" })).toBeInViewport();
  await expect(replay.getByRole("slider", { name: "Moment" })).toBeInViewport();
  const events = replay.getByRole("region", { name: "Events" });
  const typed = events.getByRole("button", { name: /needle in a haystack/ });
  await typed.focus();
  await expect(typed).toBeInViewport();
  const isOnTop = await typed.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop, "the controls do not cover it").toBe(true);
  await window.keyboard.press("Enter");
  await expect(typed).toHaveAttribute("aria-current", "step");
  for (const colorScheme of ["dark", "light"] as const) {
    await window.emulateMedia({ colorScheme });
    expect(await violations(window), colorScheme).toEqual([]);
  }
});

test("a reload stays in the recordings and in a replay", async ({ home, window }) => {
  await recordTwo(home);
  await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
  await expect(window.getByRole("button", { name: "Replay build" })).toBeVisible();
  await window.reload();
  await window.getByRole("button", { name: "Replay build" }).click();
  const replay = window.getByRole("group", { name: "Replay" });
  await expect(replay.getByRole("slider", { name: "Moment" })).toBeVisible();
  await window.reload();
  await expect(replay.getByRole("heading", { name: "build" })).toBeVisible();
});

test("back from a replay, the search is as it was and the keyboard is at the recording", async ({ home, window }) => {
  await recordTwo(home);
  await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
  const search = window.getByRole("search", { name: "Recordings" });
  await search.getByLabel("Text on the screen").fill("needle");
  await search.getByLabel("Started").selectOption("Last 7 days");
  await search.getByLabel("Ended").selectOption("Failed");
  const list = window.getByRole("list", { name: "Recordings" });
  await expect(list.getByRole("heading")).toHaveText(["build"]);
  await list.getByRole("button", { name: "Replay build" }).click();
  await expect(window.getByRole("slider", { name: "Moment" })).toBeVisible();
  await window.getByRole("button", { name: "All recordings" }).focus();
  await window.keyboard.press("Enter");
  await expect(list.getByRole("heading")).toHaveText(["build"]);
  await expect(list.getByRole("button", { name: "Replay build" })).toBeFocused();
  await expect(search.getByLabel("Text on the screen")).toHaveValue("needle");
  await expect(search.getByLabel("Started")).toHaveValue("7");
  await expect(search.getByLabel("Ended")).toHaveValue("failed");
});

test("a search finds a session that ends meanwhile, once its text can be searched", async ({ home, window }) => {
  await cottyOk(home, ["start", "--wait", "hay", "live", "echo needle in the hay; exec cat"]);
  await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
  await window.getByRole("search", { name: "Recordings" }).getByLabel("Text on the screen").fill("needle");
  const note = window.getByRole("status").filter({ hasText: "1 could not be searched yet" });
  await expect(note).toBeVisible();
  await cottyOk(home, ["stop", "live"]);
  await expect(window.getByRole("list", { name: "Recordings" }).getByRole("heading")).toHaveText(["live"]);
  await expect(note).toHaveCount(0);
});

test("a marker is put on a moment, named, renamed and removed by keyboard, and is there when the replay is opened again", async ({
  home,
  window,
}) => {
  await recordTwo(home);
  await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
  await window.getByRole("button", { name: "Replay notes" }).click();
  const replay = window.getByRole("group", { name: "Replay" });
  const events = replay.getByRole("region", { name: "Events" });
  const add = replay.getByRole("button", { name: "Add marker…" });
  const edit = replay.getByRole("button", { name: "Edit marker…" });
  await add.press("Enter");
  await window.keyboard.press("Enter");
  await expect(events).toContainText("Marker at 0:00");
  await edit.press("Enter");
  await expect(window.getByRole("dialog", { name: "Marker at 0:00" }).getByRole("textbox", { name: "Name" })).toBeFocused();
  await window.keyboard.type("it begins \u202eback\u0007 <b>");
  await window.keyboard.press("Enter");
  await expect(events).toContainText("it begins back <b>");
  await expect(edit, "the keyboard goes on where it was").toBeFocused();
  await replay.getByRole("button", { name: "All recordings" }).click();
  await window.getByRole("button", { name: "Replay notes" }).click();
  await expect(events).toContainText("it begins back <b>");
  await edit.press("Enter");
  await window.getByRole("dialog").getByRole("button", { name: "Remove marker" }).press("Enter");
  await expect(events).not.toContainText("it begins");
  await expect(add).toBeVisible();
});

test("a recording is exported in the format that was chosen", async ({ home, window }) => {
  await recordTwo(home);
  await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
  await window.getByRole("button", { name: "Export notes" }).click();
  const dialog = window.getByRole("dialog", { name: "Export notes" });
  await dialog.getByLabel("Format").selectOption("png");
  await dialog.getByRole("textbox", { name: "At" }).fill("soon");
  await dialog.getByRole("button", { name: "Export" }).click();
  await expect(dialog.getByRole("alert")).toContainText("“soon” is no time");
  await dialog.getByRole("textbox", { name: "At" }).fill("");
  const download = window.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("notes.png");
  expect(
    readFileSync(await file.path())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  await expect(dialog).toBeHidden();
});

test("a moving picture has a line below the screen for who typed last, if that is wanted", async ({ home, window }) => {
  await recordTwo(home);
  await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
  await window.getByRole("button", { name: "Export notes" }).click();
  const dialog = window.getByRole("dialog", { name: "Export notes" });
  await dialog.getByLabel("Format").selectOption("gif");
  await dialog.getByRole("checkbox", { name: "Say below the screen who typed last" }).press("Space");
  const download = window.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const gif = readFileSync(await (await download).path());
  // 24 rows and the line, of 18 pixels each, between margins of 12.
  expect(gif.readUInt16LE(8)).toBe((24 + 1) * 18 + 2 * 12);
});

test("the page of an export plays, and loads nothing", async ({ home, window, context }) => {
  await recordTwo(home);
  const file = `${home.root}/build.html`;
  await cottyOk(home, ["export", "build", "--format", "html", "-o", file]);
  await expect(window.getByRole("main")).toBeVisible();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => /^https?:/.test(request.url()) && problems.push(request.url()));
  await page.goto(`file://${file}`);
  await page.locator(".ap-player, .ap-wrapper").first().click();
  await expect.poll(() => page.locator("#player").innerText(), { timeout: 30_000 }).toContain("compiling");
  expect(problems).toEqual([]);
  await page.close();
});

test("a recording is deleted after a question, which Enter does not answer", async ({ home, window }) => {
  await recordTwo(home);
  await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
  await window.getByRole("button", { name: "Delete notes" }).click();
  const dialog = window.getByRole("dialog");
  await expect(dialog).toContainText("It cannot be undone");
  await dialog.getByRole("button", { name: "Delete" }).focus();
  await window.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(window.getByRole("list", { name: "Recordings" }).getByRole("heading")).toHaveText(["build"]);
});

for (const scheme of ["dark", "light"] as const) {
  test(`axe finds nothing in recordings and replay, ${scheme}`, async ({ home, window }) => {
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await recordTwo(home);
    await window.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Recordings" }).click();
    await expect(window.getByRole("button", { name: "Replay build" })).toBeVisible();
    expect(await violations(window), "the recordings").toEqual([]);
    await window.getByRole("button", { name: "Export build" }).click();
    await expect(window.getByRole("dialog")).toBeVisible();
    expect(await violations(window), "the export dialog").toEqual([]);
    await window.keyboard.press("Escape");
    await window.getByRole("button", { name: "Replay build" }).click();
    await expect(window.getByRole("slider", { name: "Moment" })).toBeVisible();
    await window.keyboard.press("8");
    await expect(window.getByRole("slider", { name: "Moment" })).not.toHaveValue("0");
    expect(await violations(window), "a replay").toEqual([]);
  });
}
