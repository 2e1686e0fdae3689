/** The detector with scripted witnesses and a clock that stands until it is moved. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  PromptDetector,
  type PromptDetectorOptions,
  type PromptingSession,
  type PromptKind,
} from "../../../electron/prompt/prompt-detector.ts";
import { ReaderWork } from "../../../electron/prompt/reader-work.ts";
import type { TerminalReader } from "../../../electron/prompt/terminal-reader.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { ScreenEvidence } from "../../../shared/screen-evidence.ts";
import { AT_PROMPT } from "../../support/screen-evidence.ts";

const WAIT = 7;
const RUNNING: ScreenEvidence = { ...AT_PROMPT, before: "nothing", line: "", lastLine: "1 + 1" };

/** A session whose program and screen say what the test has them say, with a detector on it. */
class Scene implements PromptingSession, Disposable {
  readonly pid = 1;
  offset = 100;
  readonly #output = new Emitter<{ offset: number }>();
  readonly onOutput = this.#output.event;
  readonly #evidence = new Emitter<{ wait: number; evidence: ScreenEvidence }>();
  readonly #parsed = new Emitter<void>();
  readonly screen = { onEvidence: this.#evidence.event, onParsed: this.#parsed.event, unparsed: 0 };
  /** What the kernel says, and how often it was asked. */
  reader: TerminalReader = { reading: "alone", turn: "1" };
  looks = 0;
  readonly found: PromptKind[] = [];
  readonly detector: PromptDetector;

  constructor({ kernel, ...options }: Partial<PromptDetectorOptions> = {}) {
    this.detector = new PromptDetector(this, {
      wait: WAIT,
      typed: true,
      keys: "\r",
      prompt: true,
      input: false,
      lineFollows: false,
      settle: (kind) => this.found.push(kind),
      kernel: {
        readTerminal: () => {
          this.looks++;
          return this.reader;
        },
        ...kernel,
      },
      ...options,
    });
  }

  /** What the program has printed, and the kernel has not passed on yet. */
  onItsWay = "";
  drains = true;

  flush(): void {}

  drain(): boolean {
    if (this.onItsWay !== "") {
      this.screen.unparsed = this.onItsWay.length;
      this.receive(this.onItsWay);
      this.onItsWay = "";
    }
    return this.drains;
  }

  /** The program prints something that leaves the screen like this. */
  print(evidence: ScreenEvidence): void {
    this.receive("ten letters");
    this.show(evidence);
  }

  /** Output arrives and is not parsed yet. */
  receive(text: string): void {
    const { offset } = this;
    this.offset += text.length;
    this.#output.fire({ offset });
  }

  /** The screen has parsed what has arrived. */
  show(evidence: ScreenEvidence, wait = WAIT): void {
    this.screen.unparsed = 0;
    this.#evidence.fire({ wait, evidence });
    this.#parsed.fire();
  }

  /** The program wakes up and reads again. */
  read(reading: TerminalReader["reading"] = "alone"): void {
    this.reader = { reading, turn: String(Number(this.reader.turn) + 1) };
  }

  [Symbol.dispose](): void {
    this.detector[Symbol.dispose]();
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount(), "timers left behind").toBe(0);
  vi.useRealTimers();
});

describe("unwritten", () => {
  test("whatever shows before the input has been written is no answer", () => {
    using scene = new Scene();
    scene.read();
    scene.print(AT_PROMPT);
    vi.advanceTimersByTime(1000);
    expect(scene.found).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    scene.detector.begin();
    vi.advanceTimersByTime(20);
    expect(scene.found).toEqual(["prompt"]);
  });
});

