/**
 * End-to-end tests of the built program, one after the other: `browser` opens
 * the window in Chromium over WebSocket, `desktop` launches the app itself.
 * Files ending in `.both.e2e.ts` run in either.
 */
import { defineConfig } from "@playwright/test";
import { findChromium } from "./test/support/programs.ts";

const chromium = findChromium();

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results",
  globalSetup: "./test/support/e2e-setup.ts",
  forbidOnly: process.env["CI"] !== undefined,
  // Two cores: a second browser beside the first would make both slow, and the waits with them.
  workers: 1,
  // Only what fails takes so long, on a slow or busy machine too.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: chromium === undefined ? {} : { executablePath: chromium },
    // A sixth of the time, for what nobody could fetch from a machine of CI.
    trace: process.env["CI"] === undefined ? "retain-on-failure" : "off",
    acceptDownloads: true,
  },
  projects: [
    { name: "browser", testMatch: /\.(browser|both)\.e2e\.ts$/ },
    { name: "desktop", testMatch: /\.(desktop|both)\.e2e\.ts$/ },
  ],
});
