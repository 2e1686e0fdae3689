/**
 * What the window costs in Chromium while many sessions print: frames a second,
 * the share of its main thread, long tasks, and how long a key waits. The peer is
 * a page with as many live xterms, each drawn with its DOM renderer.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../../scripts/chromium.mjs";
import { connectHost } from "./cotty-client.mjs";
import { isInstalled, percentile, printTable, withTemporaryHome } from "./measure.mjs";
import { FEED, feedLine } from "./window/feed.mjs";
import { servePeer } from "./window/peer.mjs";

/** Sessions of which a window opens to show all that fit. */
const MANY = 200;
/** No other tile has got its picture for this long: all in sight have one. */
const SETTLED_MS = 2000;
/** Wide and tall enough for all 24 tiles. */
const VIEWPORT = { width: 1920, height: 1200 };
const SIZE = { cols: 80, rows: 24 };
/** The time until the sessions print at their full rate and the page has drawn them. */
const WARM_UP_MS = 4000;
const KEY_EVERY_MS = 50;

/** Prints the lines at the rate, as a program in a terminal does. */
const PROGRAM = `perl -e '$|=1; $n=0; while(1){ for(1..${FEED.batch}){ $n++; ${perlLine()} } select(undef,undef,undef,${FEED.everyMs / 1000}) }'`;

function perlLine() {
  return `print "\\e[3".(1+$n%7)."m".$n."\\e[0m ".join(" ",map{"\\e[3".(1+($n+$_)%7)."mword".(($n*7+$_*13)%997)}0..6)."\\e[0m\\r\\n";`;
}

/** Runs in the page: counts frames and long tasks, and how long keys wait for their handler. */
function watch() {
  const seen = { frames: 0, longTasks: 0, delays: [], startedAt: performance.now() };
  globalThis.seen = seen;
  const frame = () => {
    seen.frames++;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => (seen.longTasks += list.getEntries().length)).observe({ type: "longtask" });
  addEventListener("keydown", (event) => seen.delays.push(performance.now() - event.timeStamp), { capture: true });
}

/** How busy the page's main thread is for some seconds. Nothing of ours runs in it: a loop that counts frames makes it draw each one. */
async function measureShares(page, seconds) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  const busySeconds = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return { tasks: of("TaskDuration"), scripts: of("ScriptDuration"), cpu: of("ThreadTime"), at: of("Timestamp") };
  };
  const before = await busySeconds();
  await page.waitForTimeout(seconds * 1000);
  const after = await busySeconds();
  const share = (name) => (100 * (after[name] - before[name])) / (after.at - before.at);
  return { "main thread %": share("tasks"), "of it script %": share("scripts"), "its CPU %": share("cpu") };
}

/** How smooth the page is for some seconds, with a key pressed now and then. */
async function measureSmoothness(page, seconds) {
  await page.evaluate(watch);
  for (let pressed = 0; pressed < (seconds * 1000) / KEY_EVERY_MS; pressed++) {
    await page.keyboard.press("Shift");
    await page.waitForTimeout(KEY_EVERY_MS);
  }
  const { frames, longTasks, delays, elapsedMs } = await page.evaluate(() => ({
    ...globalThis.seen,
    elapsedMs: performance.now() - globalThis.seen.startedAt,
  }));
  return { fps: (frames * 1000) / elapsedMs, "long tasks": String(longTasks), "input p95 ms": percentile(delays, 0.95) };
}

async function measure(page, seconds) {
  return { ...(await measureShares(page, seconds)), ...(await measureSmoothness(page, seconds)) };
}

