import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchHistory } from "../../../electron/screens/worker/search-history.ts";
import type { SearchFound, SearchProgress } from "../../../electron/screens/worker-protocol.ts";
import { type CastEvent, encodeEvent, encodeHeader } from "../../../shared/asciicast.ts";
import { Random, rounds } from "../../support/random.ts";
import { randomStream } from "../../support/terminal-streams.ts";

const SIZE = { cols: 30, rows: 6 };
const RECORDINGS = rounds(200);
let directory: string;
let recording: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "ct-search-"));
  recording = join(directory, "session.cast");
});
afterAll(() => rmSync(directory, { recursive: true }));

function record(events: readonly CastEvent[]): void {
  const lines = events.map((event) => encodeEvent(1, event));
  writeFileSync(recording, encodeHeader({ size: SIZE, startedAtMs: 0 }) + lines.join(""));
}

function search(pattern: string, from: number, withinMs: number, progress?: SearchProgress): Promise<SearchFound> {
  const request = { pattern, context: 0, limit: 1000, from };
  return searchHistory({ request, recording, size: { cols: 99, rows: 9 }, withinMs, ...(progress && { progress }) }, () => {});
}

/** What is found when time runs out after every piece of output. */
async function inParts(pattern: string) {
  const lines: unknown[] = [];
  let found = await search(pattern, 1, -1);
  let parts = 1;
  for (; ; parts++) {
    lines.push(...found.result.lines);
    if (found.result.isComplete) return { lines, parts, totalLines: found.result.totalLines };
    found = await search(pattern, found.result.totalLines + 1, -1, structuredClone(found.progress));
  }
}

test("a search that ran out of time continues where it stopped, and finds the same", async () => {
  const output = Array.from(
    { length: 50 },
    (_, index) => `line ${index} ${"long ".repeat(index)}\r\n\x1b[3${1 + (index % 7)}mto`,
  );
  record(
    output.flatMap((text) => [{ kind: "output", text: text.slice(0, 9) } as const, { kind: "output", text: text.slice(9) }]),
  );
  const whole = await search("line .5", 1, 60_000);
  expect(whole.result.lines.map(([, text]) => text.slice(0, 9))).toEqual(["toline 15", "toline 25", "toline 35", "toline 45"]);
  expect(await inParts("line .5")).toMatchObject({ lines: whole.result.lines, totalLines: whole.result.totalLines, parts: 101 });
});

/** But for the corners of the emulator that no snapshot can say: see serialize.test.ts. */
test("whatever a program prints", async () => {
  const random = new Random(7);
  for (let number = 0; number < RECORDINGS; number++) {
    const pieces = Array.from({ length: random.int(2, 12) }, () => {
      return `${randomStream(random, random.int(1, 12), { ...SIZE, autowrap: true })}${random.pick(["", "\r\n", "\r\n\r\n"])}`;
    });
    record(pieces.map((text) => ({ kind: "output", text })));
    const { result } = await search("", 1, 60_000);
    const { lines, totalLines } = await inParts("");
    expect({ number, lines, totalLines }).toEqual({ number, lines: result.lines, totalLines: result.totalLines });
  }
});

test("and when its terminal is resized between two parts", async () => {
  const output = (from: number): CastEvent[] =>
    Array.from({ length: 20 }, (_, index) => ({ kind: "output", text: `line ${from + index} ${"wide ".repeat(index % 9)}\r\n` }));
  const sizes = [
    { cols: 20, rows: 3 },
    { cols: 40, rows: 12 },
    { cols: 25, rows: 4 },
  ];
  record([...sizes.flatMap((size, index): CastEvent[] => [...output(20 * index), { kind: "resize", size }]), ...output(60)]);
  const { result } = await search("line", 1, 60_000);
  expect(result.matches).toBe(80);
  expect(await inParts("line")).toMatchObject({ lines: result.lines, totalLines: result.totalLines });
});

test("the terminal begins with the size in the header, and every Unicode line separator is output", async () => {
  record([
    { kind: "output", text: "\x1b[6;1Hlast row\r\nnext\r\n" },
    { kind: "resize", size: { cols: 99, rows: 9 } },
    { kind: "output", text: "a\u2028b\u2029c\r\n" },
  ]);
  const { result } = await search(".", 1, 60_000);
  expect(result.lines.map(([line, text]) => `${line}:${text}`)).toEqual(["6:last row", "7:next", "8:a b c"]);
});
