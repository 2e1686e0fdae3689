/**
 * What tiles cost a screen worker: many sessions, each dirty at 20 Hz, each
 * followed by some clients. The peer encodes every row and compares them as
 * JSON, as simple differs do.
 */
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { median, percentile, printTable, ROOT } from "./measure.mjs";

const FRAMES_PER_SECOND = 20;
const SIZE = { cols: 120, rows: 40 };

/** The product's own modules, bundled for plain Node. */
async function productModules() {
  const directory = mkdtempSync("/tmp/cotty-bench-");
  symlinkSync(resolve(ROOT, "node_modules"), join(directory, "node_modules"));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    build: {
      ssr: true,
      outDir: directory,
      emptyOutDir: false,
      target: "node20",
      rollupOptions: {
        input: {
          frames: resolve(ROOT, "electron/screens/worker/frames.ts"),
          runs: resolve(ROOT, "electron/screens/worker/row-runs.ts"),
        },
        output: { entryFileNames: "[name].mjs" },
      },
    },
  });
  const load = (name) => import(pathToFileURL(join(directory, `${name}.mjs`)).href);
  try {
    const { FrameSource } = await load("frames");
    const { rowRuns } = await load("runs");
    return { FrameSource, rowRuns };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The peer: every row of a dirty screen is encoded, and its JSON is what tells whether it changed. */
class JsonKeys {
  #terminal;
  #rowRuns;
  #version = 0;
  #rows = [];
  dirty = true;

  constructor(terminal, rowRuns) {
    this.#terminal = terminal;
    this.#rowRuns = rowRuns;
  }

  frame(since) {
    if (this.dirty) this.#refresh();
    return {
      version: this.#version,
      rows: this.#rows.flatMap(({ runs, version }, y) => (version > since ? [[y, runs]] : [])),
    };
  }

  #refresh() {
    this.dirty = false;
    this.#version++;
    const { active } = this.#terminal.buffer;
    for (let y = 0; y < this.#terminal.rows; y++) {
      const runs = this.#rowRuns(active.getLine(active.baseY + y), this.#terminal.cols);
      const key = JSON.stringify(runs);
      if (this.#rows[y]?.key !== key) this.#rows[y] = { key, runs, version: this.#version };
    }
  }
}

const color = (n) => `\x1b[3${1 + (n % 7)}m`;
const words = (n) => Array.from({ length: 12 }, (_, i) => `${color(n + i)}word${(n * 7 + i * 13) % 997}`).join(" ");
const fullScreen = (tick) =>
  Array.from({ length: SIZE.rows }, (_, y) => `\x1b[${y + 1};1H\x1b[2K${words(tick * SIZE.rows + y)}`).join("");

/** What programs do between two frames, by tick. */
const programs = {
  "a spinner on a full screen": (tick) => (tick === 0 ? fullScreen(0) : `\x1b[${SIZE.rows};1H\x1b[2K| working ${tick}`),
  "a log, 2 lines a frame": (tick) => `${tick === 0 ? fullScreen(0) : ""}\r\n${words(2 * tick)}\r\n${words(2 * tick + 1)}`,
  "a screen drawn again as it was": () => fullScreen(0),
  "a screen that changes everywhere": (tick) => fullScreen(tick),
};

const write = (terminal, text) => new Promise((done) => terminal.write(text, done));

/** Milliseconds for a frame of one session with all its clients, the first frame left out. */
async function measure({ Terminal, newSource, program, sessions, clients, seconds }) {
  const screens = Array.from({ length: sessions }, () => {
    const terminal = new Terminal({ ...SIZE, allowProposedApi: true });
    return { terminal, source: newSource(terminal), versions: Array(clients).fill(0) };
  });
  const times = [];
  let rows = 0;
  for (let tick = 0; tick < seconds * FRAMES_PER_SECOND; tick++) {
    const text = program(tick);
    for (const { terminal, source } of screens) {
      await write(terminal, text);
      source.dirty = true;
    }
    for (const { source, versions } of screens) {
      const start = performance.now();
      versions.forEach((version, client) => {
        const frame = source.frame(version);
        versions[client] = frame.version;
        rows += frame.rows.length;
      });
      if (tick > 0) times.push(performance.now() - start);
    }
  }
  for (const { terminal } of screens) terminal.dispose();
  return { ms: median(times), p99: percentile(times, 0.99), rows };
}

export async function frames({ quick } = {}) {
  const { FrameSource, rowRuns } = await productModules();
  const { default: headless } = await import("@xterm/headless");
  const { Terminal } = headless;
  const options = { Terminal, sessions: quick ? 4 : 20, clients: 2, seconds: quick ? 5 : 10 };
  const rows = [];
  for (const [name, program] of Object.entries(programs)) {
    const peer = await measure({ ...options, program, newSource: (terminal) => new JsonKeys(terminal, rowRuns) });
    const ours = await measure({ ...options, program, newSource: (terminal) => new FrameSource(terminal) });
    if (peer.rows !== ours.rows) throw new Error(`${name}: ${ours.rows} rows were sent, the peer sent ${peer.rows}`);
    rows.push({
      program: name,
      "JSON keys p50 ms": peer.ms,
      "JSON keys p99 ms": peer.p99,
      "cotty p50 ms": ours.ms,
      "cotty p99 ms": ours.p99,
      "times as fast": peer.ms / ours.ms,
    });
  }
  const { sessions, clients } = options;
  printTable(
    `Frames: worker time a frame, ${sessions} sessions of ${SIZE.cols}x${SIZE.rows} at ${FRAMES_PER_SECOND} Hz, ${clients} clients`,
    rows,
  );
}
