import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AttentionWatch, LocalRules, type WatchedSession } from "../../../electron/attention/attention.ts";
import type { ForegroundWork, TerminalReader } from "../../../electron/prompt/prompt-detector.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { AttentionRule, ExitStatus, Progress } from "../../../shared/protocol.ts";
import type { RestingPlace } from "../../../shared/screen-evidence.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const BUSY: TerminalReader = { reading: "no", turn: "" };
const READS: TerminalReader = { reading: "alone", turn: "1" };
const LOOPS: TerminalReader = { reading: "among-others", turn: "1" };

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A session without a program: tests say what each source says. */
class Scene implements WatchedSession, Disposable {
  readonly pid = 1;
  offset = 0;
  exit: ExitStatus | undefined;
  isStopped = false;
  readonly startedAtMs = Date.now();
  lastOutputAtMs = Date.now();
  readonly inputs: { atMs: number; shown: { recordable: string } }[] = [];
  readonly #output = new Emitter<void>();
  readonly onOutput = this.#output.event;
  readonly #exited = new Emitter<void>();
  readonly onExit = this.#exited.event;
  readonly #state = new Emitter<void>();
  reader = BUSY;
  work: ForegroundWork = { name: "make", job: [7], processorMs: 0 };
  line = "";
  lines: string[] | undefined;
  looks = 0;
  /** How often the kernel was asked who reads. */
  readings = 0;
  readonly saved: AttentionRule[][] = [];
  readonly rules = new LocalRules({ load: () => [], save: (rules) => void this.saved.push([...rules]) });
  readonly screen = {
    state: { lastLine: "", title: "", bells: 0, notifications: 0, notification: "" } as Writable<
      WatchedSession["screen"]["state"]
    >,
    unparsed: 0,
    onState: this.#state.event,
    ask: (): Promise<RestingPlace> => {
      this.looks++;
      const look = {
        alternate: false,
        drawn: this.lines !== undefined,
        drawnBelow: false,
        standsOut: false,
        isCursorHidden: false,
      };
      return Promise.resolve({
        before: this.line === "" ? "nothing" : "text",
        line: this.line,
        lines: this.lines ?? [this.line],
        ...look,
      });
    },
  };
  readonly watch = new AttentionWatch(this, {
    rules: this.rules,
    readTerminal: () => {
      this.readings++;
      return this.reader;
    },
    readWork: () => this.work,
  });

  /** What the program has printed, and the kernel has not passed on yet. */
  onItsWay = "";

  drain(): boolean {
    if (this.onItsWay !== "") this.screen.unparsed = this.onItsWay.length;
    return true;
  }

  /** What was on its way has come, and is on the screen. */
  arrive(): void {
    const line = this.onItsWay;
    this.onItsWay = "";
    this.screen.unparsed = 0;
    this.print(line);
  }

  print(line: string, reader = this.reader): void {
    this.line = line;
    this.reader = reader;
    this.screen.state.lastLine = line;
    this.offset += line.length;
    this.lastOutputAtMs = Date.now();
    this.#output.fire();
  }

  type(text: string): void {
    this.inputs.push({ atMs: Date.now(), shown: { recordable: text } });
  }

  notify(text: string): void {
    this.screen.state.notifications++;
    this.screen.state.notification = text;
    this.#state.fire();
  }

  /** The program tells its terminal how far it is (OSC 9;4). */
  tell(progress: Progress | undefined): void {
    delete this.screen.state.progress;
    if (progress) this.screen.state.progress = progress;
    this.#state.fire();
  }

  end(exit: ExitStatus): void {
    this.exit = exit;
    this.#exited.fire();
  }