async function measureWindow(browser, { sessions, seconds, viewport = VIEWPORT }) {
  return withTemporaryHome(async (home) => {
    // A host reads its settings when it starts.
    writeFileSync(join(home, "settings.json"), JSON.stringify({ density: "compact" }));
    const host = await connectHost(home);
    await Promise.all(
      Array.from({ length: sessions }, (_, n) => host.request("session/create", { id: `s${n}`, command: PROGRAM, size: SIZE })),
    );
    const page = await browser.newPage({ viewport });
    await page.goto((await host.request("window/open", {})).url);
    await page.getByRole("article").first().waitFor();
    await page.waitForTimeout(WARM_UP_MS);
    const visible = await page.evaluate(
      () => [...document.querySelectorAll("article")].filter((tile) => tile.getBoundingClientRect().top < innerHeight).length,
    );
    const result = await measure(page, seconds);
    await page.close();
    await Promise.all(Array.from({ length: sessions }, (_, n) => host.request("session/stop", { id: `s${n}` })));
    host.close();
    return { visible, ...result };
  });
}

/** Runs in the page before all else: notes when the first tile is there, and when each canvas is painted for the first time, in ms since the page was asked for. */
function watchOpening() {
  const seen = { painted: [] };
  globalThis.opening = seen;
  const known = new Set();
  const look = () => {
    seen.tiles ??= document.querySelector("article") ? performance.now() : undefined;
    for (const canvas of document.querySelectorAll(".tile-canvas")) {
      // A canvas gets its size with its first picture.
      if (known.has(canvas) || canvas.width === 300) continue;
      known.add(canvas);
      seen.painted.push(performance.now());
    }
  };
  const options = { subtree: true, childList: true, attributes: true, attributeFilter: ["width"] };
  new MutationObserver(look).observe(document, options);
}

/** Opens the window on many sessions, and tells when their tiles have their pictures. */
async function measureOpening(browser) {
  return withTemporaryHome(async (home) => {
    writeFileSync(join(home, "settings.json"), JSON.stringify({ density: "compact" }));
    const host = await connectHost(home);
    const command = `perl -e '$|=1; for(1..40){ $n++; ${perlLine()} } sleep 600'`;
    await Promise.all(
      Array.from({ length: MANY }, (_, n) => host.request("session/create", { id: `s${n}`, command, size: SIZE })),
    );
    const page = await browser.newPage({ viewport: { width: 3840, height: 2160 } });
    await page.addInitScript(watchOpening);
    await page.goto((await host.request("window/open", {})).url);
    await page.waitForFunction(
      (settledMs) => performance.now() - (globalThis.opening.painted.at(-1) ?? Number.POSITIVE_INFINITY) > settledMs,
      SETTLED_MS,
    );
    const { tiles, painted } = await page.evaluate(() => globalThis.opening);
    await page.close();
    await Promise.all(Array.from({ length: MANY }, (_, n) => host.request("session/stop", { id: `s${n}` })));
    host.close();
    return {
      "tiles there ms": tiles,
      "first picture ms": painted[0],
      "all in sight ms": painted.at(-1),
      "in sight": painted.length,
    };
  });
}

async function measurePeer(browser, { sessions, seconds }) {
  const peer = await servePeer({ sessions, size: SIZE, line: feedLine });
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(peer.url);
  await page.waitForTimeout(WARM_UP_MS);
  const result = await measure(page, seconds);
  await page.close();
  await peer.close();
  return { visible: sessions, ...result };
}

export async function windowCost({ quick } = {}) {
  if (!isInstalled("perl")) {
    console.log("\n## Window: skipped, because perl is not installed");
    return;
  }
  const seconds = quick ? 4 : 10;
  const browser = await launchChromium();
  try {
    const rows = [
      { what: "24 live xterms (DOM)", ...(await measurePeer(browser, { sessions: 24, seconds })) },
      { what: "cotty, 24 sessions", ...(await measureWindow(browser, { sessions: 24, seconds })) },
      {
        what: "cotty, 100 sessions in a 4K window",
        ...(await measureWindow(browser, {
          sessions: 100,
          seconds,
          viewport: { width: 3840, height: 2160 },
        })),
      },
    ];
    printTable(`Window: sessions of ${SIZE.cols}x${SIZE.rows} that print ${FEED.linesPerSecond} lines a second each`, rows);
    printTable(`The window opens on ${MANY} sessions, in 4K`, [await measureOpening(browser)]);
    console.log("\nGoal: a display of 60 Hz, main thread under 15 %, no long task, input p95 under 10 ms");
  } finally {
    await browser.close();
  }
}
