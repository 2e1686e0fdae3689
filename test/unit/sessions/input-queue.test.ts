import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type InputChunk, InputQueue } from "../../../electron/sessions/input-queue.ts";
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
  queue = new InputQueue((bytes) => {
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

function push(source: string, ...pieces: (string | InputChunk)[]): Promise<string> {
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

  it("says of what is dropped how much of the whole write was typed", async () => {
    room = 6;
    const cut = push("agent", "text", { text: "\r", gapMs: 0 }, "more");
    const whole = push("other", "x");
    const said: string[] = [];
    queue.drop(
      () => true,
      ({ taken: bytes, of }) => {
        said.push(`${bytes} of ${of}`);
        return new HostError("lease-held", "taken over");
      },
    );
    expect(await Promise.all([cut, whole])).toEqual(["lease-held", "lease-held"]);
    expect([...new Set(said)]).toEqual(["6 of 9", "0 of 1"]);
  });

  it("a paste that is dropped in the middle is ended, so that what a person types next is no part of it", async () => {
    room = 9;
    const paste = push("agent", "\x1b[200~long paste\x1b[201~");
    const person = push("person", "\x03");
    queue.drop((source) => source === "agent", new HostError("lease-held", "taken over"));
    // The end is nobody's to drop.
    queue.drop((source) => source === "agent", new HostError("lease-held", "taken over"));
    room = 100;
    await vi.advanceTimersByTimeAsync(60);
    expect(await Promise.all([paste, person])).toEqual(["input-blocked", "written"]);
    expect(taken).toBe("\x1b[200~lon\x1b[201~\x03");
    expect(reported.at(-2)).toEqual(["agent", "\x1b[201~"]);
  });

  it("a character and a key that are cut are typed whole, and nothing after them", async () => {
    for (const [text, cutAt, whole] of [
      ["aé!", 2, "aé"],
      ["\x1b[1;5Ab", 3, "\x1b[1;5A"],
      ["\x1b[200~x", 3, "\x1b[200~\x1b[201~"],
      ["\x1b[200~x\x1b[201~yz", 14, "\x1b[200~x\x1b[201~y"],
    ] as const) {
      taken = "";
      room = cutAt;
      const cut = push("agent", text);
      queue.drop((source) => source === "agent", new HostError("lease-held", "taken over"));
      const person = push("person", "ls");
      room = 100;
      await vi.advanceTimersByTimeAsync(60);
      expect(await Promise.all([cut, person])).toEqual(["lease-held", "written"]);
      expect(Buffer.from(taken, "latin1").toString()).toBe(`${whole}ls`);
    }
  });

  it("a program that reads again after its input was given up gets the end of the paste", async () => {
    room = 9;
    const paste = push("agent", "\x1b[200~long paste\x1b[201~");
    await vi.advanceTimersByTimeAsync(5100);
    expect(await paste).toBe("input-blocked");
    room = 100;
    await vi.advanceTimersByTimeAsync(60);
    expect([taken, await push("person", "ls")]).toEqual(["\x1b[200~lon\x1b[201~", "written"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("a full terminal: Ctrl+C does not wait behind text, which is dropped, and its writer hears how much was typed", async () => {
    room = 3;
    const errors: string[] = [];
    const text = queue
      .push([{ text: "abcdef", source: "agent", gapMs: 0, onTaken: () => {} }])
      .catch((error: HostError) => errors.push(error.message));
    const interrupt = push("person", "\x03");
    const after = push("person", "ls");
    room = 100;
    await vi.advanceTimersByTimeAsync(60);
    await text;
    queue.handleOutput("^C");
    expect(await Promise.all([interrupt, after])).toEqual(["written", "written"]);
    expect(taken).toBe("abc\x03ls");
    expect(errors).toEqual([expect.stringContaining("3 of 6 bytes were typed, and the rest was dropped")]);
  });

  it("a full terminal: Ctrl+C gets in where nothing else does", async () => {
    room = 0;
    const full = push("agent", "x".repeat(1024 * 1024));
    expect(await push("agent", "y")).toBe("input-blocked");
    const interrupt = push("agent", "\x03");
    room = 1;
    await vi.advanceTimersByTimeAsync(60);
    expect([await full, await interrupt, taken]).toEqual(["input-blocked", "written", "\x03"]);
  });

  it("what is typed behind Ctrl+C waits until the program has printed something, whoever types it, and not for long", async () => {
    const typed = push("a", "\x03", "one");
    const later = push("b", "two");
    expect({ taken, awaitsEcho: queue.awaitsEcho }).toEqual({ taken: "\x03", awaitsEcho: true });
    queue.handleOutput("^C");
    expect(taken).toBe("\x03onetwo");
    expect(await Promise.all([typed, later])).toEqual(["written", "written"]);

    await push("a", "\x1c");
    vi.advanceTimersByTime(100);
    const silent = push("a", "three");
    expect(taken).toBe("\x03onetwo\x1c");
    await vi.advanceTimersByTimeAsync(51);
    expect(taken).toBe("\x03onetwo\x1cthree");
    expect(await silent).toBe("written");

    await push("a", "\x03");
    void push("a", "\x03");
    expect(taken, "another signal waits for nothing").toMatch(/\x03\x03$/);
    vi.advanceTimersByTime(151);
    void push("a", "four");
    expect(taken, "long after").toMatch(/four$/);
  });

  it("text that has Ctrl+C in it waits like other text", async () => {
    room = 1;
    const results = [push("a", "one"), push("a", "\x03two")];
    room = 100;
    await vi.advanceTimersByTimeAsync(60);
    expect([await Promise.all(results), taken]).toEqual([["written", "written"], "one\x03two"]);
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

  it("an echo that shows while silence is about to be concluded is none, and the Enter follows once", () => {
    const told: boolean[] = [];
    const onSilence = (isSilent: () => boolean): void => {
      told.push(isSilent());
      queue.handleOutput("hello");
      told.push(isSilent());
    };
    void push("a", "hello", { text: "\r", gapMs: 50, echoOf: "hello", onSilence });
    vi.advanceTimersByTime(51);
    expect([taken, told]).toEqual(["hello\r", [true, false]]);
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

  it.each([
    ["of several lines, the last of one character", "f() {\necho hi\n}", "f() {\r\n> echo hi\r\n> }"],
    ["with a last line of two characters", "if true; then\necho hi\nfi", "if true; then\r\n> echo hi\r\n> fi"],
    ["that a shell wraps within the last characters", "echo abcdef", "echo abcd \r\x1b[Ke\ref"],
    ["whose last characters have a mark", "echo 'e\u0301'", "echo 'e<0301>'"],
    ["that ends with what has no width", "echo a\u200b", "echo a<200b>"],
  ])("an Enter waits for the echo of a text %s", (_, text, shown) => {
    const onSilence = vi.fn();
    void push("a", text, { text: "\r", gapMs: 50, echoOf: text, onSilence });
    queue.handleOutput("something else");
    const bytes = Buffer.from(text).toString("latin1");
    expect(taken).toBe(bytes);
    queue.handleOutput(shown);
    expect(taken).toBe(`${bytes}\r`);
    vi.advanceTimersByTime(60);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it("… wherever the pieces of the output cut its sequences", () => {
    const field = "\x1b[32mh\x1b[0mi\x1b[27;3H";
    for (let cut = 1; cut < field.length; cut++) {
      taken = "";
      void push("a", "hi", { text: "\r", gapMs: 50, echoOf: "hi", settleMs: 10, drawnSettleMs: 20 });
      queue.handleOutput(field.slice(0, cut));
      queue.handleOutput(field.slice(cut));
      vi.advanceTimersByTime(18);
      expect(taken).toBe("hi");
      vi.advanceTimersByTime(3);
      expect(taken).toBe("hi\r");
    }
  });

  it("… for longer where it draws a field of several lines, also when the field comes late", () => {
    const enter = { text: "\r", gapMs: 50, echoOf: "hi", settleMs: 10, drawnSettleMs: 40 };
    for (const field of ["> hi\r\n-----\x1b[1A", "\x1b[27;3Hhi"]) {
      taken = "";
      void push("a", "hi", enter);
      vi.advanceTimersByTime(45);
      queue.handleOutput(field);
      vi.advanceTimersByTime(38);
      expect(taken).toBe("hi");
      vi.advanceTimersByTime(3);
      expect(taken).toBe("hi\r");
    }
  });
});

/** Each test begins in the state it is named for. */
describe("the states of the input queue", () => {
  const ended = new HostError("session-ended", "over");
  const takenOver = new HostError("lease-held", "taken over");
  const enter = { text: "\r", gapMs: 100, echoOf: "hello", settleMs: 30 };

  it("idle: nothing is due, and what comes is written at once", async () => {
    expect([vi.getTimerCount(), queue.awaitsEcho]).toEqual([0, false]);
    queue.handleOutput("hello");
    queue.drop(() => true, takenOver);
    expect(await push("a", "x")).toBe("written");
    expect([taken, vi.getTimerCount()]).toEqual(["x", 0]);
  });

  it("idle again after a close: what comes is written", async () => {
    room = 0;
    const first = push("a", "lost");
    queue.close(ended);
    room = 10;
    expect([await first, await push("a", "next"), taken]).toEqual(["session-ended", "written", "next"]);
  });

  it("input that is pushed while other input is being written follows it", () => {
    let pushed = false;
    const onTaken = (): void => {
      if (!pushed) void push("b", "second");
      pushed = true;
    };
    void queue.push([{ text: "first", source: "a", gapMs: 0, onTaken }]);
    expect(taken).toBe("firstsecond");
  });

  it("waiting for an echo: other output does not end it, and nothing passes", () => {
    void push("a", "hello", enter);
    void push("b", "later");
    queue.handleOutput("hell");
    queue.handleOutput("~ o");
    vi.advanceTimersByTime(99);
    expect([taken, queue.awaitsEcho]).toEqual(["hello", true]);
    vi.advanceTimersByTime(2);
    expect([taken, queue.awaitsEcho]).toEqual(["hello\rlater", false]);
  });

  it("waiting, with no echo to look for: no output ends it", () => {
    const onSilence = vi.fn();
    void push("a", "hello", { text: "\r", gapMs: 50, onSilence });
    queue.handleOutput("hello");
    vi.advanceTimersByTime(49);
    expect([taken, onSilence.mock.calls.length]).toEqual(["hello", 0]);
    vi.advanceTimersByTime(2);
    expect([taken, onSilence.mock.calls.length]).toEqual(["hello\r", 1]);
  });

  it("waiting for an echo: one wait follows another", () => {
    void push("a", "hello", { ...enter, settleMs: 0 }, { text: "x", gapMs: 20 });
    queue.handleOutput("hello");
    expect([taken, queue.awaitsEcho]).toEqual(["hello\r", true]);
    vi.advanceTimersByTime(21);
    expect(taken).toBe("hello\rx");
  });

  it("waiting for an echo: a close ends it", async () => {
    const onSilence = vi.fn();
    const waiting = push("a", "hello", { ...enter, onSilence });
    queue.close(ended);
    expect([await waiting, queue.awaitsEcho, vi.getTimerCount()]).toEqual(["session-ended", false, 0]);
    vi.advanceTimersByTime(200);
    expect([taken, onSilence.mock.calls.length]).toEqual(["hello", 0]);
  });

  it("waiting for an echo: the time is over, and a close comes before silence is concluded", async () => {
    const onSilence = vi.fn();
    const waiting = push("a", "hello", { ...enter, onSilence });
    setTimeout(() => queue.close(ended), 100);
    vi.advanceTimersByTime(101);
    expect([await waiting, taken, onSilence.mock.calls.length]).toEqual(["session-ended", "hello", 0]);
  });

  it("waiting for an echo: what others have queued is dropped, and the wait goes on", async () => {
    void push("a", "hello", enter);
    const other = push("b", "later");
    queue.drop((source) => source === "b", takenOver);
    expect([await other, queue.awaitsEcho]).toEqual(["lease-held", true]);
    vi.advanceTimersByTime(101);
    expect(taken).toBe("hello\r");
  });

  it("settling: each redraw begins it anew, and all of it ends with the gap", () => {
    const onSilence = vi.fn();
    void push("a", "hello", { ...enter, onSilence });
    queue.handleOutput("hello");
    for (let i = 0; i < 9; i++) {
      vi.advanceTimersByTime(11);
      queue.handleOutput("|");
      expect([taken, queue.awaitsEcho]).toEqual(["hello", true]);
    }
    vi.advanceTimersByTime(2);
    expect([taken, queue.awaitsEcho, onSilence.mock.calls.length]).toEqual(["hello\r", false, 0]);
  });

  it("settling: output after the end of the gap writes at once", () => {
    void push("a", "hello", enter);
    vi.advanceTimersByTime(90);
    queue.handleOutput("hello");
    // The clock has moved on while the process was busy; its timers have not been served.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 20);
    queue.handleOutput("|");
    expect(taken).toBe("hello\r");
    clock.mockRestore();
  });

  it("settling: a takeover drops what waits, and those behind it are written at once", async () => {
    const waiting = push("a", "hello", enter);
    void push("b", "later");
    queue.handleOutput("hello");
    queue.drop((source) => source === "a", takenOver);
    expect([await waiting, taken, queue.awaitsEcho, vi.getTimerCount()]).toEqual(["lease-held", "hellolater", false, 0]);
  });

  it("settling: a close ends it", async () => {
    const waiting = push("a", "hello", enter);
    queue.handleOutput("hello");
    queue.close(ended);
    expect([await waiting, queue.awaitsEcho, vi.getTimerCount()]).toEqual(["session-ended", false, 0]);
  });

  it("retrying: the pauses grow to 50 ms, and begin anew when a byte is taken", () => {
    room = 0;
    const began = performance.now();
    let tried: number[] = [];
    using timed = new InputQueue(() => {
      tried.push(performance.now() - began);
      return Math.min(room, 1);
    });
    void timed.push([{ text: "ab", source: "a", gapMs: 0, onTaken: () => {} }]).catch(() => {});
    vi.advanceTimersByTime(170);
    expect(tried).toEqual([0, 2, 6, 14, 30, 62, 112, 162]);
    tried = [];
    room = 1;
    vi.advanceTimersByTime(42);
    room = 0;
    timed.drop(() => true, takenOver);
    expect(tried).toEqual([212, 212]);
  });

  it("retrying: what comes meanwhile waits behind it, and output says nothing", async () => {
    room = 0;
    const first = push("a", "one");
    const second = push("b", "two");
    queue.handleOutput("one");
    expect([taken, queue.awaitsEcho]).toEqual(["", false]);
    room = 100;
    vi.advanceTimersByTime(2);
    expect([await first, await second, taken]).toEqual(["written", "written", "onetwo"]);
  });

  it("retrying: what is left after a drop is tried with the same timer", async () => {
    room = 0;
    const first = push("a", "one");
    const second = push("b", "two");
    queue.drop((source) => source === "a", takenOver);
    expect(vi.getTimerCount()).toBe(1);
    room = 100;
    vi.advanceTimersByTime(2);
    expect([await first, await second, taken]).toEqual(["lease-held", "written", "two"]);
  });

  it("retrying: it comes to rest when everything was dropped", async () => {
    room = 0;
    const first = push("a", "one");
    queue.drop(() => true, takenOver);
    room = 100;
    vi.advanceTimersByTime(60);
    expect([await first, vi.getTimerCount(), await push("a", "two"), taken]).toEqual(["lease-held", 0, "written", "two"]);
  });
});
