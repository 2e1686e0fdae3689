import { beforeEach, describe, expect, test, vi, afterEach } from "vitest";
import { PtyReader } from "../../../electron/sessions/pty-reader.ts";
import { ReadPace } from "../../../electron/sessions/read-pace.ts";

/** A program whose output gathers while nobody polls, and its reader. A thread has read what stands in `threadHas`. */
class Program {
  gathered = "";
  threadHas = "";
  threadReads = false;
  /** The thread has no processor: it does not hear that it is to stop. */
  threadIsStuck = false;
  /** The same until this has been read. */
  threadIsStuckUntil = "";
  polls = true;
  /** Somebody takes the output. */
  isTaken = true;
  readonly seen: string[] = [];
  readonly reader: PtyReader;

  constructor(pace = new ReadPace()) {
    this.reader = new PtyReader({
      pace,
      polling: { start: () => this.#poll(true), stop: () => this.#poll(false) },
      read: (into, at) => {
        const from = this.threadReads || this.threadHas !== "" ? "threadHas" : "gathered";
        const length = into.write(this[from].slice(0, 4095), at);
        this[from] = this[from].slice(length);
        return length;
      },
      thread: {
        start: () => {
          expect(this.polls, "two must not read").toBe(false);
          this.threadReads = true;
        },
        stop: () => {
          this.threadReads &&= this.threadIsStuck;
          return !this.threadReads && this.threadHas === "";
        },
      },
      onData: (data) => {
        if (!this.isTaken) {
          this.gathered = data.toString() + this.gathered;
          throw new Error("nobody takes it");
        }
        this.seen.push(data.toString());
        if (this.threadIsStuckUntil !== "" && data.includes(this.threadIsStuckUntil)) this.threadIsStuck = false;
      },
    });
  }

  print(text: string): void {
    if (this.polls) this.reader.handleData(Buffer.from(text));
    else this.gathered += text;
  }

  /** Prints this so often that it counts as printing without a pause. */
  printOften(): void {
    for (let i = 0; i < 12; i++) this.print("x");
    this.seen.length = 0;
  }

  /** Prints until a thread reads. */
  flood(): void {
    this.printOften();
    for (let i = 0; i < 20 && !this.threadReads; i++) {
      this.gathered += "y".repeat(200_000);
      vi.advanceTimersByTime(2);
    }
    expect(this.threadReads).toBe(true);
    this.seen.length = 0;
  }

  #poll(polls: boolean): void {
    expect(polls && (this.threadReads || this.threadHas !== ""), "two must not read").toBe(false);
    expect(polls, "it is not told twice").toBe(!this.polls);
    this.polls = polls;
  }
}

beforeEach(() => void vi.useFakeTimers({ now: 1000 }));
afterEach(() => void vi.useRealTimers());

describe("a drain", () => {
  test("reads all that has been printed, where the stream polls and where output gathers", () => {
    const program = new Program();
    program.gathered = "y".repeat(10_000);
    expect(program.reader.drain()).toBe(true);
    expect(program.seen.map(({ length }) => length)).toEqual([10_000]);
    program.printOften();
    program.gathered = "z".repeat(5000);
    expect(program.reader.drain()).toBe(true);
    expect(program.seen.map(({ length }) => length)).toEqual([5000]);
    expect(program.reader.drain()).toBe(true);
    expect(program.seen).toHaveLength(1);
    program.reader[Symbol.dispose]();
  });

  test("says that more may be left: of a flood, and while it pauses", () => {
    const program = new Program();
    program.gathered = "y".repeat(300_000);
    expect(program.reader.drain()).toBe(false);
    program.reader.pause();
    expect(program.reader.drain()).toBe(false);
    expect(program.seen.join("")).toHaveLength(262_144);
    program.reader.resume();
    expect(program.reader.drain()).toBe(true);
    expect(program.seen.join("")).toHaveLength(300_000);
  });
});

