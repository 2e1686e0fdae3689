import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InputQueue, type QueuedInput } from "../../../electron/sessions/input-queue.ts";
import { HostError } from "../../../shared/errors.ts";

let taken: string;
/** How much the terminal takes before it is full. */
let room: number;
let queue: InputQueue;
let reported: [source: string, text: string][];

beforeEach(() => {
  vi.useFakeTimers();
  taken = "";
  room = Number.POSITIVE_INFINITY;
  reported = [];
  queue = new InputQueue("s", (bytes) => {
    const length = Math.min(room, bytes.length);
    room -= length;
    taken += Buffer.from(bytes.subarray(0, length)).toString("latin1");
    return length;
  });
});
afterEach(() => {
  queue[Symbol.dispose]();
  vi.useRealTimers();
});

function push(
  source: string,
  ...pieces: (string | Pick<QueuedInput, "text" | "gapMs" | "echoOf" | "settleMs" | "onSilence">)[]
): Promise<string> {
  const onTaken = (bytes: Buffer): void => void reported.push([source, bytes.toString("latin1")]);
  const inputs = pieces.map((piece) => ({ ...(typeof piece === "string" ? { text: piece, gapMs: 0 } : piece), source, onTaken }));
  return queue.push(inputs).then(
    () => "written",
    (error: HostError) => error.code,
  );
}

describe("the input queue", () => {
  it("writes at once and in order, and tells what was taken", async () => {
    expect(await Promise.all([push("a", "one"), push("b", "two")])).toEqual(["written", "written"]);
    expect(taken).toBe("onetwo");
    expect(reported).toEqual([
      ["a", "one"],
      ["b", "two"],
    ]);
  });

  it("waits before an Enter that must stand apart, and lets nothing pass it", async () => {
    const first = push("a", "text", { text: "\r", gapMs: 12 });
    const second = push("b", "later");
    expect(taken).toBe("text");
    await vi.advanceTimersByTimeAsync(13);
    expect(taken).toBe("text\rlater");
    expect(await Promise.all([first, second])).toEqual(["written", "written"]);
  });

  it("does not wait on for the echo of what has been dropped", async () => {
    const silences: string[] = [];
    const first = push("a", "text", { text: "\r", gapMs: 100, echoOf: "text", onSilence: () => silences.push("a") });
    const second = push("b", { text: "later", gapMs: 0, onSilence: () => silences.push("b") });
    queue.drop((source) => source === "a", new HostError("lease-held", "taken over"));
    expect({ taken, awaitsEcho: queue.awaitsEcho }).toEqual({ taken: "textlater", awaitsEcho: false });
    await vi.advanceTimersByTimeAsync(200);
    expect(silences).toEqual([]);
    expect(await Promise.all([first, second])).toEqual(["lease-held", "written"]);
  });

  it("gives up after five seconds without a byte taken, and counts from the last one", async () => {
    room = 3;
    const blocked = push("a", "abcdef");
    await vi.advanceTimersByTimeAsync(4000);
    room = 1;
    await vi.advanceTimersByTimeAsync(4900);
    expect(taken).toBe("abcd");
    await vi.advanceTimersByTimeAsync(300);
    expect(await blocked).toBe("input-blocked");
    expect(reported).toEqual([
      ["a", "abc"],
      ["a", "d"],
    ]);
    room = 10;
    expect(await push("a", "next")).toBe("written");
    expect(taken).toBe("abcdnext");
  });

  it("holds a megabyte and refuses more at once, whole", async () => {
    room = 0;
    const kept = push("a", "x".repeat(1024 * 1024 - 10));
    expect(await push("b", "12345", { text: "678901", gapMs: 0 })).toBe("input-blocked");
    room = Number.POSITIVE_INFINITY;
    await vi.advanceTimersByTimeAsync(60);
    expect(await kept).toBe("written");
    expect(taken).not.toContain("1");
  });

  it("drops what some have queued: nothing of it is written, what others queued is", async () => {
    room = 2;
    const results = [push("agent", "agent"), push("screen", "reply"), push("person", "person")];
    queue.drop((source) => source === "agent", new HostError("lease-held", "taken over"));
    room = Number.POSITIVE_INFINITY;
    await vi.advanceTimersByTimeAsync(60);
    expect(await Promise.all(results)).toEqual(["lease-held", "written", "written"]);
    expect(taken).toBe("agreplyperson");
  });

  it("rejects everything when it is closed", async () => {
    room = 0;
    const waiting = push("a", "x");
    queue.close(new HostError("session-ended", "over"));
    expect(await waiting).toBe("session-ended");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("an Enter waits for the echo of its text, not longer than it must, and at most its gap", () => {
    const enter = { text: "\r", gapMs: 50, echoOf: "hello" };
    void push("a", "hello", enter);
    expect(queue.awaitsEcho).toBe(true);
    queue.handleOutput("spinner \x1b[1m|");
    queue.handleOutput("> hel\x1b[32ml");
    expect(taken).toBe("hello");
    queue.handleOutput("o\x1b[0m");
    expect(taken).toBe("hello\r");
    expect(queue.awaitsEcho).toBe(false);
    const onSilence = vi.fn(() => {
      expect(taken).toBe("hello\rhidden");
    });
    void push("a", "hidden", { ...enter, echoOf: "hidden", onSilence });
    vi.advanceTimersByTime(49);
    expect(taken).toBe("hello\rhidden");
    vi.advanceTimersByTime(2);
    expect(taken).toBe("hello\rhidden\r");
    expect(onSilence).toHaveBeenCalledOnce();
  });

  it("an echo that waits to be read when the gap ends is read before silence is concluded", () => {
    const onSilence = vi.fn();
    // A busy process comes late to its timers, and to what the terminal has printed only after them.
    setTimeout(() => setImmediate(() => queue.handleOutput("hello")), 50);
    void push("a", "hello", { text: "\r", gapMs: 50, echoOf: "hello", onSilence });
    vi.advanceTimersByTime(51);
    expect(taken).toBe("hello\r");
    expect(onSilence).not.toHaveBeenCalled();
    expect(reported).toEqual([
      ["a", "hello"],
      ["a", "\r"],
    ]);
  });

  it("… and until the program has drawn what it draws", () => {
    void push("a", "hi", { text: "\r", gapMs: 50, echoOf: "hi", settleMs: 10 });
    queue.handleOutput("hi");
    vi.advanceTimersByTime(8);
    queue.handleOutput("\x1b[2Khi");
    vi.advanceTimersByTime(8);
    expect(taken).toBe("hi");
    vi.advanceTimersByTime(2);
    expect(taken).toBe("hi\r");
  });
});