describe("looking", () => {
  test("both witnesses must say so: the program reads again, and the cursor is at a prompt", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.show(AT_PROMPT);
    vi.advanceTimersByTime(900);
    expect(scene.found, "its reader has not woken up since").toEqual([]);
    scene.read("no");
    vi.advanceTimersByTime(1000);
    expect(scene.found, "it computes").toEqual([]);
    scene.read();
    scene.print(RUNNING);
    vi.advanceTimersByTime(400);
    expect(scene.found, "it has asked for nothing").toEqual([]);
    scene.print(AT_PROMPT);
    vi.advanceTimersByTime(0);
    expect(scene.found).toEqual(["prompt"]);
  });

  test("the kernel is asked at growing intervals, and at short ones again after output", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.show(RUNNING);
    scene.read("no");
    vi.advanceTimersByTime(10_000);
    scene.looks = 0;
    vi.advanceTimersByTime(1000);
    expect(scene.looks).toBe(4);
    scene.print(RUNNING);
    scene.looks = 0;
    vi.advanceTimersByTime(100);
    expect(scene.looks).toBeGreaterThan(4);
  });

  test("a blank line counts at once where the program has been quiet; an event loop must have read for a while", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.read("no");
    scene.print({ ...RUNNING, lastLine: "Unpacking (3)" });
    vi.advanceTimersByTime(500);
    scene.reader = { reading: "alone", turn: "9", untimed: true };
    vi.advanceTimersByTime(250);
    expect(scene.found).toEqual(["prompt"]);

    using busy = new Scene();
    busy.detector.begin();
    busy.read("no");
    busy.print({ ...RUNNING, lastLine: "Unpacking (3)" });
    vi.advanceTimersByTime(30);
    busy.reader = { reading: "alone", turn: "9", untimed: true };
    vi.advanceTimersByTime(35);
    expect(busy.found, "quiet for 50 ms").toEqual(["prompt"]);

    using loop = new Scene();
    loop.detector.begin();
    loop.read("no");
    loop.print({ ...AT_PROMPT, before: "text", line: "> ", lastLine: "> " });
    vi.advanceTimersByTime(120);
    loop.read("among-others");
    vi.advanceTimersByTime(45);
    expect(loop.found).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(loop.found).toEqual(["prompt"]);
  });

  test("output that is not parsed yet puts the look off until it is", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.read();
    scene.receive("5 >>>");
    scene.screen.unparsed = 5;
    vi.advanceTimersByTime(1000);
    expect(scene.looks, "only before the input").toBe(1);
    scene.show(AT_PROMPT);
    vi.advanceTimersByTime(0);
    expect(scene.found).toEqual(["prompt"]);
  });

  test("evidence of another wait is not its own", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.read();
    scene.show(AT_PROMPT, WAIT + 1);
    vi.advanceTimersByTime(1000);
    expect(scene.found).toEqual([]);
  });

  test("text before the cursor must stand still for as long as it is uncertain; output begins that anew", () => {
    using scene = new Scene();
    const guess: ScreenEvidence = { ...AT_PROMPT, before: "text", line: "> ", lastLine: "> " };
    scene.detector.begin();
    scene.read("among-others");
    scene.print(guess);
    vi.advanceTimersByTime(90);
    scene.print(guess);
    vi.advanceTimersByTime(99);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(scene.found).toEqual(["prompt"]);
  });
});

describe("resting", () => {
  test("a program that floods is looked at every 5 ms at most, and its prompt is found all the same", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.read("no");
    for (let n = 0; n < 40; n++) scene.print(RUNNING);
    const looks = scene.looks;
    for (let n = 0; n < 1000; n++) {
      vi.advanceTimersByTime(0.1);
      scene.print(RUNNING);
    }
    expect(scene.looks - looks).toBeLessThanOrEqual(100 / 5 + 1);
    expect(scene.looks - looks).toBeGreaterThan(10);
    scene.read();
    scene.print(AT_PROMPT);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(scene.found).toEqual(["prompt"]);
  });
});

describe("draining", () => {
  test("output that was on its way when the program began to read undoes a finding", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.read();
    scene.onItsWay = "...";
    scene.print(AT_PROMPT);
    vi.advanceTimersByTime(100);
    expect(scene.found, "not parsed yet").toEqual([]);
    scene.show(RUNNING);
    vi.advanceTimersByTime(100);
    expect(scene.found).toEqual([]);
    scene.print(AT_PROMPT);
    vi.advanceTimersByTime(1);
    expect(scene.found).toEqual(["prompt"]);
  });

  test("while more may be left, nothing is found; then it is", () => {
    using scene = new Scene();
    scene.drains = false;
    scene.detector.begin();
    scene.read();
    scene.print(AT_PROMPT);
    vi.advanceTimersByTime(500);
    expect(scene.found).toEqual([]);
    scene.drains = true;
    vi.advanceTimersByTime(250);
    expect(scene.found).toEqual(["prompt"]);
  });
});

