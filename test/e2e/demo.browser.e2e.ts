/** `npm run demo`: what somebody sees first. */
import { readdirSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { chooseInPalette } from "../support/choose-in-palette.ts";
import { cottyOk } from "../support/cotty.ts";
import { startDemo } from "../support/demo.ts";
import { startHeadless } from "../support/headless.ts";
import { expect, test } from "./window-test.ts";
import { tileText } from "./window-text.ts";

/** Agents start one after the other, on a machine that may be busy. */
const STARTED_WITHIN_MS = 90_000;

test("the demo debugs a crash, asks and fails; a reply is enough to go on; Ctrl+C ends all of it", async ({ page, home }) => {
  test.setTimeout(240_000);
  const demo = await startDemo(home);
  await page.goto(demo.address);

  await test.step("one session asks, one has failed, the others go on", async () => {
    await expect(tile(page, "tests")).toHaveAttribute("data-state", "failed", { timeout: STARTED_WITHIN_MS });
    await expect(tile(page, "tests")).toContainText("Exited 1");
    await expect(tile(page, "upgrade")).toHaveAttribute("data-state", "waiting");
    await expect(tile(page, "upgrade")).toContainText("Do you want to continue? [Y/n]");
    await expect(tile(page, "python")).toHaveAttribute("data-state", /^(working|idle)$/);
    await expect(page.locator("article[data-state]")).toHaveCount(6);
  });

  await test.step("the debugger stands where the program crashed", async () => {
    await expect.poll(() => tileText(page, "gdb"), { timeout: STARTED_WITHIN_MS }).toContain("SIGSEGV");
  });

  await test.step("it prints what to try", () => {
    for (const word of ["reply to upgrade", "Hand back", "Export", "attach gdb"]) expect(demo.output()).toContain(word);
  });

  await test.step("a reply is enough", async () => {
    await tile(page, "upgrade")
      .getByRole("button", { name: /^Reply/ })
      .click();
    await page.keyboard.type("y");
    await page.keyboard.press("Enter");
    await expect(tile(page, "upgrade")).toHaveAttribute("data-state", "finished");
  });

  await page.close();
  expect(await demo.interrupt()).toBe(0);
  expect(readdirSync(demo.temporary)).toEqual([]);
});

test("with a host that runs, the demo uses that one and leaves it, with names that are free", async ({ page, home }) => {
  test.setTimeout(240_000);
  await using host = await startHeadless(home);
  await cottyOk(home, ["start", "upgrade", "cat"]);
  const demo = await startDemo(home);
  await page.goto(demo.address);
  await expect(tile(page, "upgrade-2")).toHaveAttribute("data-state", "waiting", { timeout: STARTED_WITHIN_MS });
  await page.close();
  expect(await demo.interrupt()).toBe(0);
  const running = (await host.client.request("session/list", {})).filter(({ exit }) => exit === undefined);
  expect(running.map(({ id }) => id)).toEqual(["upgrade"]);
});

test("the empty window starts the demo; a second one is refused in words", async ({ window }) => {
  test.setTimeout(240_000);
  await window.getByRole("button", { name: "Start the demo" }).click();
  await expect(tile(window, "upgrade")).toHaveAttribute("data-state", "waiting", { timeout: STARTED_WITHIN_MS });
  await expect(tile(window, "tests")).toHaveAttribute("data-state", "failed", { timeout: STARTED_WITHIN_MS });
  // The pointer rests where the button was, in the first tile. A grid that is held lets go after half a minute.
  for (const id of ["gdb", "python", "vim", "server", "upgrade", "tests"])
    await expect(tile(window, id)).toBeInViewport({ ratio: 0.9, timeout: 15_000 });
  await chooseInPalette(window, "start the demo");
  await expect(window.getByRole("region", { name: "News" })).toContainText("The demo runs already");
});

function tile(page: Page, id: string): Locator {
  return page.locator(`article[data-session="${id}"]`);
}
