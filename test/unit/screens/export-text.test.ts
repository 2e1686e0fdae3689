import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeExport } from "../../../electron/screens/worker/exports/make-export.ts";
import { type CastEvent, encodeEvent, encodeHeader, parseEvent } from "../../../shared/asciicast.ts";

const SIZE = { cols: 40, rows: 6 };
let directory: string;
let files = 0;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "ct-export-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

async function exported(events: readonly (string | CastEvent)[], size = SIZE): Promise<string> {
  const recording = join(directory, `${files++}.cast`);
  const target = `${recording}.txt`;
  const lines = events.map((event) => encodeEvent(1, typeof event === "string" ? { kind: "output", text: event } : event));
  writeFileSync(recording, encodeHeader({ size, startedAtMs: 0 }) + lines.join(""));
  const bytes = await makeExport({ format: "txt", recording, target }, () => {});
  const text = readFileSync(target, "utf8");
  expect(bytes).toBe(Buffer.byteLength(text));
  expect(statSync(target).mode & 0o777).toBe(0o600);
  return text;
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${index}`);
}

test("everything that scrolled by, once and in order", async () => {
  const lines = numbered(20_000);
  expect(await exported([`${lines.join("\r\n")}\r\n`])).toBe(`${lines.join("\n")}\n`);
});

/** Its oldest row then goes on a line, which must not be taken for the row after the last one. */
test("a line that is longer than all rows that are kept", async () => {
  const long = "0123456789".repeat(20_000);
  const end = numbered(SIZE.rows).join("\r\n");
  const resize: CastEvent = { kind: "resize", size: { cols: 30, rows: 8 } };
  expect(await exported([`${long}\r\n${end}`])).toBe(`${long}\n${end.replaceAll("\r", "")}\n`);
  expect(await exported([long, resize, `\r\n${end}`])).toBe(`${long}\n${end.replaceAll("\r", "")}\n`);
});

test("a size that no terminal has is not taken, which would need all memory", async () => {
  const resize: CastEvent = { kind: "resize", size: { cols: 1001, rows: 1001 } };
  const long = "0123456789".repeat(5);
  expect(parseEvent(encodeEvent(0, resize))).toBeUndefined();
  expect(await exported([resize, long])).toBe(`${long}\n`);
  expect(await exported([long], { cols: 1001, rows: 6 }).catch(String)).toMatch(/header/);
});

test("the same however the recording is cut", async () => {
  const lines = numbered(300);
  expect(await exported([...`${lines.join("\r\n")}\r\n`])).toBe(`${lines.join("\n")}\n`);
});

test("wrapped lines are joined, also those longer than the scrollback", async () => {
  const long = Array.from({ length: 60_000 }, (_, index) => String(index % 10)).join("");
  const endless = Array.from({ length: 600_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join("");
  expect(await exported([`a\r\n${long}\r\n${endless}\r\nb\r\n`])).toBe(`a\n${long}\n${endless}\nb\n`);
});

test("trailing blanks are dropped, blank lines within are kept", async () => {
  expect(await exported(["a   \r\n\r\n  b\r\n\r\n\r\n"])).toBe("a\n\n  b\n");
});

test("progress that was overwritten is there once, as it ended", async () => {
  expect(await exported(["0%", "\r50%", "\r100%\r\ndone"])).toBe("100%\ndone\n");
});

test("what `clear` and `reset` wipe away is kept", async () => {
  expect(await exported(["one\r\ntwo\r\n", "\x1b[H\x1b[2J\x1b[3J", "three\r\n", "\x1bc", "four"])).toBe(
    "one\ntwo\nthree\nfour\n",
  );
});

test("lines that scrolled and were cleared in one piece are kept", async () => {
  const lines = numbered(100);
  expect(await exported([`${lines.join("\r\n")}\r\n\x1b[H\x1b[2J\x1b[3Jend`])).toBe(`${lines.join("\n")}\nend\n`);
});

test("a full-screen program leaves nothing behind, unless the recording ends in it", async () => {
  expect(await exported(["$ vim\r\n\x1b[?1049h\x1b[2Jtilde\x1b[?1049l$ exit\r\n"])).toBe("$ vim\n$ exit\n");
  expect(await exported(["$ top\r\n\x1b[?1049h\x1b[2J\x1b[Hbusy"])).toBe("$ top\nbusy\n");
});

test.each([
  ["wider", { cols: 100, rows: 6 }],
  ["narrower", { cols: 20, rows: 6 }],
  ["higher", { cols: 40, rows: 30 }],
  ["lower", { cols: 40, rows: 2 }],
])("a window made %s in the middle loses no line and repeats none", async (_, size) => {
  const lines = numbered(60).map((line) => `${line} ${"x".repeat(50)}`);
  const [before, after] = [lines.slice(0, 30), lines.slice(30)];
  const text = await exported([`${before.join("\r\n")}\r\n`, { kind: "resize", size }, `${after.join("\r\n")}\r\n`]);
  const found = text.split("\n").filter((line) => line.startsWith("line "));
  expect(found.map((line) => line.split(" ")[1])).toEqual(lines.map((line) => line.split(" ")[1]));
});

test("input, markers, exits and torn lines are passed over", async () => {
  expect(
    await exported([
      { kind: "input", text: "secret" },
      "shown\r\n",
      { kind: "marker", label: "driver: Ada (window)" },
      { kind: "exit", status: { code: 0 } },
    ]),
  ).toBe("shown\n");
});

test("memory stays bounded, however long the recording", async () => {
  const recording = join(directory, "long.cast");
  const descriptor = openSync(recording, "w");
  writeSync(descriptor, encodeHeader({ size: SIZE, startedAtMs: 0 }));
  const line = encodeEvent(1, { kind: "output", text: `${"the quick brown fox ".repeat(3)}\r\n`.repeat(500) });
  // 100 MB with COTTY_LONG_RECORDING=1; the default is enough to see growth, were there any.
  const megabytes = process.env["COTTY_LONG_RECORDING"] ? 100 : 6;
  for (let written = 0; written < megabytes * 1e6; written += line.length) writeSync(descriptor, line);
  closeSync(descriptor);
  const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = used();
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, used() - before)), 20);
  await makeExport({ format: "txt", recording, target: `${recording}.txt`, size: SIZE }, () => {});
  clearInterval(sampler);
  expect(statSync(`${recording}.txt`).size).toBeGreaterThan(megabytes * 0.9e6);
  expect(peak).toBeLessThan(150 * 1024 * 1024);
}, 120_000);

test("a target that exists is not overwritten", async () => {
  const target = join(directory, "there.txt");
  writeFileSync(target, "mine");
  await expect(makeExport({ format: "txt", recording: target, target, size: SIZE }, () => {})).rejects.toThrow("EEXIST");
  expect(readFileSync(target, "utf8")).toBe("mine");
});

test("who typed what has the time to the millisecond, which an asciicast's header does not have", async () => {
  const startedAtMs = Date.UTC(2026, 10, 20, 14, 3, 11, 402);
  const recording = join(directory, `${files++}.cast`);
  const input = encodeEvent(250, { kind: "input", text: "y\r" });
  writeFileSync(recording, encodeHeader({ size: SIZE, startedAtMs }) + input);
  const inputs = async (known: { startedAtMs?: number }): Promise<unknown> => {
    const target = `${recording}.${files++}`;
    await makeExport({ format: "inputs", recording, target, ...known }, () => {});
    return JSON.parse(readFileSync(target, "utf8"));
  };
  expect(await inputs({ startedAtMs })).toMatchObject({ atMs: startedAtMs + 250, text: "y\r" });
  expect(await inputs({})).toMatchObject({ atMs: startedAtMs - 402 + 250 });
});