describe("settled", () => {
  test("it tells once, and looks no more", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.read();
    scene.print(AT_PROMPT);
    vi.advanceTimersByTime(1);
    expect(scene.found).toEqual(["prompt"]);
    scene.looks = 0;
    scene.print(AT_PROMPT);
    scene.detector.begin();
    vi.advanceTimersByTime(1000);
    expect(scene.found).toEqual(["prompt"]);
    expect(scene.looks).toBe(0);
  });

  test("disposed, it never tells, in whatever state it was", () => {
    const unwritten = new Scene();
    const looking = new Scene();
    looking.detector.begin();
    const draining = new Scene();
    draining.drains = false;
    draining.detector.begin();
    draining.read();
    draining.print(AT_PROMPT);
    const scenes = [unwritten, looking, draining];
    for (const scene of scenes) scene[Symbol.dispose]();
    for (const scene of scenes) {
      scene.detector.begin();
      scene.read();
      scene.print(AT_PROMPT);
    }
    vi.advanceTimersByTime(1000);
    for (const scene of scenes) expect(scene.found).toEqual([]);
  });
});

describe("a question", () => {
  const ASKS: ScreenEvidence = { ...AT_PROMPT, before: "text", line: "Continue? [Y/n] ", lastLine: "Continue? [Y/n] " };

  test("ends a wait for one, and a wait for a prompt, as what it is", () => {
    for (const [options, expected] of [
      [{ prompt: false, input: true }, "input"],
      [{ lineFollows: true }, "input"],
      [{}, "input"],
    ] as const) {
      using scene = new Scene(options);
      scene.detector.begin();
      scene.read();
      scene.print(ASKS);
      vi.advanceTimersByTime(50);
      expect(scene.found).toEqual([expected]);
    }
  });

  test("who waits for one is told of the prompt at which the program sits instead", () => {
    using scene = new Scene({ prompt: false, input: true });
    scene.detector.begin();
    scene.read("among-others");
    scene.print(AT_PROMPT);
    vi.advanceTimersByTime(900);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(scene.found).toEqual(["prompt"]);
  });
});

test("where the kernel does not tell, a learned prompt must stand still for 30 ms", () => {
  using scene = new Scene();
  scene.reader = { reading: "unknown", turn: "" };
  scene.detector.begin();
  scene.print(AT_PROMPT);
  vi.advanceTimersByTime(29);
  expect(scene.found).toEqual([]);
  vi.advanceTimersByTime(3);
  expect(scene.found).toEqual(["prompt"]);
});

test("a program that reads whole lines asks for the rest of one whose Enter was not typed", () => {
  const ECHO: ScreenEvidence = {
    ...AT_PROMPT,
    before: "text",
    left: false,
    line: "Go on? (y or n) y",
    lastLine: "Go on? (y or n) y",
  };
  const end = (options: Partial<PromptDetectorOptions>, reader: TerminalReader, afterMs = 200): PromptKind[] => {
    using scene = new Scene(options);
    scene.detector.begin();
    scene.print(ECHO);
    scene.reader = reader;
    vi.advanceTimersByTime(afterMs - 10);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(5000);
    return scene.found;
  };
  expect(end({ keys: "y" }, { reading: "alone", turn: "1" })).toEqual(["input"]);
  expect(end({}, { reading: "alone", turn: "1" }), "Enter is on its way").toEqual([]);
  expect(end({ keys: "y" }, { reading: "among-others", turn: "1" }, 1000), "another thread may have printed it").toEqual([
    "input",
  ]);
  expect(end({ keys: "y" }, { reading: "among-others", turn: "2" }), "the echo of a program far away").toEqual([]);
  expect(end({ keys: "y" }, { reading: "no", turn: "" })).toEqual([]);
});

