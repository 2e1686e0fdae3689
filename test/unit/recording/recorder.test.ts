/** The recorder: whole lines, attribution, gaps, reading back. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import * as fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Recorder as RecorderType } from "../../../electron/recording/recorder.ts";
import { parseEvent } from "../../../shared/asciicast.ts";

// A module's own exports cannot be spied upon; a mock that calls through can.
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, writeSync: vi.fn(real.writeSync) };
});

// Another test may have loaded it with the real module.
vi.resetModules();
const { Recorder } = await import("../../../electron/recording/recorder.ts");

const agent = { id: "1", name: "Agent", kind: "mcp" } as const;
const person = { id: "2", name: "You", kind: "window" } as const;
const size = { cols: 80, rows: 24 };

let directory: string;
let warnings: string[];
beforeEach(() => {
  directory = mkdtempSync("/tmp/ct-rec-");
  warnings = [];
});
afterEach(() => {
  vi.mocked(fs.writeSync).mockRestore();
  rmSync(directory, { recursive: true });
});

function newRecorder(): RecorderType {
  return new Recorder({ directory, key: "key", size, startedAtMs: 0, onWarning: (message) => warnings.push(message) });
}

function events(recorder: RecorderType): unknown[] {
  const [, ...lines] = readFileSync(recorder.path, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const event = parseEvent(line)?.event;
    if (!event) throw new Error(`Not an event: ${line}`);
    return event.kind === "output" || event.kind === "input" ? `${event.kind} ${event.text}` : event;
  });
}

function fillDisk(): void {
  vi.mocked(fs.writeSync).mockImplementation(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
}

describe("a recording", () => {
  it("names the driver whenever it changes", () => {
    const recorder = newRecorder();
    for (const [client, text] of [
      [agent, "a\r"],
      [agent, "b\r"],
      [person, "c\r"],
      [agent, "d\r"],
    ] as const) {
      recorder.input(0, client, text);
      recorder.output(0, text);
      recorder.output(0, "\n");
    }
    recorder[Symbol.dispose]();
    const kinds = events(recorder).filter((event) => !String(event).startsWith("output"));
    expect(kinds).toEqual([
      { kind: "marker", label: "driver: Agent (mcp)" },
      "input a\r",
      "input b\r",
      { kind: "marker", label: "driver: You (window)" },
      "input c\r",
      { kind: "marker", label: "driver: Agent (mcp)" },
      "input d\r",
    ]);
  });

  it("is never an existing file, nor what a link points to", () => {
    writeFileSync(join(directory, "victim"), "victim");
    symlinkSync(join(directory, "victim"), join(directory, "key.cast"));
    expect(newRecorder).toThrow();
    expect(readFileSync(join(directory, "victim"), "utf8")).toBe("victim");
  });

  it("that nothing came of is removed", () => {
    const recorder = newRecorder();
    recorder.discard();
    expect(fs.existsSync(recorder.path)).toBe(false);
  });

  it("takes nothing after its end", () => {
    const recorder = newRecorder();
    recorder.exit(1, { code: 0 });
    recorder.output(2, "late");
    recorder.flush();
    expect(events(recorder)).toEqual([{ kind: "exit", status: { code: 0 } }]);
    expect(recorder.isRecording).toBe(false);
  });
});

describe("F6: a disk that refuses", () => {
  it("costs a gap that says so, one warning, and no attribution; reading goes on behind it", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    const recorder = newRecorder();
    recorder.input(0, agent, "x\r");
    recorder.output(0, "x\r\n");
    recorder.output(1, "0123456789");
    recorder.flush();
    fillDisk();
    for (let i = 0; i < 5; i++) {
      recorder.output(2, "lost!");
      recorder.flush();
      vi.advanceTimersByTime(1500);
    }
    recorder.resize(3, { cols: 90, rows: 20 });
    recorder.flush();
    expect(recorder.isRecording).toBe(false);
    vi.mocked(fs.writeSync).mockRestore();
    vi.advanceTimersByTime(3000);
    recorder.input(9, agent, "\r");
    recorder.output(9, "found again");
    recorder.flush();
    expect(recorder.isRecording).toBe(true);
    vi.useRealTimers();
    expect(warnings.length).toBe(1);
    expect(events(recorder)).toEqual([
      { kind: "marker", label: "driver: Agent (mcp)" },
      "input x\r",
      "output x\r\n",
      "output 0123456789",
      { kind: "marker", label: "gap: 25 characters of output are missing (the disk refused them)" },
      { kind: "resize", size: { cols: 90, rows: 20 } },
      { kind: "marker", label: "driver: Agent (mcp)" },
      "input \r",
      "output found again",
    ]);
    expect(await recorder.read(0, 100)).toEqual({ offset: 0, text: "x\r\n0123456789" });
    expect(await recorder.read(5, 3)).toEqual({ offset: 5, text: "234" });
    for (const since of [13, 20, 37]) expect(await recorder.read(since, 100)).toEqual({ offset: 38, text: "found again" });
    expect(await recorder.read(40, 3)).toEqual({ offset: 40, text: "und" });
    recorder[Symbol.dispose]();
  });

  it("gets one more chance at the exit", () => {
    const recorder = newRecorder();
    fillDisk();
    recorder.output(0, "lost");
    recorder.flush();
    vi.mocked(fs.writeSync).mockRestore();
    recorder.exit(1, { code: 3 });
    expect(events(recorder)).toEqual([
      { kind: "marker", label: "gap: 4 characters of output are missing (the disk refused them)" },
      { kind: "exit", status: { code: 3 } },
    ]);
  });

  it("leaves no torn line behind a write that was cut short", () => {
    const recorder = newRecorder();
    recorder.output(0, "whole");
    recorder.flush();
    const real = vi.mocked(fs.writeSync).getMockImplementation();
    let first = true;
    vi.mocked(fs.writeSync).mockImplementation(((file: number, bytes: Buffer, at: number) => {
      if (!first || !real) throw new Error("ENOSPC");
      first = false;
      return (real as typeof fs.writeSync)(file, bytes, at, 7);
    }) as typeof fs.writeSync);
    recorder.output(1, "cut short");
    recorder.flush();
    vi.mocked(fs.writeSync).mockRestore();
    expect(readFileSync(recorder.path, "utf8").endsWith('"whole"]\n')).toBe(true);
    recorder[Symbol.dispose]();
  });
});
