/** Every format of an export, made of one small recording; and that none does harm (R3). */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ExportJob } from "../../../electron/screens/worker-protocol.ts";
import { DriverLine } from "../../../electron/screens/worker/pictures/driver-line.ts";
import { makeExport } from "../../../electron/screens/worker/exports/make-export.ts";
import { type CastEvent, encodeEvent, encodeHeader } from "../../../shared/asciicast.ts";
import type { Keyframe, ReplayIndex } from "../../../shared/replay/replay-index.ts";

const SIZE = { cols: 20, rows: 4 };
let directory: string;
let files = 0;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "ct-formats-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

type Timed = readonly [intervalMs: number, event: CastEvent | string];

const EVENTS: readonly Timed[] = [
  [100, { kind: "marker", label: "driver: Codex (mcp)" }],
  [0, { kind: "input", text: "make\r" }],
  [400, "\x1b[32mok\x1b[0m <b>&\r\n"],
  [9500, "\x1b[1;7mdone\x1b[0m\r\nContinue? [y/N] "],
  [3000, { kind: "marker", label: "driver: You (window)" }],
  [0, { kind: "input", text: "y" }],
  [200, { kind: "input", text: "\r" }],
  [800, "y\r\n"],
  [1000, { kind: "resize", size: { cols: 30, rows: 5 } }],
  [0, { kind: "marker", label: "here" }],
  [0, { kind: "exit", status: { code: 2 } }],
];

async function made(format: ExportJob["format"], more: Partial<ExportJob> & { events?: readonly Timed[] } = {}): Promise<Buffer> {
  const { events = EVENTS, ...job } = more;
  const recording = join(directory, `${files++}.cast`);
  const lines = events.map(([ms, event]) => encodeEvent(ms, typeof event === "string" ? { kind: "output", text: event } : event));
  writeFileSync(recording, encodeHeader({ size: SIZE, startedAtMs: 1_700_000_000_000 }) + lines.join(""));
  const target = `${recording}.${format}`;
  const bytes = await makeExport({ format, recording, target, ...job }, () => {});
  const content = readFileSync(target);
  expect(bytes).toBe(content.length);
  return content;
}

test("txt and ansi: the same lines, without and with colors, and no other sequences", async () => {
  expect(String(await made("txt"))).toBe("ok <b>&\ndone\nContinue? [y/N] y\n");
  const events: Timed[] = [...EVENTS, [1, '\x1b]52;c;c2VjcmV0\x07\x1b]0;title\x07\x1b[5n\x1b[1"qprotected\r\n']];
  const ansi = String(await made("ansi", { events }));
  expect(ansi).toBe("\x1b[0;32mok\x1b[0m <b>&\n\x1b[0;1;7mdone\x1b[0m\nContinue? [y/N] y\nprotected\n");
});

test("timed text: each line with the second in which it began", async () => {
  expect(String(await made("timed-text"))).toBe("0\tok <b>&\n10\tdone\n10\tContinue? [y/N] y\n");
});

test("json: every event with its time", async () => {
  const { events, ...head } = JSON.parse(String(await made("json"))) as { events: unknown[] };
  expect(head).toEqual({ version: 1, startedAt: "2023-11-14T22:13:20.000Z", size: SIZE });
  expect(events).toHaveLength(EVENTS.length);
  expect(events[2]).toEqual({ at: 0.5, kind: "output", text: "\x1b[32mok\x1b[0m <b>&\r\n" });
  expect(events.at(-1)).toEqual({ at: 15, kind: "exit", status: { code: 2 } });
});

describe("R3: html", () => {
  test("is inert: only its own scripts may run, and nothing in the recording becomes markup", async () => {
    const events: Timed[] = [[1, "</script><script>alert(1)</script><!--<script>"]];
    const html = String(await made("html", { events, name: "<img src=x onerror=alert(1)>" }));
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe-inline' 'wasm");
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);
    expect(scripts).toHaveLength(2);
    for (const script of scripts) expect(policy).toContain(createHash("sha256").update(script).digest("base64"));
    expect(html.match(/<script/g)).toHaveLength(3);
    const markup = html.replace(/<script>[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "");
    const elements = new Set([...markup.matchAll(/<\/?(\w+)[^>]*>/g)].map(([, name]) => name));
    expect(elements).toEqual(new Set(["body", "head", "html", "main", "meta", "noscript", "script", "title"]));
    const data = /id="recording">\n([\s\S]*?)<\/script>/.exec(html)?.[1]?.trim().split("\n") ?? [];
    expect(JSON.parse(data[1] ?? "")).toEqual([0.001, "o", "</script><script>alert(1)</script><!--<script>"]);
    expect(html).toContain("Apache License");
  });
});

describe("svg", () => {
  test("shows the moment that was asked for, as text", async () => {
    const svg = String(await made("svg", { atMs: 500 }));
    expect(svg).toMatch(/<text [^>]*fill="#58CC93"[^>]*>ok<\/text>/);
    expect(svg).toContain("&lt;b&gt;&amp;");
    expect(svg).not.toContain("done");
    const end = String(await made("svg", { theme: "light", name: 'a "b" <c>' }));
    expect(end).toContain("done");
    expect(end).toContain("<title>a &quot;b&quot; &lt;c&gt;</title>");
    expect(end).toContain('fill="#FCFDFE"');
  });
});

/** The size and the pixels of a PNG, as `rrggbb`. */
function decoded(png: Buffer): { width: number; height: number; colors: Set<string>; at: (x: number, y: number) => string } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const start = png.indexOf("IDAT") + 4;
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  const at = (x: number, y: number): string => rows.subarray(y * (3 * width + 1) + 1 + 3 * x).toString("hex", 0, 3);
  const colors = new Set<string>();
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) colors.add(at(x, y));
  return { width, height, colors, at };
}