describe("an event loop", () => {
  const MENU: ScreenEvidence = { ...AT_PROMPT, before: "nothing", moved: false, returns: false, drawn: true, line: "" };

  test("at a menu ends a wait for a prompt as a question, after a second and a half", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.read("among-others");
    scene.print(MENU);
    vi.advanceTimersByTime(1450);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(60);
    expect(scene.found).toEqual(["input"]);
  });

  test("that starts is at no menu while it is at work, but for ten seconds at most; one that ran before may be", () => {
    const time = { runMs: 0, queueMs: 0 };
    let share = { run: 0.2, queue: 0.8 };
    const work = new ReaderWork(() => ({ ...time }));
    const begin = (typed: boolean): Scene => {
      const scene = new Scene({ work, typed });
      scene.detector.begin();
      scene.reader = { reading: "among-others", turn: "2", pid: 2 };
      scene.print(MENU);
      return scene;
    };
    const pass = (ms: number): void => {
      for (let passed = 0; passed < ms; passed += 50) {
        time.runMs += 50 * share.run;
        time.queueMs += 50 * share.queue;
        vi.advanceTimersByTime(50);
      }
    };
    using starting = begin(false);
    pass(5000);
    expect(starting.found, "it computes").toEqual([]);
    share = { run: 0.02, queue: 0.6 };
    pass(1000);
    expect(starting.found).toEqual([]);
    pass(1500);
    expect(starting.found).toEqual(["input"]);

    share = { run: 1, queue: 0 };
    using endless = begin(false);
    pass(9900);
    expect(endless.found).toEqual([]);
    pass(2000);
    expect(endless.found).toEqual(["input"]);

    using old = begin(true);
    pass(2000);
    expect(old.found).toEqual(["input"]);
  });

  test("that wakes is at no prompt before it has printed something", () => {
    using scene = new Scene();
    scene.detector.begin();
    scene.read("among-others");
    scene.show(AT_PROMPT);
    vi.advanceTimersByTime(10_000);
    expect(scene.found).toEqual([]);
    scene.print(AT_PROMPT);
    vi.advanceTimersByTime(20);
    expect(scene.found).toEqual(["prompt"]);
  });

  test("another one than was typed to has been started by the input, so a partial line may be its question", () => {
    for (const [thread, expected] of [
      [1, []],
      [2, ["input"]],
    ] as const) {
      let reader: TerminalReader = { reading: "among-others", turn: "1", thread: 1 };
      using scene = new Scene({ kernel: { readTerminal: () => reader } });
      scene.detector.begin();
      reader = { reading: "among-others", turn: "2", thread };
      scene.print({ ...AT_PROMPT, before: "text", line: "Which one ", lastLine: "Which one " });
      vi.advanceTimersByTime(2100);
      expect(scene.found).toEqual(expected);
    }
  });
});

test("a key that the reader does not get leaves a program at its prompt, unless it is stopped or another process goes on", () => {
  const untouched: TerminalReader = { reading: "alone", turn: "1" };
  for (const [reader, expected] of [
    [untouched, ["prompt"]],
    [{ ...untouched, isStopped: true }, []],
    [{ ...untouched, turn: "2", isStopped: true }, []],
    [{ ...untouched, company: true }, []],
    [{ ...untouched, reading: "among-others" }, ["prompt"]],
  ] as const) {
    using scene = new Scene();
    scene.reader = untouched;
    scene.detector.begin();
    scene.reader = reader;
    scene.show(AT_PROMPT);
    vi.advanceTimersByTime(900);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(5000);
    expect(scene.found, JSON.stringify(reader)).toEqual(expected);
  }
});

test("a key that changes nothing leaves an event loop at its prompt, or at the question or the page where it was", () => {
  const reader = { reading: "among-others", turn: "1" } as const;
  for (const [line, kind] of [
    ["> ", "prompt"],
    ["Overwrite config? [y/N] ", "input"],
    ["(END)", "pager"],
    ["> text", "input"],
  ] as const) {
    using scene = new Scene({ keys: "\x1b[D", kernel: { isIdleLoop: () => true } });
    scene.reader = reader;
    scene.detector.begin();
    scene.show({ ...AT_PROMPT, before: "text", line, lastLine: line });
    scene.read("among-others");
    vi.advanceTimersByTime(900);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(5000);
    expect(scene.found, line).toEqual([kind]);
  }
});

test("a key that a program with a screen of its own ignores leaves it as it was; it is not asked of others", () => {
  const reader: TerminalReader = { reading: "among-others", turn: "1", timed: true };
  const page: ScreenEvidence = { ...AT_PROMPT, before: "nothing", line: "", lastLine: "a page", drawn: true };
  for (const [evidence, isAsBefore, expected] of [
    [page, true, ["input"]],
    [page, false, []],
    [{ ...page, drawn: false, alternate: true }, true, ["input"]],
    [{ ...page, drawn: false }, true, []],
  ] as const) {
    using scene = new Scene({ keys: "z", kernel: { isIdleLoop: () => false, isLoopAsBefore: () => isAsBefore } });
    scene.reader = reader;
    scene.detector.begin();
    scene.show(evidence);
    scene.read("among-others");
    vi.advanceTimersByTime(2900);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(scene.found, JSON.stringify(evidence)).toEqual(expected);
  }
});

