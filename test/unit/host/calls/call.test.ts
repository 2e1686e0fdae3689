/** Calls to a scripted session, by a clock that stands until it is moved. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AttentionLook } from "../../../../electron/attention/attention.ts";
import { Call, type CallOptions, type CallOutcome, checkSteps } from "../../../../electron/host/calls/call.ts";
import type { CalledSession } from "../../../../electron/host/calls/called-session.ts";
import type { Handback } from "../../../../electron/host/calls/handback-notices.ts";
import type { Wait } from "../../../../electron/host/calls/wait.ts";
import { INITIAL_STATE } from "../../../../electron/screens/pool/remote-screen.ts";
import { Emitter } from "../../../../shared/emitter.ts";
import { HostError } from "../../../../shared/errors.ts";
import type { ClientInfo, ExitStatus, Step } from "../../../../shared/protocol.ts";
import type { ScreenEvidence } from "../../../../shared/screen-evidence.ts";
import { AT_PROMPT } from "../../../support/screen-evidence.ts";

const AGENT: ClientInfo = { id: "1", name: "Agent", kind: "mcp" };
const line = (text: string, wait?: Step["wait"]): Step => ({ input: [{ text: `${text}\r` }], ...(wait && { wait }) });
const QUESTION: ScreenEvidence = {
  ...AT_PROMPT,
  before: "text",
  changed: true,
  returns: false,
  known: false,
  line: "Continue? [Y/n] ",
  lastLine: "Continue? [Y/n] ",
};

/** A session whose terminal and screen do what the test says, with a call on it. */
class Scene implements CalledSession {
  /** Nobody's, so the kernel does not tell who reads. */
  readonly pid = 2 ** 30;
  exit: ExitStatus | undefined;
  offset = 100;
  /** What happened, in order: what was asked of the screen, and what was typed. */
  readonly log: string[] = [];
  /** What the next writes reject with; undefined for one that succeeds. */
  readonly writeErrors: (HostError | undefined)[] = [];
  readonly acquireErrors: (HostError | undefined)[] = [];
  handback: Handback | undefined;
  /** Notices that were taken for calls that failed. */
  readonly untold: Handback[] = [];
  holder: string | undefined;
  /** A person keeps the agent from typing. */
  isClosed = false;
  /** Happens once, while the terminal is asked whether it hides input. */
  whileAsked: (() => void) | undefined;
  tracked: Wait | undefined;
  /** What a wait's end answers with, beside its text. */
  news: { text: string; unsent?: boolean } = { text: "news" };
  readonly #output = new Emitter<{ offset: number; text: string }>();
  readonly onOutput = this.#output.event;
  readonly #looked = new Emitter<AttentionLook>();
  readonly #exited = new Emitter<ExitStatus>();
  readonly onExit = this.#exited.event;
  readonly #match = new Emitter<{ wait: number; match: string }>();
  readonly #slowPattern = new Emitter<{ wait: number; message: string }>();
  readonly #evidence = new Emitter<{ wait: number; evidence: ScreenEvidence }>();
  readonly #parsed = new Emitter<void>();
  readonly #reset = new Emitter<void>();
  #lastWait = 0;
  #endWait: (() => void) | undefined;

  readonly screen: CalledSession["screen"] = {
    state: { ...INITIAL_STATE },
    unparsed: 0,
    onParsed: this.#parsed.event,
    onMatch: this.#match.event,
    onSlowPattern: this.#slowPattern.event,
    onEvidence: this.#evidence.event,
    onReset: this.#reset.event,
    addInput: (typed) => void this.log.push(`add ${JSON.stringify(typed)}`),
    silence: () => {},
    ask: ((name: string, params: Record<string, unknown>) => this.#ask(name, params)) as CalledSession["screen"]["ask"],
  };

  readonly isInputTaken = true;

  /** What the program has printed and nobody has read, in the pieces that one look finds; undefined where more is left. */
  gathered: (string | undefined)[] = [];

  noteInput(typed: string): void {
    this.log.push(`note ${JSON.stringify(typed)}`);
  }

  flush(): void {}
  drain(): boolean {
    if (this.gathered.length === 0) return true;
    const text = this.gathered.shift();
    if (text !== undefined) this.#print(text);
    return text !== undefined;
  }

  #print(text: string): void {
    const { offset } = this;
    this.offset += text.length;
    this.#output.fire({ offset, text });
  }