  [Symbol.dispose](): void {
    this.watch[Symbol.dispose]();
  }
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

describe("the watch over a session", () => {
  it("does not judge a program that reads by what it showed before its last output", async () => {
    using scene = new Scene();
    const states: string[] = [];
    scene.watch.onLooked(({ state, reason }) => states.push(`${state}: ${reason}`));
    scene.print("In [1]: import time");
    scene.onItsWay = "Continue? [Y/n] ";
    scene.reader = READS;
    await pass(1000);
    scene.arrive();
    await pass(600);
    expect(new Set(states)).toEqual(new Set(["working: writes output", "waiting: asks: Continue? [Y/n]"]));
  });

  it.each([BUSY, LOOPS])(
    "asks the kernel seldom while a program prints without a pause, and at once when it pauses (%o)",
    async (reader) => {
      using scene = new Scene();
      for (let i = 0; i < 500; i++) {
        scene.print(`line ${i}`, reader);
        await pass(20);
      }
      expect(scene.watch.current).toEqual({ state: "working", reason: "writes output" });
      expect(scene.readings).toBeLessThan(10);
      scene.print("Continue? [Y/n] ", READS);
      await pass(200);
      expect(scene.watch.current).toEqual({ state: "waiting", reason: "asks: Continue? [Y/n]" });
    },
  );

  it("looks when it is asked to, as soon as a program that prints leaves it the time", async () => {
    using scene = new Scene();
    const looked = vi.fn<() => void>();
    const printFor = async (ms: number): Promise<void> => {
      for (let at = 0; at < ms; at += 20) {
        scene.print("compiling", LOOPS);
        await pass(20);
      }
    };
    await printFor(1000);
    scene.watch.onLooked(looked);
    scene.screen.unparsed = 5;
    scene.watch.look();
    await printFor(300);
    expect(looked).not.toHaveBeenCalled();
    scene.screen.unparsed = 0;
    await printFor(200);
    expect(looked).toHaveBeenCalled();
  });

  it("tells within a moment that a program asks, and since when", async () => {
    using scene = new Scene();
    await pass(2000);
    expect(scene.watch.current.state).toBe("working");
    scene.print("Continue? [Y/n] ", READS);
    await pass(600);
    expect(scene.watch.current).toEqual({ state: "waiting", reason: "asks: Continue? [Y/n]" });
    const { sinceMs, evidence } = scene.watch.explanation();
    expect(sinceMs).toBeGreaterThan(scene.startedAtMs + 1999);
    expect(evidence).toContainEqual({ source: "terminal", says: "make is blocked reading the terminal" });
    expect(evidence).toContainEqual({ source: "screen", says: 'the cursor stands after "Continue? [Y/n] "' });
    // Nothing has changed since, and nobody has looked again.
    await pass(40_000);
    expect(scene.watch.explanation().evidence).toContainEqual({ source: "output", says: "nothing was printed for 41 s" });
  });

  it("gives a program that reads with a time limit as long as an event loop: it may look for keys while it works", async () => {
    using scene = new Scene();
    await pass(2000);
    scene.print("Checking: ", { ...READS, timed: true });
    await pass(900);
    expect(scene.watch.current.state).toBe("working");
    await pass(600);
    expect(scene.watch.current).toEqual({ state: "waiting", reason: "asks: Checking:" });
    const { evidence } = scene.watch.explanation();
    expect(evidence).toContainEqual({ source: "terminal", says: "make looks for input, and goes on by itself after a while" });
  });

  it("sees that a silent program has begun to read", async () => {
    using scene = new Scene();
    scene.print("Your name: ");
    await pass(3000);
    expect(scene.watch.current.state).toBe("working");
    scene.reader = READS;
    await pass(1100);
    expect(scene.watch.current.state).toBe("waiting");
  });

  it("sees that a silent program computes, and that it does not any more", async () => {
    using scene = new Scene();
    for (let second = 0; second < 20; second++) {
      scene.work = { name: "cc1", job: [7], processorMs: scene.work.processorMs + 900 };
      await pass(1000);
    }
    expect(scene.watch.current).toEqual({ state: "working", reason: "computes" });
    await pass(12_000);
    expect(scene.watch.current.state).toBe("idle");
    scene.work = { name: "cc1", job: [7], processorMs: scene.work.processorMs + 900 };
    await pass(1100);
    expect(scene.watch.current.state).toBe("working");
  });

  it("does not ask the screen of a program that does not read, and looks at one that prints every other second", async () => {
    using scene = new Scene();
    const looked = vi.fn<() => void>();
    scene.watch.onLooked(looked);
    for (let at = 0; at < 5000; at += 20) {
      scene.print("compiling");
      await pass(20);
    }
    expect(scene.looks).toBe(0);
    expect(looked.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(looked.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it("rests with a program that waits at its prompt: nothing changes without output", async () => {
    using scene = new Scene();
    scene.print("$ ", READS);
    await pass(2000);
    const { looks } = scene;
    await pass(60_000);
    expect(scene.looks).toBe(looks);
  });

  it("does not take the echo of a key for work", async () => {
    using scene = new Scene();
    scene.print("> ", LOOPS);
    await pass(3000);
    expect(scene.watch.current.state).toBe("idle");
    const states: string[] = [];
    scene.watch.onLooked(({ state }) => void states.push(state));
    for (const line of ["> h", "> hi"]) {
      scene.type("h");
      scene.print(line);
      await pass(400);
    }
    expect(new Set(states)).not.toContain("working");
    scene.type("\r");
    scene.print("thinking");
    await pass(200);
    expect(scene.watch.current.state).toBe("working");
  });

  it("waits for a person when the program has notified its terminal, until somebody types", async () => {
    using scene = new Scene();
    scene.print("> ", READS);
    scene.notify("Build done");
    await pass(500);
    expect(scene.watch.current).toEqual({ state: "waiting", reason: "says: Build done" });
    await pass(10);
    scene.type("\r");
    scene.print("> ");
    await pass(500);
    expect(scene.watch.current.state).toBe("idle");
  });

  it("takes a program that tells its progress for one at work, until it tells an end or another one is in front", async () => {
    using scene = new Scene();
    scene.lines = ["╭────╮", "│ >  │", "╰────╯"];
    scene.print("│ > ", LOOPS);
    scene.tell({ kind: "normal", percent: 40 });
    await pass(60_000);
    expect(scene.watch.current).toEqual({ state: "working", reason: "tells its progress: 40 %" });
    scene.tell({ kind: "error", percent: 41 });
    await pass(200);
    expect(scene.watch.current.state).toBe("idle");
    const { evidence } = scene.watch.explanation();
    expect(evidence).toContainEqual({ source: "progress", says: "the program tells of an error, at 41 %" });
    scene.tell({ kind: "indeterminate" });
    await pass(200);
    expect(scene.watch.current).toEqual({ state: "working", reason: "tells its progress" });
    scene.notify("May I?");
    await pass(200);
    expect(scene.watch.current.state).toBe("waiting");
    scene.type("y");
    scene.print("│ > ");
    await pass(2000);
    expect(scene.watch.current.state).toBe("working");
    // It has started another program, and is still there.
    scene.work = { name: "sleep", job: [7, 8], processorMs: 0 };
    scene.print("│ > ");
    await pass(2000);
    expect(scene.watch.current.state).toBe("working");
    // It was killed, and its bar is left.
    scene.work = { name: "fish", job: [6], processorMs: 0 };
    scene.lines = undefined;
    scene.print("here> ");
    await pass(2000);
    expect(scene.watch.current.state).toBe("idle");
    scene.tell(undefined);
    await pass(200);
    expect(scene.watch.explanation().evidence.map(({ source }) => source)).not.toContain("progress");
  });

  it("holds a person's correction wherever the program stands like this again, until it is forgotten", async () => {
    using scene = new Scene();
    scene.print("Job 17 done? ", READS);
    await pass(500);
    expect(scene.watch.current.state).toBe("waiting");
    const rule = scene.watch.correct("idle");
    await pass(100);
    expect(scene.watch.current).toEqual({ state: "idle", reason: "you have said so (rule 1)" });
    expect(scene.saved.at(-1)).toEqual([expect.objectContaining({ program: "make", line: "Job # done?", state: "idle" })]);
    scene.print("Job 18 done? ");
    await pass(500);
    expect(scene.watch.explanation()).toMatchObject({ state: "idle", rule: { id: 1 } });
    scene.print("Delete it? ");
    await pass(500);
    expect(scene.watch.current.state).toBe("waiting");
    scene.rules.remove(rule.id);
    scene.print("Job 18 done? ");
    await pass(500);
    expect(scene.watch.current.state).toBe("waiting");
    expect(() => scene.rules.remove(1)).toThrow("There is no rule 1");
  });

  it("tells how the program has ended, and looks no more", async () => {
    using scene = new Scene();
    scene.end({ code: 3 });
    await pass(100);
    expect(scene.watch.current).toEqual({ state: "failed", reason: "Exited 3" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer behind", async () => {
    using scene = new Scene();
    await pass(500);
    scene.watch[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
  });
});
