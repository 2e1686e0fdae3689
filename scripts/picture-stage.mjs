/**
 * Where the pictures of the documents are taken: a host in a home of its own, so that
 * they show neither the user's sessions nor the user's settings, and windows in Chromium.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { launchChromium } from "./chromium.mjs";
import { root } from "./run.mjs";

export const IMAGES = join(root, "docs/images");
export const COMMAND = join(root, "bin/cotty.js");
/** Three complete rows of tiles. */
export const VIEWPORT = { width: 1280, height: 900 };

/** Calls `take` with the stage, and leaves nothing of the stage behind. */
export async function onStage(take) {
  mkdirSync(IMAGES, { recursive: true });
  const home = mkdtempSync(join(tmpdir(), "cotty-shots-"));
  const env = { ...process.env, COTTY_HOME: home, HOME: home, SHELL: "/bin/sh", TMPDIR: "/tmp" };
  const host = spawn(process.execPath, [COMMAND, "serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const browser = await launchChromium();
  try {
    await once(createInterface(host.stdout), "line");
    await take({ home, env, openWindow: (colorScheme) => openWindow({ browser, env, colorScheme }) });
  } finally {
    await browser.close();
    host.kill("SIGTERM");
    await once(host, "close");
    rmSync(home, { recursive: true, force: true });
  }
}

async function openWindow({ browser, env, colorScheme }) {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme, deviceScaleFactor: 2, reducedMotion: "reduce" });
  const page = await context.newPage();
  const { stdout } = spawnSync(process.execPath, [COMMAND, "serve", "--json"], { env, encoding: "utf8" });
  await page.goto(JSON.parse(stdout).url);
  return page;
}

/** Writes the recording of a session as a moving picture into docs/images. */
export function exportGif({ env }, session, file, options = []) {
  const target = join(IMAGES, file);
  const args = [COMMAND, "export", "--format", "gif", ...options, "-o", target, "--force", session];
  if (spawnSync(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] }).status !== 0) {
    throw new Error(`${file} was not made`);
  }
  // An export is readable for its user alone. This one is published.
  chmodSync(target, 0o644);
  console.log(`docs/images/${file}`);
}
