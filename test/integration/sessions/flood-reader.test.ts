/** Floods that a thread of its own reads: nothing is lost, doubled or out of order, whatever happens meanwhile. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { FloodReader } from "../../../electron/sessions/flood-reader.ts";
import { type Pty, ptyStarter, type SpawnPty } from "../../../electron/sessions/pty.ts";
import { Random, rounds } from "../../support/random.ts";
import { buildScreenWorker } from "../../support/screen-worker.ts";

/** 50 MB of numbers. */
const COUNTS = "seq 1 6000000";
const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };

/** As `sha1sum` prints it, of what a terminal makes of the output. */
const sumOf = (command: string): string =>
  execFileSync("sh", ["-c", `${command} | sed 's/$/\\r/' | sha1sum`], { encoding: "utf8" }).slice(0, 40);
const sum = sumOf(COUNTS);

let threadUrl: URL;
beforeAll(async () => {
  threadUrl = await buildScreenWorker("electron/sessions/flood-thread.ts");
});

function run(start: SpawnPty, command: string): Pty {
  return start({ file: "/bin/sh", args: ["-c", `exec ${command}`], cwd: "/", env, size: { cols: 80, rows: 24 } });
}

/** The sum of all that comes. */
async function summed(pty: Pty): Promise<string> {
  const hash = createHash("sha1");
  pty.onData((data) => void hash.update(data));
  await new Promise((resolve) => pty.onExit(resolve));
  pty[Symbol.dispose]();
  return hash.digest("hex");
}

/** How often the thread has begun to read. */
function begun(floods: FloodReader): () => number {
  const begin = vi.spyOn(floods, "begin");
  return () => begin.mock.results.filter(({ value }) => value !== undefined).length;
}

/** What happens while a program prints: somebody looks, types, or the screen is behind. Ends with the program. */
function disturb(pty: Pty, random: Random): void {
  const actions = [
    ...Array.from({ length: 4 }, () => () => void pty.drain()),
    ...Array.from({ length: 4 }, () => () => pty.read()),
    ...Array.from({ length: 2 }, () => () => {
      pty.pause();
      setTimeout(() => pty.resume(), random.int(0, 30));
    }),
    () => pty.expectEcho(),
  ];
  let timer: NodeJS.Timeout;
  const next = (): void => {
    random.pick(actions)();
    timer = setTimeout(next, random.pick([0, 5, 100, 300]));
  };
  next();
  pty.onExit(() => clearTimeout(timer));
}

describe.skipIf(process.platform !== "linux")("a flood", () => {
  test("comes whole from several programs at once, one of which the thread reads", async () => {
    const warnings: string[] = [];
    using floods = new FloodReader(threadUrl, (message) => warnings.push(message));
    const times = begun(floods);
    const start = ptyStarter(floods);
    expect(await Promise.all([1, 2].map(() => summed(run(start, COUNTS))))).toEqual([sum, sum]);
    const before = times();
    expect(before).toBeGreaterThan(0);
    expect(await summed(run(start, COUNTS))).toBe(sum);
    expect(times(), "the thread is free again").toBeGreaterThan(before);
    expect(warnings).toEqual([]);
  });

  test("comes whole while somebody looks, types, and lets it wait", async () => {
    using floods = new FloodReader(threadUrl, () => {});
    const times = begun(floods);
    for (let seed = 0; seed < rounds(6); seed++) {
      const pty = run(ptyStarter(floods), COUNTS);
      const sumOfAll = summed(pty);
      disturb(pty, new Random(seed));
      expect(await sumOfAll, `seed ${seed}`).toBe(sum);
    }
    expect(times()).toBeGreaterThan(0);
  });

  test("ends with its session, and its descriptor is read no more", async () => {
    using floods = new FloodReader(threadUrl, () => {});
    const times = begun(floods);
    const start = ptyStarter(floods);
    const few = "seq 1 100000";
    for (let round = 0; round < 5; round++) {
      const before = times();
      const endless = run(start, "seq 1 1000000000");
      let length = 0;
      await new Promise<void>((resolve) => endless.onData((data) => (length += data.length) > 20_000_000 && resolve()));
      endless[Symbol.dispose]();
      expect(times()).toBeGreaterThan(before);
      expect(await summed(run(start, few))).toBe(sumOf(few));
    }
  });

  // The second cannot even be started.
  test.each(["file:///nonexistent.mjs", "other:nonexistent"])(
    "is read without a thread of %s, and a warning says so",
    async (url) => {
      const warnings: string[] = [];
      using floods = new FloodReader(new URL(url), (message) => warnings.push(message));
      expect(await summed(run(ptyStarter(floods), COUNTS))).toBe(sum);
      expect(warnings).toEqual([expect.stringMatching(/^Floods of output are read more slowly/)]);
    },
  );
});