describe("a program that prints", () => {
  test("now and then is read as it comes", () => {
    const program = new Program();
    for (let i = 0; i < 50; i++) {
      program.print("line");
      vi.advanceTimersByTime(10);
    }
    expect(program.seen).toHaveLength(50);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("without a pause is read with few wakeups, and nothing is lost or out of order", () => {
    const program = new Program();
    let printed = "";
    for (let i = 0; i < 400; i++) {
      printed += `${i} `;
      program.print(`${i} `);
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(64);
    expect(program.seen.join("")).toBe(printed);
    expect(program.seen.length).toBeLessThan(150);
    expect(program.polls, "it is quiet").toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a flood is read on and on, in large pieces, until it ends", () => {
    const program = new Program();
    program.printOften();
    program.gathered = "y".repeat(700_000);
    vi.advanceTimersByTime(5);
    expect(program.seen.map(({ length }) => length)).toEqual([262_144, 262_144, 175_712]);
    program.print("the last line");
    vi.advanceTimersByTime(2);
    expect(program.seen.at(-1)).toBe("the last line");
    vi.advanceTimersByTime(120);
    expect(program.polls).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("what has gathered during a pause is read when the pause ends", () => {
    const program = new Program();
    program.printOften();
    program.reader.pause();
    vi.advanceTimersByTime(16);
    program.print("kept");
    vi.advanceTimersByTime(9);
    expect(program.seen).toEqual([]);
    program.reader.resume();
    vi.advanceTimersByTime(0);
    expect(program.seen).toEqual(["kept"]);
  });

  test("what has gathered can be read at once", () => {
    const program = new Program();
    program.printOften();
    program.print("now");
    program.reader.read();
    expect(program.seen).toEqual(["now"]);
  });
});

describe("a flood that lasts is read on a thread", () => {
  test("whose output comes in order, up to its end", () => {
    const program = new Program();
    program.flood();
    program.threadHas = "first ";
    vi.advanceTimersByTime(2);
    program.threadHas = "second ";
    vi.advanceTimersByTime(2);
    program.threadHas = "last of the thread ";
    program.gathered = "next";
    expect(program.reader.drain()).toBe(true);
    expect(program.seen.join("")).toBe("first second last of the thread next");
    vi.advanceTimersByTime(120);
    expect(program.polls).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("until something is typed; what it has read comes before the stream's", () => {
    const program = new Program();
    program.flood();
    program.threadHas = "read by the thread";
    program.reader.expectEcho();
    expect(program.threadReads).toBe(false);
    expect(program.polls).toBe(false);
    vi.advanceTimersByTime(2);
    expect(program.seen).toEqual(["read by the thread"]);
    expect(program.polls).toBe(true);
  });

  test("and nobody waits for a thread that has no processor", () => {
    const program = new Program();
    program.flood();
    program.threadIsStuck = true;
    program.threadHas = "first ";
    program.reader.expectEcho();
    expect(program.reader.drain(), "more may be left").toBe(false);
    vi.advanceTimersByTime(20);
    program.threadHas = "second ";
    vi.advanceTimersByTime(2);
    expect(program.polls).toBe(false);
    program.threadIsStuck = false;
    vi.advanceTimersByTime(2);
    program.print("third");
    expect(program.seen.join("")).toBe("first second third");
    expect(program.polls).toBe(true);
  });

  test("and no longer, although the program goes on printing", () => {
    const program = new Program();
    program.flood();
    for (let i = 0; i < 10; i++) {
      program.threadHas = program.threadReads ? "a line" : "";
      if (!program.threadReads) program.print("a line");
      vi.advanceTimersByTime(16);
    }
    expect(program.threadReads).toBe(false);
    expect(program.polls, "it prints without a pause").toBe(false);
    // What has been read before does not count for the next flood.
    for (let i = 0; i < 30; i++) {
      program.gathered += "y".repeat(100_000);
      vi.advanceTimersByTime(80);
    }
    expect(program.threadReads).toBe(false);
  });

  test("and a drain reads what came while the thread stopped", () => {
    const program = new Program();
    program.flood();
    program.threadIsStuck = true;
    program.threadIsStuckUntil = "first";
    program.threadHas = "first ";
    program.gathered = "second";
    expect(program.reader.drain()).toBe(true);
    expect(program.seen.join("")).toBe("first second");
  });

  test("but not where reading has to pause: it is not what holds that up", () => {
    const program = new Program();
    program.flood();
    program.threadHas = "kept";
    program.reader.pause();
    expect(program.threadReads).toBe(false);
    program.reader.resume();
    for (let i = 0; i < 20; i++) {
      program.gathered += "y".repeat(200_000);
      vi.advanceTimersByTime(20);
      program.reader.pause();
      program.reader.resume();
    }
    expect(program.threadReads).toBe(false);
    expect(program.seen.join("").slice(0, 5)).toBe("kepty");
  });
});

test("what is typed ends the gathering: nobody waits for an echo", () => {
  const program = new Program();
  program.printOften();
  expect(program.polls).toBe(false);
  program.reader.expectEcho();
  expect(program.polls).toBe(true);
  program.printOften();
  vi.advanceTimersByTime(400);
  program.printOften();
  expect(program.polls, "half a second is not over").toBe(true);
  vi.advanceTimersByTime(200);
  program.printOften();
  expect(program.polls).toBe(false);
});

test("nothing is read while it is paused, and all of it afterwards", () => {
  const program = new Program();
  program.printOften();
  program.reader.pause();
  program.print("held");
  program.reader.expectEcho();
  vi.advanceTimersByTime(80);
  expect(program.seen).toEqual([]);
  program.reader.resume();
  vi.advanceTimersByTime(16);
  expect(program.seen).toEqual(["held"]);
  expect(program.polls, "something was typed meanwhile").toBe(true);
});

test("busy programs are read with one wakeup", () => {
  const pace = new ReadPace();
  const programs = [new Program(pace), new Program(pace), new Program(pace)];
  for (const [index, program] of programs.entries()) {
    vi.advanceTimersByTime(index);
    program.printOften();
    program.print("line");
  }
  for (let i = 0; i < 20; i++) {
    for (const program of programs) program.print("line");
    vi.advanceTimersByTime(16);
    expect(vi.getTimerCount()).toBe(1);
  }
  expect(programs.map(({ seen }) => seen.join("").length)).toEqual([84, 84, 84]);
});

test.each([
  [8, 32],
  [16, 64],
])("%d busy programs are read every %d ms", (count, paceMs) => {
  const pace = new ReadPace();
  const programs = Array.from({ length: count }, () => new Program(pace));
  for (const program of programs) program.printOften();
  for (let i = 0; i < 64; i++) {
    for (const program of programs) program.print("line");
    vi.advanceTimersByTime(5);
  }
  expect(programs.map(({ seen }) => seen.length).every((reads) => reads <= (64 * 5) / paceMs + 2)).toBe(true);
  vi.advanceTimersByTime(paceMs);
  expect(programs.map(({ seen }) => seen.join("").length)).toEqual(programs.map(() => 64 * 4));
});

test("of many busy programs, one that prints much is read as often as one of a few", () => {
  const pace = new ReadPace();
  const programs = Array.from({ length: 16 }, () => new Program(pace));
  for (const program of programs) program.printOften();
  const [much] = programs;
  const text = "x".repeat(1000);
  for (let i = 0; i < 64; i++) {
    for (const program of programs) program.print(program === much ? text : "line");
    vi.advanceTimersByTime(4);
  }
  // The first read comes at the pace of the many.
  expect(much?.seen.length).toBeGreaterThanOrEqual((64 * 4 - 64) / 32);
  expect(programs.slice(1).every(({ seen }) => seen.length <= (64 * 4) / 64 + 2)).toBe(true);
});

test("many busy programs that have fallen silent are polled again within an eighth of a second", () => {
  const pace = new ReadPace();
  const programs = Array.from({ length: 16 }, () => new Program(pace));
  for (const program of programs) program.printOften();
  for (let i = 0; i < 64; i++) {
    for (const program of programs) program.print("line");
    vi.advanceTimersByTime(4);
  }
  vi.advanceTimersByTime(128);
  expect(programs.filter(({ polls }) => polls)).toHaveLength(16);
});

test("the end ends the reading", () => {
  const program = new Program();
  program.printOften();
  program.reader[Symbol.dispose]();
  program.reader.handleData(Buffer.from("the rest"));
  program.reader.expectEcho();
  expect(program.seen).toEqual(["the rest"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a program whose output cannot be handed on holds up no other", () => {
  const pace = new ReadPace();
  const [faulty, other] = [new Program(pace), new Program(pace)];
  for (const program of [faulty, other]) program.printOften();
  faulty.isTaken = false;
  for (const program of [faulty, other]) program.print("text");
  expect(() => vi.advanceTimersByTime(16)).toThrow("nobody takes it");
  vi.advanceTimersByTime(1);
  expect(other.seen).toEqual(["text"]);
  faulty.isTaken = true;
  faulty.print("more");
  vi.advanceTimersByTime(32);
  expect(faulty.seen).toEqual(["textmore"]);
});
