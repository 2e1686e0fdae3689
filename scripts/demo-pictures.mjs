/** The pictures of the demo: the window empty, with its sessions, in one of them, and a replay; and its debugger in motion. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { COMMAND, exportGif, IMAGES, onStage, VIEWPORT } from "./picture-stage.mjs";
import { root } from "./run.mjs";

/** The agents take half a minute to type their lines, and the tiles are drawn a moment later. */
const READY_MS = 60_000;
const SETTLE_MS = 1_500;

export const takeDemoPictures = () => onStage(takePictures);

async function takePictures(stage) {
  const { home, env, openWindow } = stage;
  const pages = { dark: await openWindow("dark"), light: await openWindow("light") };
  for (const page of Object.values(pages)) {
    await page.getByRole("region", { name: "Connect an agent" }).getByRole("tab", { name: "Claude Code" }).click();
    await page.getByRole("button", { name: "Connect Claude Code" }).waitFor();
    await page.evaluate(showNeutralPaths, { [root]: "/opt/cotty", [home]: "/home/ada" });
  }
  await shootBoth(pages, "empty");
  const demo = spawn(process.execPath, [join(root, "scripts/demo.mjs")], { env, stdio: "ignore" });
  await demoIsReady(pages.dark, env);
  await shootBoth(pages, "grid");
  for (const page of Object.values(pages)) {
    await page.getByRole("button", { name: /^Open gdb/ }).click();
    await page.locator(".xterm-screen").waitFor();
  }
  await shootBoth(pages, "session");
  exportGif(stage, "gdb", "demo.gif");
  for (const page of Object.values(pages)) {
    await page.getByRole("button", { name: "Recordings" }).click();
    await page.getByRole("button", { name: "Replay gdb" }).click();
    await page.getByRole("slider", { name: "Moment" }).waitFor();
    await page.keyboard.press("9");
  }
  await shootBoth(pages, "replay");
  demo.kill("SIGINT");
  await once(demo, "close");
}

async function demoIsReady(page, env) {
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

async function shootBoth(pages, view) {
  for (const [theme, page] of Object.entries(pages)) {
    await page.bringToFront();
    await page.mouse.move(0, VIEWPORT.height - 1);
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join(IMAGES, `${view}-${theme}.png`) });
    console.log(`docs/images/${view}-${theme}.png`);
  }
}
