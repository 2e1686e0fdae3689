/** The browser in which scripts draw: the system's Chromium, or else the one that Playwright has downloaded. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

export function launchChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const executablePath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((file) => existsSync(file));
  return chromium.launch(executablePath === undefined ? {} : { executablePath });
}
