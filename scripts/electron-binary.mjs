/** Finds out whether the desktop app can be opened here, and with which executable. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, succeeds } from "./run.mjs";

/** The time limit for the download, which has about 120 MB. */
const DOWNLOAD_TIMEOUT_MS = 180_000;

/** The Electron executable, or the reason why the app cannot be opened. Downloads the executable if it is missing. */
export function electronOrReason() {
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return { reason: "there is no display" };
  if (process.platform === "linux" && process.getuid?.() === 0) return { reason: "Electron does not run as root" };
  const executable = find() ?? download();
  return executable === undefined ? { reason: "Electron could not be downloaded" } : { executable };
}

function find() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = join(root, "node_modules/electron");
  try {
    // The download writes this file last, so a partial download does not count.
    const name = override ? "electron" : readFileSync(join(folder, "path.txt"), "utf8");
    const executable = join(override ?? join(folder, "dist"), name);
    return existsSync(executable) ? executable : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the script with which the electron package downloads its executable. */
function download() {
  console.log("Downloading Electron…");
  const script = join(root, "node_modules/electron/install.js");
  return succeeds(process.execPath, [script], { timeout: DOWNLOAD_TIMEOUT_MS, stdio: "ignore" }) ? find() : undefined;
}