test("an event loop that looks as if it were at work asks for input where nothing but that can wake it", () => {
  const reader = { reading: "among-others", turn: "1" } as const;
  const blank: ScreenEvidence = { ...AT_PROMPT, before: "nothing", line: "", lastLine: "chat ready" };
  for (const isIdle of [true, false]) {
    using scene = new Scene({ kernel: { isIdleLoop: () => isIdle } });
    scene.reader = reader;
    scene.detector.begin();
    scene.print(blank);
    scene.read("among-others");
    vi.advanceTimersByTime(2900);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(scene.found).toEqual(isIdle ? ["input"] : []);
  }
});

test("a guess takes no longer than a moment where nothing but input can wake the program before it would count", () => {
  const question: ScreenEvidence = { ...AT_PROMPT, before: "nothing", line: "", lastLine: "● Yes / ○ No", drawn: true };
  for (const [isIdle, answers, ms] of [
    [true, true, 300],
    [false, true, 1600],
    [true, false, undefined],
  ] as const) {
    const asked: number[] = [];
    const sleepsFor = (_: TerminalReader, forMs: number): boolean => {
      asked.push(forMs);
      return isIdle;
    };
    using scene = new Scene({ kernel: { sleepsFor, isIdleLoop: () => false } });
    scene.reader = { reading: "among-others", turn: "1" };
    scene.detector.begin();
    if (answers) scene.print(question);
    else scene.show(question);
    scene.read("among-others");
    vi.advanceTimersByTime(150);
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime((ms ?? 10_000) - 150);
    expect(scene.found, JSON.stringify({ isIdle, answers })).toEqual(ms === undefined ? [] : ["input"]);
    if (answers) expect(asked).toContain(1500);
  }
});

test("a full-screen program that has started with a process of its own asks; one that has begun one since is at work", () => {
  const page: ScreenEvidence = { ...AT_PROMPT, before: "nothing", line: "", lastLine: "a page", drawn: true, alternate: true };
  for (const [thread, expected] of [
    [2, ["input"]],
    [1, []],
  ] as const) {
    let reader: TerminalReader = { reading: "among-others", turn: "1", thread: 1, timed: true };
    using scene = new Scene({ kernel: { readTerminal: () => reader } });
    scene.detector.begin();
    reader = { ...reader, turn: "2", thread, company: true };
    scene.print(page);
    vi.advanceTimersByTime(1600);
    expect(scene.found).toEqual(expected);
  }
});

test("in tmux, a question is one far away, too, where a line was entered at a shell's prompt there", () => {
  const name: ScreenEvidence = { ...AT_PROMPT, before: "text", line: "Name: ", lastLine: "[0] 0:bash*", alternate: true };
  for (const [isClient, expected] of [
    [true, ["input"]],
    [false, ["prompt"]],
  ] as const) {
    using scene = new Scene();
    scene.detector.begin();
    scene.reader = { reading: "among-others", turn: "2", isClient };
    scene.print({ ...name, changedWithin: true });
    vi.advanceTimersByTime(2100);
    expect(scene.found).toEqual(expected);
  }
});

test("a clock that goes on keeps no full-screen program from being quiet; anything else does", () => {
  const page: ScreenEvidence = { ...AT_PROMPT, before: "nothing", line: "", lastLine: "a page", drawn: true, alternate: true };
  for (const isClock of [true, false]) {
    using scene = new Scene();
    scene.detector.begin();
    scene.read("among-others");
    scene.print(page);
    const newsEnd = scene.offset;
    for (let passed = 0; passed < 1400; passed += 700) {
      vi.advanceTimersByTime(700);
      scene.print(isClock ? { ...page, newsEnd } : page);
    }
    expect(scene.found).toEqual([]);
    vi.advanceTimersByTime(150);
    expect(scene.found).toEqual(isClock ? ["input"] : []);
  }
});
