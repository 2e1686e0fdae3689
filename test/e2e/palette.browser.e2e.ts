/** The command palette, by keyboard alone. */
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

test("the palette opens with its chord, finds while one types, and gives the focus back when it closes", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "build", "cat"]);
  await cottyOk(home, ["start", "deploy", "cat"]);
  const tile = window.getByRole("button", { name: /^Open deploy/ });
  await tile.focus();

  await window.keyboard.press("Control+Shift+K");
  const palette = window.getByRole("dialog", { name: "Search sessions and commands" });
  const field = palette.getByRole("combobox", { name: "Search sessions and commands" });
  await expect(field).toBeFocused();
  const options = palette.getByRole("option");
  await expect(options.filter({ hasText: "build" })).toHaveCount(1);

  await window.keyboard.type("kill dep");
  await expect(options).toHaveText([/^Kill deploy…/]);
  await window.keyboard.press("ControlOrMeta+A");
  await window.keyboard.type("contrast the");
  await expect(options).toHaveText(["Theme: high contrast"]);
  await window.keyboard.press("ControlOrMeta+A");
  await window.keyboard.type("nothing is called this");
  await expect(palette.getByText("Nothing found.")).toBeVisible();
  await expect(options).toHaveCount(0);

  await window.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(tile).toBeFocused();
});

test("the palette runs the command that is chosen with the arrows and Enter", async ({ home, window }) => {
  await cottyOk(home, ["start", "build", "cat"]);
  await expect(window.getByRole("article", { name: "build" })).toBeVisible();
  await window.keyboard.press("Control+Shift+K");
  await window.keyboard.type("show as");
  const options = window.getByRole("dialog").getByRole("option");
  await expect(options).toHaveText(["Show as grid", "Show as list"]);
  await window.keyboard.press("ArrowDown");
  await window.keyboard.press("Enter");
  await expect(window.getByRole("dialog")).toBeHidden();
  await expect(window.getByRole("button", { name: "Show as grid" })).toBeVisible();
});

test("the palette opens a session, from inside another one too, with the keyboard in its terminal", async ({ home, window }) => {
  await cottyOk(home, ["start", "build", "cat"]);
  await cottyOk(home, ["start", "deploy", "cat"]);
  await expect(window.getByRole("article", { name: "deploy" })).toBeVisible();
  for (const id of ["build", "deploy"]) {
    await window.keyboard.press("Control+Shift+K");
    await window.keyboard.type(id);
    await expect(window.getByRole("dialog").getByRole("option").first()).toContainText(id);
    await window.keyboard.press("Enter");
    await expect(window.getByRole("heading", { name: id })).toBeVisible();
    await expect(window.getByRole("contentinfo")).toContainText(`Keys go to: ${id}`);
  }
  await window.keyboard.type("typed here");
  await window.keyboard.press("Enter");
  await expect.poll(() => liveText(window, "deploy")).toContain("typed here\ntyped here");
});

test("a palette that is closed again leaves the keyboard to the terminal it came from", async ({ home, window }) => {
  await cottyOk(home, ["start", "build", "cat"]);
  await window.getByRole("button", { name: /^Open build/ }).click();
  const terminal = window.getByRole("textbox", { name: "Terminal input" });
  await expect(terminal).toBeFocused();
  await window.keyboard.press("Control+Shift+K");
  await expect(window.getByRole("dialog")).toBeVisible();
  await window.keyboard.type("not for the program");
  await window.keyboard.press("Escape");
  await expect(terminal).toBeFocused();
  expect(await cottyOk(home, ["stdout", "build"])).not.toContain("not for the program");
});

test("the palette finds the recording of a session that is gone, and replays it", async ({ home, window }) => {
  await cottyOk(home, ["start", "--wait", "moved", "migration", "echo moved 12 tables; cat"]);
  await cottyOk(home, ["stop", "migration"]);
  await window.keyboard.press("Control+Shift+K");
  await window.getByRole("combobox", { name: "Search sessions and commands" }).fill("migration");
  const found = window.getByRole("option", { name: /^migration .*Stopped/ });
  await expect(found).toBeVisible();
  await window.keyboard.press("Enter");
  await expect(window.getByRole("heading", { level: 1 })).toHaveText(/migration/);
  await expect(window.getByRole("button", { name: "All recordings" })).toBeVisible();
});
