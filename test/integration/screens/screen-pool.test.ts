import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RemoteScreen } from "../../../electron/screens/pool/remote-screen.ts";
import { ScreenPool } from "../../../electron/screens/pool/screen-pool.ts";
import { encodeEvent, encodeHeader } from "../../../shared/asciicast.ts";
import { buildScreenWorker } from "../../support/screen-worker.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 40, rows: 6 };
const HANG = "\x1b[=1z";
const FAIL = "\x1b[=2z";
const THROW = "\x1b[=4z";
const EXIT = "\x1b[=3z";
const STUCK_AFTER_MS = 2000;

let workerUrl: URL;
let faultyUrl: URL;
const pools: ScreenPool[] = [];

beforeAll(async () => {
  [workerUrl, faultyUrl] = await Promise.all([buildScreenWorker(), buildScreenWorker("test/fixtures/faulty-screen-worker.ts")]);
});

afterEach(() => {
  for (const pool of pools.splice(0)) pool[Symbol.dispose]();
  vi.useRealTimers();
});

/**
 * On a busy machine a worker that is well may be silent for any time. So the watchdog of a faulty worker looks only when a test
 * has its clock go on, unless the test asks for a real one.
 */
function createPool(
  options: { faulty?: boolean; workers?: number; warnings?: string[]; hasRealClock?: boolean } = {},
): ScreenPool {
  if (options.faulty && !options.hasRealClock) vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const pool = new ScreenPool({
    workerUrl: options.faulty ? faultyUrl : workerUrl,
    workers: options.workers ?? 1,
    ...(options.faulty && { stuckAfterMs: STUCK_AFTER_MS }),
    onWarning: (message) => options.warnings?.push(message),
  });
  pools.push(pool);
  return pool;
}

/** A screen with the output its session would keep. */
function open(pool: ScreenPool, log: string[] = []): { screen: RemoteScreen; write: (text: string) => void } {
  const screen = pool.open(SIZE, () => ({ offset: 0, texts: [log.join("")] }));
  onTestFinished(() => screen[Symbol.dispose]());
  return {
    screen,
    write: (text) => {
      log.push(text);
      screen.write(text);
    },
  };
}

/** The worker hangs, and has done so for as long as the watchdog bears. `isReset` says that it has been replaced. */
async function afterHang(write: () => void, isReset: () => boolean): Promise<void> {
  using hangs = new Hangs();
  write();
  await until("the hang", () => hangs.count > 0);
  await bark(isReset);
}

/** Has the clock of the watchdog go on. */
async function bark(isReset: () => boolean): Promise<void> {
  await until("the reset", () => {
    if (!isReset()) vi.advanceTimersByTime(STUCK_AFTER_MS);
    return isReset();
  });
}

/** Counts how often a faulty worker has said that it is going to hang. */
class Hangs implements Disposable {
  readonly #channel = new BroadcastChannel("faulty-screen-worker");
  count = 0;

  constructor() {
    this.#channel.onmessage = () => this.count++;
  }

  [Symbol.dispose](): void {
    this.#channel.close();
  }
}

async function textOf(screen: RemoteScreen): Promise<string> {
  return (await screen.ask("text", { limit: 100 })).text;
}

