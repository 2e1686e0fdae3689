/**
 * Sessions that print hostile output, resized and waited on all the while, beside
 * one that minds its own business. See `npm run fuzz`.
 */
import { execFileSync } from "node:child_process";
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Client } from "../../shared/client.ts";
import { Random } from "../support/random.ts";
import { start, startTestHost, type TestHost } from "../support/test-host.ts";
import { hostileOutput } from "./streams.ts";

const MINUTES = Number(process.env["COTTY_FUZZ_MINUTES"] ?? 1);
const SEED = Number(process.env["COTTY_FUZZ_SEED"] ?? Date.now() % 1_000_000);
const HOSTILE = 5;
const GOALS = { restarts: 0, lostWaits: 0, peakMb: 300, echoP99Ms: 100 };
/** The neighbor's program answers at once: a wait that lasts so long is lost. */
const LOST_AFTER_MS = 5000;
/** The neighbor types again when its terminal has been quiet for this long. */
const PAUSE_MS = 20;
/** Reads lines of a pipe, each the path of a file to print. What the terminal answers to the output is thrown away. */
const PRINTER = 'stty raw -echo; cat </dev/tty >/dev/null & while read -r file; do cat "$file"; done <';

type Tally = { rounds: number; waits: number; lostWaits: number; echoesMs: number[]; refusals: Map<string, number> };

test(`hostile output for ${MINUTES} min, seed ${SEED}`, { timeout: (MINUTES + 5) * 60_000 }, async () => {
  await using host = await startTestHost({ tolerate: /screen (?:worker|failed)/ });
  const client = await host.connect();
  const tally: Tally = { rounds: 0, waits: 0, lostWaits: 0, echoesMs: [], refusals: new Map() };
  const until = performance.now() + MINUTES * 60_000;
  await Promise.all([
    ...Array.from({ length: HOSTILE }, (_, n) =>
      hostile(host, client, { name: `hostile-${n}`, seed: SEED * 100 + n, until, tally }),
    ),
    neighbor(client, until, tally),
  ]);
  const { echoesMs, refusals, ...counts } = tally;
  echoesMs.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(echoesMs[Math.floor(echoesMs.length * share)] ?? 0);
  const warnings = host
    .log()
    .split("\n")
    .filter((line) => /screen (?:worker|failed)/.test(line));
  const result = {
    seed: SEED,
    ...counts,
    restarts: warnings.length,
    peakMb: peakMb(host.pid),
    echoP50Ms: at(0.5),
    echoP99Ms: at(0.99),
  };
  process.stdout.write(
    `${JSON.stringify({ ...result, warnings: warnings.slice(0, 10), refusals: Object.fromEntries(refusals) }, null, 2)}\n`,
  );
  expect(result.restarts, "restarts of a screen worker").toBeLessThanOrEqual(GOALS.restarts);
  expect(result.lostWaits, "waits of the neighbor that were lost").toBeLessThanOrEqual(GOALS.lostWaits);
  expect(result.peakMb, "peak memory of the host in MB").toBeLessThan(GOALS.peakMb);
  expect(result.echoP99Ms, "the neighbor's echo in ms").toBeLessThan(GOALS.echoP99Ms);
});

/** One session that prints hostile output until the time is up. */
async function hostile(
  host: TestHost,
  client: Client,
  { name, seed, until, tally }: { name: string; seed: number; until: number; tally: Tally },
): Promise<void> {
  const random = new Random(seed);
  const fifo = join(host.home.root, `${name}.fifo`);
  execFileSync("mkfifo", [fifo]);
  const { id } = await start(client, `sh -c '${PRINTER} ${fifo}'`, { id: name });
  using files = pipe(fifo);
  const size = { cols: 80, rows: 24 };
  for (let round = 0; performance.now() < until; round++) {
    const file = join(host.home.root, `${name}-${round % 4}.bin`);
    writeFileSync(file, hostileOutput(random, size));
    files.write(`${file}\n`);
    tally.rounds++;
    for (let n = random.int(1, 4); n > 0; n--) {
      Object.assign(size, { cols: random.int(2, 200), rows: random.int(1, 70) });
      await attempt(tally, client.request("session/resize", { id, size }));
      const pattern = random.pick(["x$", "\\d+ a", "zz$", "[a-z]+\\s+q"]);
      await attempt(
        tally,
        client.request("session/wait", { id, until: { pattern, prompt: random.chance(0.3), timeoutMs: random.int(0, 200) } }),
      );
      await attempt(tally, client.request("session/screen", { id, lines: 100 }));
      await attempt(tally, client.request("session/changes", { id }));
      if (random.chance(0.1)) await attempt(tally, client.request("session/read", { id, strip: true, since: 0 }));
      if (random.chance(0.05)) await attempt(tally, client.request("session/search", { id, pattern: "line \\d+", limit: 5 }));
    }
  }
}

/** Types into `cat` and waits for the echo. */
async function neighbor(client: Client, until: number, tally: Tally): Promise<void> {
  const { id } = await start(client, "cat", { id: "neighbor" });
  for (let n = 0; performance.now() < until; n++) {
    const began = performance.now();
    const wait = { pattern: `^line ${n}$`, timeoutMs: LOST_AFTER_MS };
    const answer = await client.request("session/write", { id, input: [{ text: `line ${n}\n` }], wait });
    tally.waits++;
    if (answer.wait?.ended !== "match") tally.lostWaits++;
    tally.echoesMs.push(performance.now() - began);
    await client.request("session/wait", { id, until: { quietMs: PAUSE_MS } });
  }
}

async function attempt(tally: Tally, request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    const message = String(error);
    tally.refusals.set(message, (tally.refusals.get(message) ?? 0) + 1);
  }
}

function pipe(fifo: string): { write(text: string): void } & Disposable {
  const stream = createWriteStream(fifo);
  stream.on("error", () => {});
  return { write: (text) => void stream.write(text), [Symbol.dispose]: () => stream.destroy() };
}

function peakMb(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}
