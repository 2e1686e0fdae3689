/** The test of both projects: a host in a home of its own, and its window in Chromium or in the desktop app. */
import { expect, type Page, test as base } from "@playwright/test";
import { launchDesktop } from "../support/desktop.ts";
import { startHeadless } from "../support/headless.ts";
import { createHome, type Home, processesIn } from "../support/home.ts";
import { findElectron } from "../support/programs.ts";

type Fixtures = {
  home: Home;
  /** The window, connected to the host of `home`. */
  window: Page;
  /** Nothing may go wrong unseen: errors of the page fail the test. */
  pageErrors: string[];
};

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to see what a fixture needs
  home: async ({}, use) => {
    await using home = createHome();
    await use(home);
    // Whoever lived here has been asked to go by now; what is left would be left on a person's machine too.
    await expect.poll(() => processesIn(home.root), { message: "processes left behind" }).toEqual([]);
  },
  pageErrors: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads this pattern, too
    async ({}, use, info) => {
      const errors: string[] = [];
      await use(errors);
      if (errors.length > 0 && info.status === "passed") throw new Error(`Errors in the page:\n${errors.join("\n")}`);
    },
    { auto: true },
  ],
  window: async ({ home, page, pageErrors }, use, info) => {
    if (info.project.name === "desktop") {
      const electron = findElectron();
      if ("missing" in electron) return info.skip(true, electron.missing);
      await using desktop = await launchDesktop(home, electron.executable);
      watchErrors(desktop.page, pageErrors);
      await use(desktop.page);
    } else {
      await using host = await startHeadless(home);
      watchErrors(page, pageErrors);
      await page.goto(await host.newAddress());
      await use(page);
      // The window goes first, as when a person closes it.
      await page.close();
    }
  },
});

function watchErrors(page: Page, errors: string[]): void {
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
}

export { expect };
