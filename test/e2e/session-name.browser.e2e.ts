/** A session's shown name: given by keyboard, seen everywhere, taken away again. */
import { chooseInPalette } from "../support/choose-in-palette.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

test("a key renames the session that has the keyboard: its id stays, and an empty name takes the name away", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "build", "cat"]);
  await window.getByRole("button", { name: /^Open build/ }).focus();
  await window.keyboard.press("F2");
  const field = window.getByRole("dialog", { name: "Rename build" }).getByRole("textbox", { name: "Name" });
  await expect(field).toBeFocused();
  await window.keyboard.type("Nightly build 🌙");
  await window.keyboard.press("Enter");
  await expect(window.getByRole("article", { name: "Nightly build 🌙" })).toBeVisible();
  expect(await cottyOk(home, ["ls"])).toMatch(/^ {2}build\n.*\n {4}Name: Nightly build 🌙\n/s);

  await window.getByRole("button", { name: /^Open Nightly build/ }).press("Enter");
  await expect(window.getByRole("heading", { level: 1 })).toHaveText("Nightly build 🌙");
  await expect(window.getByTitle("The id, which agents use")).toHaveText("build");

  await chooseInPalette(window, "rename");
  await expect(window.getByRole("dialog", { name: "Rename Nightly build 🌙" })).toBeVisible();
  // What there is is selected, so that one key replaces it.
  await window.keyboard.press("Delete");
  await window.keyboard.press("Enter");
  await expect(window.getByRole("heading", { level: 1 })).toHaveText("build");
  expect(await cottyOk(home, ["ls"])).not.toContain("Name:");
});

test("a name from the command line reaches the tile, its menu and the palette", async ({ home, window }) => {
  await cottyOk(home, ["start", "srv", "cat"]);
  await expect(window.getByRole("article", { name: "srv" })).toBeVisible();
  await cottyOk(home, ["rename", "srv", "Staging API"]);
  await expect(window.getByRole("article", { name: "Staging API" })).toBeVisible();
  await expect(window.getByRole("button", { name: "More for Staging API" })).toBeVisible();
  await window.keyboard.press("Control+Shift+K");
  await window.keyboard.type("staging");
  await expect(window.getByRole("option", { name: /^Staging API/ })).toBeVisible();
});
