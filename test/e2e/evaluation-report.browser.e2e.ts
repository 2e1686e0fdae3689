/** The report of `cotty eval`, opened from the disk as its readers do. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

const published = join(import.meta.dirname, "../fixtures/eval/terminalcp-summary.json");

test("a report filters its runs, works offline, and axe finds nothing in it", async ({ home, page, pageErrors }) => {
  page.on("console", (message) => message.type() === "error" && pageErrors.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || pageErrors.push(`asked for ${request.url()}`));
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

  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      colorScheme,
    ).toEqual([]);
  }
  await page.setViewportSize({ width: 480, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480);
});
