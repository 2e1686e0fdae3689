/** H23 (docs/threats.md): the page of a share link, as whoever gets it sees it. */
import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

async function rows(page: Page): Promise<string> {
  return (await page.locator(".xterm-rows > div").allTextContents()).map((row) => row.trimEnd()).join("\n");
}

test("H23 a link shows one session live, takes no keys, and ends when it is revoked", async ({ window, home, browser }) => {
  test.setTimeout(180_000);
  await cottyOk(home, ["start", "shown", "echo first; cat"]);
  await cottyOk(home, ["start", "secret-project", "cat"]);
  const tile = window.getByRole("article", { name: "shown" });
  await tile.getByRole("button", { name: "More for shown" }).click();
  await window.getByRole("menuitem", { name: "Read-only link…" }).click();
  const dialog = window.getByRole("dialog", { name: "Read-only link to shown" });
  await expect(dialog.getByLabel("Works for")).toHaveValue("60");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = (await dialog.getByLabel("Address").innerText()).trim();
  await expect(dialog.getByRole("list", { name: "Share links" }).getByRole("listitem")).toHaveCount(1);

  const context = await browser.newContext();
  const viewer = await context.newPage();
  await viewer.goto(address);
  await expect(viewer.getByRole("heading", { name: "shown" })).toBeVisible();
  await expect.poll(() => rows(viewer)).toContain("first");
  expect(viewer.url()).not.toContain("#");
  const token = new URL(address).hash.replace("#link=", "");
  const page = await viewer.content();
  for (const hidden of ["secret-project", token, "echo first", home.root]) expect(page).not.toContain(hidden);
  // What it may show is all that it could be asked for: there is nothing to press and nothing to type into.
  await expect(viewer.getByRole("button")).toHaveCount(0);
  await viewer.locator(".xterm").click();
  await viewer.keyboard.type("typed by the viewer");
  await viewer.keyboard.press("Enter");
  await cottyOk(home, ["stdin", "shown", "typed by the owner", "::Enter"]);
  await expect.poll(() => rows(viewer)).toContain("typed by the owner");
  expect(await rows(viewer)).not.toContain("typed by the viewer");
  expect(await cottyOk(home, ["stdout", "shown"])).not.toContain("typed by the viewer");
  expect(await violations(viewer)).toEqual([]);

  await viewer.reload();
  await expect.poll(() => rows(viewer)).toContain("typed by the owner");
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto(new URL("/watch.html", address).href);
  await expect(stranger.getByRole("heading", { name: "This link shows nothing any more" })).toBeVisible();

  await dialog.getByRole("button", { name: "Revoke the link to shown" }).click();
  await expect(viewer.getByRole("heading", { name: "This link shows nothing any more" })).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Share links" })).toBeHidden();
  await context.close();
  await other.close();
});