describe("order", () => {
  test("a question is answered after everything written before it", async () => {
    const { screen, write } = open(createPool());
    for (let index = 0; index < 500; index++) write(`${index}\r\n`);
    const asked = textOf(screen);
    write("later");
    expect((await asked).split("\n").at(-1)).toBe("499");
    expect((await screen.ask("snapshot", {})).offset).toBe(screen.written);
  });

  test("output that was held back for want of room is not overtaken", async () => {
    const { screen, write } = open(createPool());
    for (let index = 0; index < 40; index++) write(`${String(index).repeat(20_000)}\r\n`);
    screen.resize({ cols: 50, rows: 6 });
    write("end");
    const { text, size } = await screen.ask("text", { limit: 3 });
    expect(size).toEqual({ cols: 50, rows: 6 });
    expect(text.split("\n").at(-1)).toBe("end");
  });

  test("one screen's slow output does not keep another's from its turn", async () => {
    const pool = createPool();
    const slow = open(pool);
    const quick = open(pool);
    let slowIsDone = false;
    // Each clears the screen: a thousand times slower to parse than text.
    slow.write("\x1b[2J".repeat(60_000));
    const slowDone = slow.screen.ask("frame", { since: 0 }).then(() => (slowIsDone = true));
    quick.write("quick");
    expect(await textOf(quick.screen)).toBe("quick");
    expect(slowIsDone).toBe(false);
    await slowDone;
  });

  test("output that is read as text does not keep another screen from its turn, however costly it is", async () => {
    const pool = createPool();
    const slow = open(pool);
    const other = open(pool);
    slow.screen.resize({ cols: 200, rows: 50 });
    let isRead = false;
    const read = slow.screen
      .ask("render", { prelude: "", before: "x\x1bc".repeat(5000), text: "x\x1bc".repeat(5000) })
      .then(({ text }) => {
        isRead = true;
        return text;
      });
    other.write("here");
    expect(await textOf(other.screen)).toBe("here");
    expect(isRead).toBe(false);
    expect(await read).toBe("x\n".repeat(5000));
  });

  test("replies, matches and state come as events", async () => {
    const { screen, write } = open(createPool());
    const replies: string[] = [];
    const matches: string[] = [];
    screen.onReply((text) => replies.push(text));
    screen.onMatch(({ match }) => matches.push(match));
    await screen.ask("beginWait", { wait: 1, pattern: "o+", typed: "", reader: "me" });
    write("\x1b[6n\x1b]2;a title\x07\x1b[?1hfoo");
    expect(await screen.ask("endWait", { wait: 1, limit: lastLines(5), reader: "me" })).toEqual({
      text: "foo",
      omittedLines: 0,
      unsent: false,
      offset: 24,
    });
    expect(replies).toEqual(["\x1b[1;1R"]);
    expect(matches).toEqual(["oo"]);
    expect(screen.state).toMatchObject({ title: "a title", lastLine: "foo", applicationCursor: true });
  });
});

describe("backpressure", () => {
  test("what is not parsed is counted and comes back to nothing", async () => {
    const { screen, write } = open(createPool());
    const seen: number[] = [];
    screen.onParsed(() => seen.push(screen.unparsed));
    for (let index = 0; index < 50; index++) write("x".repeat(100_000));
    expect(screen.unparsed).toBe(5_000_000);
    await until("everything parsed", () => screen.unparsed === 0);
    expect(Math.max(...seen)).toBeLessThan(5_000_000);
    expect(seen.at(-1)).toBe(0);
  });
});

