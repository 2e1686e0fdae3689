/** Small signs of a tile: progress, a bell, and what is new since the person last looked. */
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

test("a tile shows the progress that its program tells, until that ends", async ({ home, window }) => {
  await cottyOk(home, [
    "start",
    "load",
    String.raw`printf '\033]9;4;1;40\007'; read x; printf '\033]9;4;2\007'; read x; printf '\033]9;4;0\007'; cat`,
  ]);
  const bar = window.getByRole("article", { name: "load" }).getByRole("progressbar", { name: "Progress of load" });
  await expect(bar).toHaveAttribute("aria-valuenow", "40");
  await cottyOk(home, ["stdin", "load", "::Enter"]);
  await expect(bar).toHaveAttribute("aria-valuetext", "Failed, 40 %");
  await window.getByRole("button", { name: /^Open load/ }).click();
  await expect(window.getByRole("progressbar", { name: "Progress of load" })).toBeVisible();
  await window.keyboard.press("Control+Shift+Enter");
  await cottyOk(home, ["stdin", "load", "::Enter"]);
  await expect(bar).toHaveCount(0);
});

test("a bell flashes the tile once and leaves a dot until the session is opened; nothing moves where motion is reduced", async ({
  home,
  window,
}) => {
  await cottyOk(home, ["start", "bell", String.raw`while read x; do printf '\a'; done`]);
  const tile = window.getByRole("article", { name: "bell" });
  const dot = tile.getByRole("img", { name: "New since you looked" });
  const flash = tile.locator(".bell-flash");
  await window.getByRole("button", { name: /^Open bell/ }).click();
  await window.keyboard.press("Control+Shift+Enter");
  await expect(dot).toHaveCount(0);
  await cottyOk(home, ["stdin", "bell", "::Enter"]);
  await expect(dot).toBeVisible();
  await expect(flash).toHaveCSS("animation-name", "bell-flash");
  await expect(flash).toHaveCSS("opacity", "0");
  await window.emulateMedia({ reducedMotion: "reduce" });
  await cottyOk(home, ["stdin", "bell", "::Enter"]);
  await expect(flash).toHaveCSS("animation-name", "none");
  await window.emulateMedia({ reducedMotion: null });

  await window.getByRole("button", { name: /^Open bell/ }).click();
  await window.keyboard.press("Control+Shift+Enter");
  await expect(tile).toBeVisible();
  await expect(dot).toHaveCount(0);
  await window.reload();
  await expect(tile).toBeVisible();
  await expect(dot).toHaveCount(0);
});

test("a program that ends while nobody looks leaves a dot", async ({ home, window }) => {
  await cottyOk(home, ["start", "job", "read x"]);
  const dot = window.getByRole("article", { name: "job" }).getByRole("img", { name: "New since you looked" });
  await window.getByRole("button", { name: /^Open job/ }).click();
  await window.keyboard.press("Control+Shift+Enter");
  await expect(dot).toHaveCount(0);
  await cottyOk(home, ["stdin", "job", "::Enter"]);
  await expect(dot).toBeVisible();
});
