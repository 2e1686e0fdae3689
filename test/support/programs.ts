/** Finds the browser and the Electron executable that end-to-end tests run on. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The system's Chromium; undefined leaves it to Playwright, which may have one of its own. */
export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => CHROMIUM_NAMES.map((name) => join(folder, name))).find((file) => existsSync(file));
}

/** The Electron executable, or why there is none. Downloads nothing. */
export function findElectron(): { executable: string } | { missing: string } {
  const override = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
  const folder = join(createRequire(import.meta.url).resolve("electron/package.json"), "..");
  const names = ["electron", "electron.exe", "Electron.app/Contents/MacOS/Electron"];
  const executable = names.map((name) => join(override ?? join(folder, "dist"), name)).find((file) => existsSync(file));
  if (executable !== undefined) return { executable };
  return { missing: "The Electron executable is not here: run `npx install-electron` where its download can be reached" };
}