describe("T3: the watchdog", () => {
  test("a worker that hangs is replaced, its screens rebuilt, the culprit's session goes on", async () => {
    const warnings: string[] = [];
    const pool = createPool({ faulty: true, warnings });
    const innocent = open(pool);
    const culprit = open(pool);
    let resets = 0;
    for (const { screen } of [innocent, culprit]) screen.onReset(() => resets++);
    innocent.write("innocent");
    culprit.write("before");
    await Promise.all([textOf(innocent.screen), textOf(culprit.screen)]);
    let asked: Promise<unknown> | undefined;
    const hang = (): void => {
      culprit.write(HANG);
      innocent.write(" and busy");
      asked = expect(textOf(culprit.screen)).rejects.toMatchObject({ code: "internal" });
    };
    await afterHang(hang, () => resets === 2);
    await asked;
    culprit.write("after");
    expect(await textOf(innocent.screen)).toBe("innocent and busy");
    expect(await textOf(culprit.screen)).toBe("after");
    expect([innocent.screen.unparsed, culprit.screen.unparsed]).toEqual([0, 0]);
    expect(warnings).toEqual([`A screen worker was stuck for ${STUCK_AFTER_MS} ms; its 2 screens are rebuilt`]);
  });

  test.each([
    ["fails", FAIL, "A screen worker failed: a fault for the test; its 2 screens are rebuilt"],
    ["exits", EXIT, "A screen worker ended with code 7; its 2 screens are rebuilt"],
  ])("F16: a worker that %s is replaced", async (_, fault, warning) => {
    const warnings: string[] = [];
    const pool = createPool({ faulty: true, warnings });
    const innocent = open(pool);
    const culprit = open(pool);
    innocent.write("innocent");
    await textOf(innocent.screen);
    let resets = 0;
    innocent.screen.onReset(() => resets++);
    // Sent past the history, as if the log had lost it: so it happens once, whoever is to blame.
    culprit.screen.write(fault);
    await until("the reset", () => resets === 1);
    expect(await textOf(innocent.screen)).toBe("innocent");
    expect(warnings).toEqual([warning]);
  });

  test("F16: a fault in one screen is that screen's alone: its neighbor keeps its waits, and nothing of its own is owed", async () => {
    const warnings: string[] = [];
    const pool = createPool({ faulty: true, warnings });
    const [innocent, culprit] = [open(pool), open(pool)];
    const [resets, matches]: [string[], string[]] = [[], []];
    innocent.screen.onReset(() => resets.push("innocent"));
    culprit.screen.onReset(() => resets.push("culprit"));
    innocent.screen.onMatch(({ match }) => matches.push(match));
    await innocent.screen.ask("beginWait", { wait: 1, reader: "me", typed: "", pattern: "done" });
    culprit.write(`before${THROW}`);
    const asked = expect(textOf(culprit.screen)).rejects.toThrow("reset");
    culprit.write("x".repeat(200_000));
    await asked;
    await until("the reset", () => resets.length > 0);
    innocent.write("done");
    culprit.write("after");
    expect(await textOf(innocent.screen)).toBe("done");
    expect(await textOf(culprit.screen)).toBe("after");
    expect(matches).toEqual(["done"]);
    expect(resets).toEqual(["culprit"]);
    await until("nothing under way", () => culprit.screen.unparsed === 0);
    expect(warnings).toEqual(["A screen failed: a fault for the test; it is rebuilt"]);
  });

  test("two screens that both stop their worker do not take turns at it", async () => {
    const warnings: string[] = [];
    const pool = createPool({ faulty: true, warnings });
    const [first, second, innocent] = [open(pool), open(pool), open(pool)];
    innocent.write("innocent");
    await textOf(innocent.screen);
    let resets = 0;
    innocent.screen.onReset(() => resets++);
    using hangs = new Hangs();
    await afterHang(
      () => {
        first.write(HANG);
        second.write(HANG);
      },
      () => resets === 1,
    );
    await until("the second hang", () => hangs.count === 2);
    await bark(() => resets === 2);
    first.write("first");
    second.write("second");
    const texts = await Promise.all([first, second, innocent].map(({ screen }) => textOf(screen)));
    expect(texts).toEqual(["first", "second", "innocent"]);
    expect(warnings).toHaveLength(2);
  });

  test("a worker that has answered while this thread was busy is not taken for a stuck one", async () => {
    const warnings: string[] = [];
    const { screen, write } = open(createPool({ faulty: true, warnings, hasRealClock: true }));
    write("before");
    await textOf(screen);
    const asked = new Promise<string>((resolve) => {
      // At the end of a turn of the loop: timers come next, and what the worker has said after them.
      setImmediate(() => {
        write(" and after");
        resolve(textOf(screen));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * STUCK_AFTER_MS);
      });
    });
    expect(await asked).toBe("before and after");
    expect(warnings).toEqual([]);
  });

  test("the rebuilt screen does not answer queries of the past", async () => {
    const pool = createPool({ faulty: true });
    const asker = open(pool);
    const culprit = open(pool);
    const replies: string[] = [];
    asker.screen.onReply((text) => replies.push(text));
    asker.write("\x1b[6n");
    await textOf(asker.screen);
    let isReset = false;
    asker.screen.onReset(() => (isReset = true));
    await afterHang(
      () => culprit.write(HANG),
      () => isReset,
    );
    await textOf(asker.screen);
    expect(replies).toEqual(["\x1b[1;1R"]);
    asker.write("\x1b[6n");
    await textOf(asker.screen);
    expect(replies).toHaveLength(2);
  });

  test("flow control hears that nothing is under way any more", async () => {
    const pool = createPool({ faulty: true });
    const { screen, write } = open(pool);
    const parsed = { count: 0 };
    screen.onParsed(() => parsed.count++);
    await afterHang(
      () => {
        write(`${HANG}${"x".repeat(300_000)}`);
        write("y".repeat(300_000));
      },
      () => parsed.count > 0 && screen.unparsed === 0,
    );
    expect(screen.unparsed).toBe(0);
  });

  test("a worker that cannot even start is not started in a loop", async () => {
    const warnings: string[] = [];
    const pool = new ScreenPool({
      workerUrl: new URL("file:///nonexistent.mjs"),
      workers: 1,
      onWarning: (text) => warnings.push(text),
    });
    pools.push(pool);
    const { screen } = open(pool);
    await expect(textOf(screen)).rejects.toThrow();
    await expect(textOf(screen)).rejects.toThrow();
    await until("the second attempt", () => warnings.length === 2);
    expect(warnings.length).toBeLessThan(4);
  });
});