  async modes(): Promise<undefined> {}

  checkRunning(): void {
    if (this.exit) throw new HostError("session-ended", "ended");
  }

  read(since: number): Promise<{ offset: number; text: string }> {
    return Promise.resolve({ offset: since, text: "read" });
  }

  async write(_client: ClientInfo, chunks: readonly { text: string }[]): Promise<void> {
    const error = this.writeErrors.shift();
    if (error) throw error;
    this.log.push(`type ${JSON.stringify(chunks.map(({ text }) => text).join(""))}`);
  }

  call(steps: readonly Step[], options: Partial<CallOptions> = {}): Promise<CallOutcome> {
    checkSteps(steps);
    const target = {
      session: this,
      client: AGENT,
      attention: { current: { state: "working", reason: "" } as const, onLooked: this.#looked.event, look: () => {} },
      isClosed: () => this.isClosed,
      joinQueue: (isPatient: boolean) => {
        const isTurn = (): boolean => !isPatient || !this.isClosed;
        return {
          get isTurn() {
            return isTurn();
          },
          whenTurn: () => {
            if (isPatient) this.log.push("turn");
            if (isPatient) this.isClosed = false;
            return Promise.resolve();
          },
          [Symbol.dispose]: () => {},
        };
      },
      park: (inputs: readonly unknown[]) => void this.log.push(`park ${JSON.stringify(inputs)}`),
      acquire: () => {
        const error = this.acquireErrors.shift();
        if (error) throw error;
        this.log.push("acquire");
      },
      track: (wait: Wait) => {
        this.tracked = wait;
        return { [Symbol.dispose]: () => void (this.tracked = undefined) };
      },
      beginHandback: () => ({ hasNews: this.handback !== undefined, end: () => this.handback }),
      check: () => this.checkRunning(),
      look: () => {
        this.whileAsked?.();
        this.whileAsked = undefined;
        return Promise.resolve();
      },
      isHidden: () => Promise.resolve(false),
      untold: (handback: Handback) => void this.untold.push(handback),
      heldBy: () => this.holder,
    };
    const signal = new AbortController().signal;
    // The audit, too, counts only the first.
    const allow = (): void => {
      if (!this.log.includes("allow")) this.log.push("allow");
    };
    const call = new Call(target, steps, { reader: "me", signal, allow, ...options });
    return call.run();
  }

  match(text: string): void {
    this.#match.fire({ wait: this.#lastWait, match: text });
  }

  refusePattern(message: string): void {
    this.#slowPattern.fire({ wait: this.#lastWait, message });
  }

  show(evidence: ScreenEvidence): void {
    this.#evidence.fire({ wait: this.#lastWait, evidence });
  }

  print(text: string): void {
    this.offset += text.length;
    this.#output.fire({ offset: this.offset, text });
  }

  look(look: AttentionLook): void {
    this.#looked.fire(look);
  }

  end(): void {
    this.exit = { code: 0 };
    this.#exited.fire(this.exit);
  }

  /** From now on the end of a wait is answered only after `before` has run. */
  beforeEndWait(before: () => void): void {
    this.#endWait = before;
  }

  #ask(name: string, { wait, ...params }: Record<string, unknown>): Promise<unknown> {
    const { follows, ...shown } = params;
    this.log.push(`${name} ${JSON.stringify(shown)}${follows === undefined ? "" : " follows"}`);
    if (name === "beginWait") this.#lastWait = Number(wait);
    if (name === "waitStart") return Promise.resolve({ offset: 80 });
    if (name === "checkpoint") return Promise.resolve({ offset: 0, prelude: "" });
    if (name === "restingPlace") return Promise.resolve({ lines: [this.screen.state.lastLine] });
    if (name === "render") return Promise.resolve({ text: "earlier" });
    if (name !== "endWait") return Promise.resolve({});
    this.#endWait?.();
    return Promise.resolve({ omittedLines: 0, offset: this.offset, unsent: false, ...this.news });
  }
}

