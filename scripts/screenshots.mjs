/**
 * `npm run screenshots`: takes the README's pictures of the demo in Chromium, and
 * exports a moving picture of its debugger with Cotty's own export. The demo runs
 * in folders with neutral names. Look at the pictures before you commit them.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
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
  for (const page of Object.values(pages)) {
    await page.getByRole("region", { name: "Connect an agent" }).getByRole("tab", { name: "Claude Code" }).click();
    await page.getByRole("button", { name: "Connect Claude Code" }).waitFor();
    await page.evaluate(showNeutralPaths, { [root]: "/opt/cotty", [home]: "/home/ada" });
  }
  await shootBoth(pages, "empty");
  const demo = spawn(process.execPath, [join(root, "scripts/demo.mjs")], { env, stdio: "ignore" });
  await demoIsReady(pages.dark);
  await shootBoth(pages, "grid");
  for (const page of Object.values(pages)) {
    await page.getByRole("button", { name: /^Open gdb/ }).click();
    await page.locator(".xterm-screen").waitFor();
  }
  await shootBoth(pages, "session");
  exportDemo("gdb", "demo.gif");
  for (const page of Object.values(pages)) {
    await page.getByRole("button", { name: "Recordings" }).click();
    await page.getByRole("button", { name: "Replay gdb" }).click();
    await page.getByRole("slider", { name: "Moment" }).waitFor();
    await page.keyboard.press("9");
  }
  await shootBoth(pages, "replay");
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

/** Runs in the page: the folders of this machine are nobody's business. */
function showNeutralPaths(names) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const [path, name] of Object.entries(names)) {
      texts.currentNode.nodeValue = texts.currentNode.nodeValue.replaceAll(path, name);
    }
  }
}

/** Writes a recording of the demo as a moving picture. */
function exportDemo(session, file) {
  const target = join(IMAGES, file);
  const args = [COMMAND, "export", "--format", "gif", "-o", target, "--force", session];
  if (spawnSync(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] }).status !== 0) {
    throw new Error(`${file} was not made`);
  }
  // An export is readable for its user alone. This one is published.
  chmodSync(target, 0o644);
  console.log(`docs/images/${file}`);
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
