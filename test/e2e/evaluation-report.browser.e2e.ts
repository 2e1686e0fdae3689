/** The report of `cotty eval`, opened from the disk as its readers do. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { violations } from "../support/axe.ts";
import { cottyOk } from "../support/cotty.ts";
import { defineEvaluation } from "../support/evaluation-definitions.ts";
import type { Page } from "@playwright/test";
import { expect, test } from "./window-test.ts";

const published = join(import.meta.dirname, "../fixtures/eval/terminalcp-summary.json");

/** What the page's policy refuses is an error of the console. A page that works offline asks for nothing. */
function watchPage(page: Page, pageErrors: string[]): void {
  page.on("pageerror", (error) => pageErrors.push(error.message));
  page.on("console", (message) => message.type() === "error" && pageErrors.push(message.text()));
  page.on("request", (request) => /^(?:file|data|blob):/.test(request.url()) || pageErrors.push(`asked for ${request.url()}`));
}

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
}

test("a report filters its runs, works offline, and axe finds nothing in it", async ({ home, page, pageErrors }) => {
  watchPage(page, pageErrors);
  const file = join(home.root, "report.html");
  await cottyOk(home, ["eval", "report", published, "-o", file]);
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole("status")).toHaveText("120 of 120 runs");

  await page.getByRole("checkbox", { name: "screen" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("status")).toHaveText("90 of 120 runs");
  await page.getByRole("checkbox", { name: "project-analysis" }).uncheck();
  await expect(page.getByRole("status")).toHaveText("60 of 120 runs");
  await expect(page.getByRole("heading", { name: "project-analysis" })).toBeHidden();
  await page.getByRole("checkbox", { name: "project-analysis" }).check();

  await expectNoViolations(page);
  await page.setViewportSize({ width: 480, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480);
});

test("a run is played beside its steps, and a step moves the player to its time", async ({ home, page, pageErrors }) => {
  watchPage(page, pageErrors);
  // It shows each of its steps in its terminal.
  defineEvaluation(home, "works step by step");
  await cottyOk(home, ["eval", "run", "--agents", "fake", "-o", "job"]);
  await cottyOk(home, ["kill-server"]);
  await page.goto(pathToFileURL(join(home.root, "job/evaluation-summary.html")).href);
  await expect(
    page.getByRole("img", { name: /Mean time of a run\. first: start .*, model .*, tools .*, waiting / }),
  ).toBeVisible();

  const opener = page.getByRole("button", { name: "Replay fake, file, first, 1" });
  await opener.press("Enter");
  const dialog = page.getByRole("dialog", { name: "fake, file, first, 1" });
  const steps = dialog.getByRole("region", { name: "Steps" }).getByRole("listitem");
  await expect(steps).toHaveCount(5);
  await expect(steps.nth(1)).toContainText("command: ls");
  await expect(steps.nth(1)).toContainText("notes.txt");
  await expect(steps.nth(1)).toContainText("tool 0.3s");

  const terminal = dialog.locator(".ap-term");
  await steps.nth(2).getByRole("button").click();
  await expect(steps.nth(2)).toHaveAttribute("aria-current", "step");
  await expect(terminal).toContainText("$ touch done.txt");
  await expect(terminal).not.toContainText("It is done.");
  await steps.nth(0).getByRole("button").press("Enter");
  await expect(terminal).toContainText("I look around.");
  await expect(terminal).not.toContainText("$ touch");
  await expectNoViolations(page);

  // While it plays, the steps go along.
  await dialog.locator(".ap-overlay-start").click();
  await expect(steps.nth(4)).toHaveAttribute("aria-current", "step");
  await expect(terminal).toContainText("It is done.");

  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("dialog", { name: "fake, file, second, 1" })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width: 480, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Replay fake, file, second, 1" })).toBeFocused();

  // As where a recording finds no room in the page: its steps stay, and a link leads to the recording.
  rmSync(join(home.root, "job/runs/fake--file--second--01/agent.cast"));
  await cottyOk(home, ["eval", "report", "job"]);
  await page.reload();
  await page.getByRole("button", { name: "Replay fake, file, second, 1" }).click();
  await expect(page.getByRole("dialog", { name: "fake, file, second, 1" })).toContainText("command: ls");
  const link = page.getByRole("link", { name: "The recording is a page of its own" });
  await expect(link).toHaveAttribute("href", "runs/fake--file--second--01/agent.html");
  await link.click();
  await expect(page).toHaveURL(/fake--file--second--01\/agent\.html$/);
});