test("png: painted, with the colors of the screen", async () => {
  const { width, height, colors, at } = decoded(await made("png", { atMs: 10_000 }));
  expect([width, height]).toEqual([2 * (20 * 9 + 24), 2 * (4 * 18 + 24)]);
  expect(at(0, 0)).toBe("0e1116");
  expect([...colors]).toEqual(expect.arrayContaining(["58cc93", "e9edf3"]));
  // Inverse: the background of "done" is the color of text. Its top left corner has no letter.
  expect(at(2 * 12 + 1, 2 * (12 + 18) + 1)).toBe("e9edf3");
});

test("png: lines of boxes meet at the edges of cells, and unknown characters do no harm", async () => {
  const events: Timed[] = [[1, "──█⠿漢🎉\x1b[?25l"]];
  const { at } = decoded(await made("png", { events }));
  const middle = 2 * 12 + 17;
  expect(new Set(Array.from({ length: 36 }, (_, x) => at(2 * 12 + x, middle)))).toEqual(new Set(["e9edf3"]));
  expect(at(2 * 12 + 36, 2 * 12)).toBe("e9edf3");
});

test("gif: one picture for each that could be seen, pauses shortened", async () => {
  const gif = await made("gif");
  expect(gif.toString("latin1", 0, 6)).toBe("GIF89a");
  expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([30 * 9 + 24, 5 * 18 + 24]);
  expect(gif.at(-1)).toBe(0x3b);
  const delays = [...gif.toString("latin1").matchAll(/\x21\xf9\x04[\s\S]([\s\S])([\s\S])/g)].map(
    ([, low = "", high = ""]) => (low.charCodeAt(0) + 256 * high.charCodeAt(0)) * 10,
  );
  expect(delays.length).toBeGreaterThan(3);
  expect(Math.max(...delays.slice(0, -1))).toBe(2000);
  expect(delays.at(-1)).toBe(3000);
  expect((await made("gif", { fromMs: 9000, toMs: 10_500 })).length).toBeLessThan(gif.length);
});

test("gif: on demand, a line below the screen names who typed last, and changes with the driver", async () => {
  const gif = await made("gif", { drivers: true });
  expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([30 * 9 + 24, 6 * 18 + 24]);
  using line = new DriverLine({ cols: 20, rows: 4 });
  const shown = (label: string): string | undefined => {
    expect(line.takes({ kind: "marker", label })).toBe(true);
    const { rows } = line.below({ size: { cols: 20, rows: 2 }, cursor: { x: 0, y: 0, visible: true }, rows: [[], []] });
    expect(rows).toHaveLength(5);
    return rows[4]
      ?.map(([text]) => text)
      .join("")
      .trimEnd();
  };
  expect(shown("driver: Codex (mcp)")).toBe(" ▲ Codex");
  expect(shown("driver: You (window)")).toBe(" ● You");
  expect(shown("driver: a\x1b[2Jvery long name that has no end (attach)")).toBe(" ● a\\e[2Jvery long");
  expect(line.takes({ kind: "marker", label: "here" })).toBe(false);
  expect(line.takes({ kind: "output", text: "driver: Eve (window)" })).toBe(false);
});

describe("what a player needs", () => {
  const index = async (events?: readonly Timed[]): Promise<{ head: ReplayIndex; keyframes: Keyframe[] }> => {
    const [head = "", ...rest] = String(await made("index", events ? { events } : {})).split("\n");
    return {
      head: JSON.parse(head) as ReplayIndex,
      keyframes: rest.filter((line) => line !== "").map((line) => JSON.parse(line) as Keyframe),
    };
  };

  test("who typed what, questions, markers, sizes, the exit", async () => {
    const { head } = await index();
    expect(head.events).toEqual([
      { atMs: 100, kind: "input", text: "make\r", by: { name: "Codex", actor: "agent" } },
      { atMs: 10_000, kind: "ask", text: "Continue? [y/N]" },
      { atMs: 13_000, kind: "input", text: "y\r", by: { name: "You", actor: "person" } },
      { atMs: 15_000, kind: "resize", text: "30×5" },
      { atMs: 15_000, kind: "marker", text: "here" },
      { atMs: 15_000, kind: "exit", text: "Exited 2" },
    ]);
    expect(head).toMatchObject({ durationMs: 15_000, size: SIZE, largest: { cols: 30, rows: 5 }, isCut: false });
    expect(head.activity.reduce((sum, chars) => sum + chars, 0)).toBe(
      EVENTS.reduce((sum, [, event]) => sum + (typeof event === "string" ? event.length : 0), 0),
    );
  });

  test("a long recording has a bounded number of keyframes, spread over all of it", async () => {
    const events = Array.from({ length: 3000 }, (_, at): Timed => [5000, `line ${at}\r\n`]);
    const { keyframes, head } = await index(events);
    expect(keyframes.length).toBeGreaterThan(90);
    expect(keyframes.length).toBeLessThanOrEqual(201);
    expect(keyframes.at(-1)?.atMs).toBeGreaterThan(head.durationMs * 0.95);
  });
});

test("what is no recording is refused, and named", async () => {
  const recording = join(directory, "none.cast");
  writeFileSync(recording, "nothing\n");
  for (const format of ["txt", "json", "html", "index", "gif"] as const) {
    const job = { format, recording, target: join(directory, `none.${format}`) };
    await expect(makeExport(job, () => {})).rejects.toThrow("does not begin with the header of an asciicast v3 file");
  }
});
