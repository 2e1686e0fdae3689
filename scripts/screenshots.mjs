/**
 * `npm run screenshots`: takes the README's pictures of the demo in Chromium. The
 * demo runs in folders with neutral names. Look at the pictures before you commit
 * them.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { launchChromium } from "./chromium.mjs";
import { prepare } from "./prepare.mjs";
import { root } from "./run.mjs";

const IMAGES = join(root, "docs/images");
const COMMAND = join(root, "bin/cotty.js");
/** Three complete rows of tiles. */
const VIEWPORT = { width: 1280, height: 900 };
/** The agents take half a minute to type their lines, and the tiles are drawn a moment later. */
const READY_MS = 60_000;
const SETTLE_MS = 1_500;

prepare();
mkdirSync(IMAGES, { recursive: true });
const home = mkdtempSync(join(tmpdir(), "cotty-shots-"));
// A separate home, so that the pictures show neither the user's sessions nor the user's settings of vim.
const env = { ...process.env, COTTY_HOME: home, HOME: home, SHELL: "/bin/sh", TMPDIR: "/tmp" };
const host = spawn(process.execPath, [COMMAND, "serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "inherit"] });
const browser = await launchChromium();
try {
  await once(createInterface(host.stdout), "line");
  const pages = { dark: await openWindow("dark"), light: await openWindow("light") };
  await shootBoth(pages, "empty");
  const demo = spawn(process.execPath, [join(root, "scripts/demo.mjs")], { env, stdio: "ignore" });
  await demoIsReady(pages.dark);
  await shootBoth(pages, "grid");
  for (const page of Object.values(pages)) {
    await page.getByRole("button", { name: /^Open gdb/ }).click();
    await page.locator(".xterm-screen").waitFor();
  }
  await shootBoth(pages, "session");
  demo.kill("SIGINT");
  await once(demo, "close");
} finally {
  await browser.close();
  host.kill("SIGTERM");
  await once(host, "close");
  rmSync(home, { recursive: true, force: true });
}

async function openWindow(colorScheme) {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme, deviceScaleFactor: 2, reducedMotion: "reduce" });
  const page = await context.newPage();
  const { stdout } = spawnSync(process.execPath, [COMMAND, "serve", "--json"], { env, encoding: "utf8" });
  await page.goto(JSON.parse(stdout).url);
  return page;
}

async function demoIsReady(page) {
  await page.locator('article[data-session="tests"][data-state="failed"]').waitFor({ timeout: READY_MS });
  await page.locator('article[data-session="upgrade"][data-state="waiting"]').waitFor({ timeout: READY_MS });
  const deadlineMs = Date.now() + READY_MS;
  // Wait for the debugger's last line. The tiles are drawn by the time the pictures are taken.
  while (!spawnSync(process.execPath, [COMMAND, "stdout", "gdb"], { env, encoding: "utf8" }).stdout.includes("info locals")) {
    if (Date.now() > deadlineMs) throw new Error("The demo's debugger did not finish in time");
    await page.waitForTimeout(500);
  }
}

async function shootBoth(pages, view) {
  for (const [theme, page] of Object.entries(pages)) {
    await page.bringToFront();
    await page.mouse.move(0, VIEWPORT.height - 1);
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join(IMAGES, `${view}-${theme}.png`) });
    console.log(`docs/images/${view}-${theme}.png`);
  }
}