describe("the end", () => {
  test("a closed screen refuses questions, the others go on", async () => {
    const pool = createPool();
    const { screen, write } = open(pool);
    const other = open(pool);
    write("x");
    screen[Symbol.dispose]();
    await expect(textOf(screen)).rejects.toThrow("closed");
    other.write("still here");
    expect(await textOf(other.screen)).toBe("still here");
  });

  test("with work under way: questions are refused, before and after", async () => {
    const pool = createPool();
    const { screen, write } = open(pool);
    write("x".repeat(2_000_000));
    const asked = expect(textOf(screen)).rejects.toMatchObject({ code: "internal", message: "The host is shutting down" });
    pool[Symbol.dispose]();
    await asked;
    await expect(textOf(screen)).rejects.toMatchObject({ message: "The host is shutting down" });
    write("y");
    screen[Symbol.dispose]();
  });

  test.skipIf(process.platform !== "linux")("leaves no thread behind", async () => {
    const threads = (): number => Number(/Threads:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
    const before = threads();
    expect(before).toBeGreaterThan(0);
    for (let round = 0; round < 3; round++) {
      const pool = createPool({ workers: 2 });
      const screens = [open(pool), open(pool), open(pool)];
      for (const { write } of screens) write("x");
      await Promise.all(screens.map(({ screen }) => textOf(screen)));
      pool[Symbol.dispose]();
    }
    await until("the threads gone", () => threads() <= before + 1);
  });

  test("screens are spread over the workers", async () => {
    const pool = createPool({ workers: 2 });
    const screens = Array.from({ length: 6 }, () => open(pool));
    for (const [index, { write }] of screens.entries()) write(`screen ${index}`);
    const texts = await Promise.all(screens.map(({ screen }) => textOf(screen)));
    expect(texts).toEqual(screens.map((_, index) => `screen ${index}`));
  });
});

test("an export runs in a thread of its own", async () => {
  const directory = temporaryFolder();
  const recording = join(directory, "a.cast");
  writeFileSync(recording, encodeHeader({ size: SIZE, startedAtMs: 0 }) + encodeEvent(1, { kind: "output", text: "one\r\ntwo" }));
  const pool = createPool();
  const target = join(directory, "a.txt");
  expect(await pool.jobs.export({ format: "txt", recording, target, size: SIZE })).toBe(8);
  expect(readFileSync(target, "utf8")).toBe("one\ntwo\n");
  await expect(
    pool.jobs.export({ format: "txt", recording: join(directory, "none"), target: join(directory, "b"), size: SIZE }),
  ).rejects.toMatchObject({
    code: "recording-failed",
  });
});

test("work that nobody waits for begins when no search runs", async () => {
  const directory = temporaryFolder();
  const [long, short] = [join(directory, "long.cast"), join(directory, "short.cast")];
  const line = encodeEvent(1, { kind: "output", text: "a line of output\r\n".repeat(1000) });
  const header = encodeHeader({ size: SIZE, startedAtMs: 0 });
  writeFileSync(long, header + line.repeat(500));
  writeFileSync(short, header + line);
  const { jobs } = createPool();
  const ended: string[] = [];
  const { signal } = new AbortController();
  const request = { pattern: "never", context: 0, limit: 1, from: 0 };
  const search = jobs.search({ request, recording: long, size: SIZE }, "agent", signal).then(() => ended.push("search"));
  const job = { format: "timed-text", recording: short, target: join(directory, "short.txt"), size: SIZE } as const;
  const text = jobs.prepare(job, signal).then(() => ended.push("text"));
  await Promise.all([search, text]);
  expect(ended).toEqual(["search", "text"]);
});

test.runIf(process.platform === "linux")("work that nobody waits for leaves the processors to others", async () => {
  const directory = temporaryFolder();
  const recording = join(directory, "a.cast");
  const output = encodeEvent(1, { kind: "output", text: "a line of output\r\n".repeat(1000) });
  writeFileSync(recording, encodeHeader({ size: SIZE, startedAtMs: 0 }) + output.repeat(500));
  const abort = new AbortController();
  // A thread of an earlier test may still be ending, so it is not enough to count.
  const earlier = new Set(threadPriorities().keys());
  const own = String(getPriority());
  const low = String(Math.min(getPriority() + 10, 19));
  const job = { format: "timed-text", recording, target: join(directory, "a.txt"), size: SIZE } as const;
  const done = createPool().jobs.prepare(job, abort.signal);
  await until("a new thread has a low priority", () =>
    [...threadPriorities()].some(([thread, nice]) => nice === low && !earlier.has(thread)),
  );
  expect([...threadPriorities().values()].filter((nice) => nice === own).length).toBeGreaterThan(1);
  abort.abort();
  await expect(done).rejects.toMatchObject({ message: "The export failed: it was canceled" });
});

/** The nice value of each thread of this process; see proc(5), /proc/pid/stat. */
function threadPriorities(): Map<string, string> {
  const priorities = new Map<string, string>();
  for (const thread of readdirSync("/proc/self/task")) {
    try {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      priorities.set(thread, stat.slice(stat.lastIndexOf(") ") + 2).split(" ")[16] ?? "");
    } catch {
      // It has ended meanwhile.
    }
  }
  return priorities;
}