let scene: Scene;
beforeEach(() => {
  vi.useFakeTimers();
  scene = new Scene();
});
afterEach(() => {
  expect(vi.getTimerCount(), "timers left behind").toBe(0);
  vi.useRealTimers();
});

/** Lets everything happen that needs no time. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe("steps", () => {
  test("a wait goes with the input before it: its baseline is there before anything is typed", async () => {
    const done = scene.call([line("make"), { wait: { pattern: "ok" } }]);
    await settle();
    expect(scene.log).toEqual([
      "acquire",
      'beginWait {"reader":"me","pattern":"ok","typed":"make\\r","evidence":false}',
      'type "make\\r"',
      "allow",
    ]);
    scene.match("ok");
    expect(await done).toEqual({ wait: { ended: "match", match: "ok", text: "news", omittedLines: 0, offset: 100 } });
    expect(scene.log.at(-1)).toBe('endWait {"limit":{"lines":100,"bytes":32768},"reader":"me","submitted":"make"}');
  });

  test("one whose pattern is too slow fails in words, and the steps after it are not taken", async () => {
    const alone = scene.call([line("make", { pattern: "(a+)+$" })]).catch((error: unknown) => error);
    await settle();
    scene.refusePattern("too slow");
    expect(await alone).toMatchObject({ code: "bad-request", message: "too slow" });
    const second = scene.call([line("one", { pattern: "1" }), line("two", { pattern: "(a+)+$" }), line("three")]);
    await settle();
    scene.match("1");
    await settle();
    scene.refusePattern("too slow");
    expect((await second).failed).toEqual({ step: 2, of: 3, error: "too slow" });
    expect(scene.log).not.toContain('type "three\\r"');
  });

  test("each is taken when the one before has ended, its wait follows the one before, and the lease is checked once for each", async () => {
    const done = scene.call([line("one", { pattern: "1" }), line("two"), line("three", { pattern: "3", maxLines: 5 })]);
    await settle();
    expect(scene.log).not.toContain('type "two\\r"');
    scene.match("1");
    await settle();
    expect(scene.log.slice(4)).toEqual([
      "acquire",
      'beginWait {"reader":"me","typed":"two\\r"} follows',
      'type "two\\r"',
      "acquire",
      'beginWait {"reader":"me","pattern":"3","typed":"three\\r","evidence":false} follows',
      'type "three\\r"',
    ]);
    scene.match("3");
    expect((await done).wait).toMatchObject({ ended: "match", match: "3" });
    expect(scene.log.filter((entry) => entry.startsWith("endWait"))).toEqual([
      'endWait {"limit":{"lines":5,"bytes":262144},"reader":"me","submitted":"three"}',
    ]);
  });

  test("that wait for nothing answer nothing and move no reader", async () => {
    expect(await scene.call([line("one"), line("two")])).toEqual({});
    expect(scene.log).toEqual([
      "acquire",
      'note "one\\r"',
      'type "one\\r"',
      "allow",
      "acquire",
      'note "two\\r"',
      'type "two\\r"',
    ]);
  });

  test("that cannot be typed at all are refused before anything is", () => {
    expect(() => checkSteps([line("fine"), { input: [{ key: "NoSuchKey" }] }])).toThrow(
      expect.objectContaining({ code: "bad-request" }),
    );
    expect(() => checkSteps([line("fine", { pattern: "(" })])).toThrow(expect.objectContaining({ code: "bad-request" }));
  });
});

describe("a question", () => {
  test("that nobody waited for stops a call in which a line follows", async () => {
    const done = scene.call([line("apt install x", { prompt: true }), line("ls", { prompt: true })]);
    await settle();
    scene.show(QUESTION);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toMatchObject({ wait: { ended: "input" }, failed: { step: 1, of: 2 } });
    expect(scene.log).not.toContain('type "ls\\r"');
  });

  test("that nobody waited for is answered by a step that plainly does, and the wait goes on after it", async () => {
    const done = scene.call([
      line("apt install x", { prompt: true, timeoutMs: 5000 }),
      line("y"),
      line("ls", { pattern: "done" }),
    ]);
    await settle();
    scene.screen.state.lastLine = QUESTION.lastLine;
    scene.show(QUESTION);
    await vi.advanceTimersByTimeAsync(1000);
    expect(scene.log).toContain('type "y\\r"');
    expect(scene.log).not.toContain('type "ls\\r"');
    scene.show({ ...QUESTION, before: "learned", line: "$ ", lastLine: "$" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(scene.log).toContain('type "ls\\r"');
    scene.match("done");
    expect((await done).failed).toBeUndefined();
  });

  test("that was waited for is answered by the next step", async () => {
    const done = scene.call([line("apt install x", { input: true }), line("y", { pattern: "done" })]);
    await settle();
    scene.show(QUESTION);
    await vi.advanceTimersByTimeAsync(1000);
    expect(scene.log).toContain('type "y\\r"');
    scene.match("done");
    expect((await done).failed).toBeUndefined();
  });

  test("does not stop keys: they are meant for whatever shows", async () => {
    const done = scene.call([line("apt install x", { prompt: true }), { input: [{ key: "Enter" }], wait: { pattern: "done" } }]);
    await settle();
    scene.show(QUESTION);
    await vi.advanceTimersByTimeAsync(1000);
    scene.match("done");
    expect((await done).failed).toBeUndefined();
  });
});

describe("while a person has the keyboard", () => {
  const takeOver = (): void => {
    scene.isClosed = true;
    scene.holder = "Ann";
  };

  test("all that the call would type is parked, and nothing else happens", async () => {
    takeOver();
    const steps = [line("one", { pattern: "1" }), { wait: { prompt: true } }, line("two")];
    const outcome = { ended: "parked", text: "", omittedLines: 0, offset: 100, heldBy: "Ann" };
    expect(await scene.call(steps, { ifHeld: "park" })).toEqual({ wait: outcome });
    expect(scene.log).toEqual(['park [[{"text":"one\\r"}],[{"text":"two\\r"}]]', "allow"]);
  });

  test("a call that types nothing is not parked", async () => {
    takeOver();
    const done = scene.call([{ wait: { pattern: "1" } }], { ifHeld: "park" });
    await settle();
    scene.match("1");
    expect((await done).wait?.ended).toBe("match");
  });

  test("a takeover while the terminal is asked is seen: the input is parked, or waits for its turn", async () => {
    scene.whileAsked = takeOver;
    expect((await scene.call([line("one")], { ifHeld: "park" })).wait?.ended).toBe("parked");
    expect(scene.log).not.toContain("acquire");
    scene.isClosed = false;
    scene.log.length = 0;
    scene.whileAsked = takeOver;
    await scene.call([line("two")], { ifHeld: "wait" });
    expect(scene.log).toEqual(["turn", "turn", "acquire", expect.stringContaining("note") as string, 'type "two\\r"', "allow"]);
  });
});

describe("failures", () => {
  const held = new HostError("lease-held", "You have the keyboard");
  const blocked = new HostError("input-blocked", "It does not read");

  test("of the lease at the first step refuse the call, which has had no effect", async () => {
    scene.acquireErrors.push(held);
    await expect(scene.call([line("one", { pattern: "1" })])).rejects.toBe(held);
    expect(scene.log).toEqual([]);
  });

  test("of the first input reject, and leave no wait behind", async () => {
    scene.writeErrors.push(blocked);
    await expect(scene.call([line("one", { pattern: "1" })])).rejects.toBe(blocked);
    await settle();
    expect(scene.log.at(-1), "unread: no reader is moved").toBe('endWait {"limit":{"lines":100,"bytes":32768}}');
  });

  test("of a call do not lose the notice of what a person did", async () => {
    const handback: Handback = { by: "Ann", typed: "y\r", hidden: false };
    scene.handback = handback;
    scene.writeErrors.push(blocked);
    await expect(scene.call([line("one", { pattern: "1" })])).rejects.toBe(blocked);
    expect(scene.untold).toEqual([handback]);
    expect((await scene.call([line("two")])).wait?.handback).toEqual(handback);
    expect(scene.untold, "an answer tells it").toHaveLength(1);
  });

  test.each([
    { what: "the lease", acquireErrors: [undefined, held], writeErrors: [] },
    { what: "the input", acquireErrors: [], writeErrors: [undefined, held] },
  ])("of $what at a later step are in the answer, with what is new until then", async ({ acquireErrors, writeErrors }) => {
    scene.acquireErrors.push(...acquireErrors);
    scene.writeErrors.push(...writeErrors);
    const done = scene.call([line("one", { pattern: "1" }), line("two", { pattern: "2" }), line("three")]);
    await settle();
    scene.match("1");
    expect(await done).toMatchObject({
      wait: { ended: "match", match: "1", text: "news" },
      failed: { step: 2, of: 3, error: held.message },
    });
    expect(scene.log).not.toContain('type "three\\r"');
  });

  test("do not come of a pause, which ends with its time", async () => {
    const pause = { wait: { timeoutMs: 50 } };
    const done = scene.call([line("one", { pattern: "1" }), pause, line("two"), pause]);
    await settle();
    scene.match("1");
    await vi.advanceTimersByTimeAsync(50);
    expect(scene.log).toContain('type "two\\r"');
    await vi.advanceTimersByTimeAsync(50);
    const outcome = await done;
    expect(outcome).toMatchObject({ wait: { ended: "timeout" } });
    expect(outcome).not.toHaveProperty("failed");
    const cut = scene.call([pause, line("three")], { timeoutMs: 20 });
    await vi.advanceTimersByTimeAsync(20);
    expect(await cut, "the time for all steps is over").toMatchObject({ failed: { step: 1, of: 2 } });
  });

  test("of time are told by step, and a single step just says timeout", async () => {
    const several = scene.call([line("one", { pattern: "1", timeoutMs: 50 }), line("two")]);
    await vi.advanceTimersByTimeAsync(50);
    expect(await several).toMatchObject({ wait: { ended: "timeout" }, failed: { step: 1, of: 2 } });
    const single = scene.call([line("one", { pattern: "1", timeoutMs: 50 })]);
    await vi.advanceTimersByTimeAsync(50);
    const outcome = await single;
    expect(outcome.wait?.ended).toBe("timeout");
    expect(outcome.failed).toBeUndefined();
  });

  test("is quiet only where nothing has gathered that the host reads later", async () => {
    const done = scene.call([line("make", { quietMs: 50 })]);
    await settle();
    scene.gathered = ["compiling a", "compiling b", undefined];
    await vi.advanceTimersByTimeAsync(3 * 50);
    expect(scene.gathered).toEqual([]);
    let isOver = false;
    void done.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(49);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await done).wait?.ended).toBe("quiet");
  });

  test("of the time for all steps together end whichever step is on", async () => {
    const done = scene.call([line("one", { quietMs: 80 }), line("two", { pattern: "2" })], { timeoutMs: 100 });
    await vi.advanceTimersByTimeAsync(99);
    expect(scene.log).toContain('type "two\\r"');
    await vi.advanceTimersByTimeAsync(1);
    expect(await done).toMatchObject({ wait: { ended: "timeout" }, failed: { step: 2, of: 2 } });
  });
});

describe("the news", () => {
  test("begin with what a person did, from where this reader's last wait ended", async () => {
    scene.handback = { by: "You", typed: "ls\r", hidden: false };
    const done = scene.call([line("one", { pattern: "1" })]);
    await settle();
    expect(scene.log.slice(0, 4)).toEqual([
      "acquire",
      'beginWait {"reader":"me","own":true,"asSeen":true}',
      'beginWait {"reader":"me","pattern":"1","typed":"one\\r","evidence":false} follows',
      'type "one\\r"',
    ]);
    scene.match("1");
    expect((await done).wait?.handback).toEqual(scene.handback);
  });

  test("of a hand-back are told even if nothing is waited for", async () => {
    scene.handback = { by: "You", typed: "", hidden: true };
    expect(await scene.call([line("one")])).toMatchObject({ wait: { ended: "sent", handback: scene.handback } });
  });

  test("since an offset begin at the baseline that the screen has, with what came before it", async () => {
    const done = scene.call([{ wait: { pattern: "x" } }], { since: 60 });
    await settle();
    expect(scene.log).toContain('waitStart {"since":60}');
    expect(scene.log.at(-2)).toContain('"since":80,"earlier":{"text":"earlier"');
    expect(scene.log.at(-1), "the row does not wait for the end").toBe("allow");
    scene.match("x");
    expect((await done).wait?.ended).toBe("match");
    expect(scene.log).not.toContain("acquire");
  });

  test("say that a takeover has ended the wait, and who holds the lease", async () => {
    const done = scene.call([line("one", { pattern: "1" })]);
    await settle();
    scene.holder = "You";
    scene.tracked?.handleLease(true);
    expect((await done).wait).toMatchObject({ ended: "takeover", heldBy: "You" });
    expect(scene.tracked).toBeUndefined();
  });

  test("have a match in the last output before the exit", async () => {
    const done = scene.call([line("one", { pattern: "bye" })]);
    await settle();
    scene.beforeEndWait(() => scene.match("bye"));
    scene.end();
    expect((await done).wait).toMatchObject({ ended: "match", match: "bye", exit: { code: 0 } });
  });

  test("say that what was submitted stands unsent, and nothing otherwise", async () => {
    const submit = { input: [{ submit: "hello" }] };
    const sent = scene.call([submit]);
    await vi.advanceTimersByTimeAsync(40);
    expect(await sent).toEqual({});
    scene.news = { text: "> hello", unsent: true };
    const unsent = scene.call([submit]);
    await vi.advanceTimersByTimeAsync(40);
    expect((await unsent).wait).toMatchObject({ ended: "quiet", unsent: true });
  });
});

describe("a wait for a state", () => {
  const WAITING = { state: "waiting", reason: "asks" } as const;
  const begin = (): Promise<CallOutcome> => scene.call([line("y", { state: ["waiting"], timeoutMs: 5000 })]);

  test("is not ended by a look that began before its input, however late that comes", async () => {
    const before = { ...WAITING, offset: scene.offset, begunAtMs: performance.now() };
    const done = begin();
    await settle();
    scene.print("y\r\n");
    scene.look(before);
    await vi.advanceTimersByTimeAsync(1000);
    scene.look(before);
    await vi.advanceTimersByTimeAsync(4000);
    expect((await done).wait?.ended).toBe("timeout");
  });

  test("is ended by a look at what came after its input", async () => {
    const done = begin();
    await settle();
    scene.print("y\r\n");
    scene.look({ ...WAITING, offset: scene.offset, begunAtMs: performance.now() });
    expect((await done).wait?.ended).toBe("state");
  });

  test("is ended by a look at a program that shows nothing for its input, when that had time to work", async () => {
    const done = begin();
    await settle();
    scene.look({ ...WAITING, offset: scene.offset, begunAtMs: performance.now() + 200 });
    await settle();
    expect(scene.tracked).toBeDefined();
    scene.look({ ...WAITING, offset: scene.offset, begunAtMs: performance.now() + 400 });
    expect((await done).wait?.ended).toBe("state");
  });
});
