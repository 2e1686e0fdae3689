/**
 * A wait without races: its baseline is taken before the input is written, and
 * the first of several events ends it. A timeout is an outcome, not an error.
 */
import type { ScreenWaitOptions } from "../../screens/screen-types.ts";
import { HostError, messageOf } from "../../../shared/errors.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import { compilePattern } from "../../../shared/patterns.ts";
import { type Attention, DEFAULT_WAIT_MS, type WaitCondition, type WaitOutcome } from "../../../shared/protocol.ts";
import type { AttentionWatch } from "../../attention/attention.ts";
import type { CalledSession } from "./called-session.ts";
import { PromptDetector } from "../../prompt/prompt-detector.ts";
import { RemoteWait } from "./remote-wait.ts";
import { renderOutput } from "../read-output.ts";

/** The most output, in UTF-16 units, that is rendered for a wait because it came before the wait's baseline. */
const MAX_EARLIER = 512 * 1024;

export type Ended = WaitOutcome["ended"];

/** For a wait that counts from an offset: where its baseline on the screen is, and the text between the two. */
export type WaitStart = Required<Pick<ScreenWaitOptions, "since" | "earlier">>;

/** Finds the baseline of a wait that counts from `offset` on. */
export async function waitStartSince(session: CalledSession, offset: number): Promise<WaitStart> {
  session.flush();
  const { offset: since } = await session.screen.ask("waitStart", { since: offset });
  const from = Math.max(offset, since - MAX_EARLIER);
  return { since, earlier: from < since ? await renderOutput(session, { since: from, limit: since - from }) : { text: "" } };
}

/** What the session needs from a person, as a wait for a state sees it. */
export type WatchedAttention = Pick<AttentionWatch, "current" | "onLooked" | "look">;

/** Input has changed the state, or will not any more, when this time has passed without output. */
const REACTION_MS = 300;

export type WaitOptions = {
  readonly attention: WatchedAttention;
  readonly until: WaitCondition;
  /** The wait lasts no longer than this, whatever `until` says. */
  readonly limitMs?: number | undefined;
  /** What is about to be typed. Absent when the wait is for what comes of earlier input. */
  readonly typed?: string | undefined;
  /** The same as the keyboard would send it, with keys that are no text. */
  readonly keys?: string | undefined;
  /** Whose wait it is: the reader's next wait begins where this one ends. */
  readonly reader: string;
  readonly signal: AbortSignal;
  /** The wait of the step before. */
  readonly follows?: RemoteWait | undefined;
  /** A later step types a line, which is meant for a prompt. So a wait for a prompt ends at a question, too, as `input`. */
  readonly lineFollows?: boolean;
  /** It begins a call that is told as a person would see it. */
  readonly asSeen?: boolean;
  /** Another step follows. */
  readonly goesOn?: boolean;
  /** Steps are to stop when this pattern comes. */
  readonly stopOn?: string | undefined;
  /** Where the wait begins, if not at the last input or at the end of this reader's last wait. */
  readonly start?: WaitStart | undefined;
};

/** The wait of one step: begun once what the step types is on its way, and over when the first of its conditions comes true. */
export class Wait implements Disposable {
  readonly remote: RemoteWait;
  /** Rejects with `bad-request` when the pattern is too slow. */
  readonly ended: Promise<Ended>;
  readonly #session: CalledSession;
  readonly #options: WaitOptions;
  readonly #store = new DisposableStore();
  readonly #prompts: PromptDetector | undefined;
  #match: string | undefined;
  #settle: (ended: Ended) => void = () => {};
  #fail: (error: HostError) => void = () => {};
  #quietTimer: NodeJS.Timeout | undefined;

  /** Takes the baseline. Write the input next, then call `begin`, then await `ended`. */
  constructor(session: CalledSession, options: WaitOptions) {
    const { until, typed, keys, reader, follows, stopOn, start, asSeen = false, goesOn = false, lineFollows = false } = options;
    this.#session = session;
    this.#options = options;
    this.ended = new Promise((resolve, reject) => ([this.#settle, this.#fail] = [resolve, reject]));
    // The wait may be given up before anybody awaits its end.
    this.ended.catch(() => {});
    const wantsEvidence = until.prompt === true || until.input === true;
    this.remote = new RemoteWait(session, {
      reader,
      ...(until.pattern !== undefined && { pattern: until.pattern }),
      ...(typed !== undefined && { typed }),
      ...(follows && { follows: follows.id }),
      ...(asSeen && { asSeen }),
      ...(goesOn && { goesOn }),
      ...(stopOn !== undefined && { stopOn }),
      ...start,
      evidence: wantsEvidence,
    });
    if (wantsEvidence) {
      this.#prompts = this.#store.add(
        new PromptDetector(session, {
          wait: this.remote.id,
          typed: typed !== undefined,
          ...(keys !== undefined && { keys }),
          prompt: until.prompt === true,
          input: until.input === true,
          lineFollows,
          settle: (kind) => this.#settle(kind),
        }),
      );
    }
    this.#subscribe();
  }

  /** The text the pattern matched. */
  get match(): string | undefined {
    return this.#match;
  }

  /** The input, if there is any, has been written. */
  begin(): void {
    this.#prompts?.begin();
    const { until } = this.#options;
    if (until.state && !this.#store.isDisposed) this.#watchState(until.state);
  }

  /** A person has taken the lease, which ends the wait of automation, or has handed it back. */
  handleLease(isTakeover: boolean): void {
    if (isTakeover) this.#settle("takeover");
    else if (this.#options.until.lease) this.#settle("lease");
  }

  /** A person has frozen the program, or halted the agents: there is nothing to wait for. */
  handleStandstill(): void {
    this.#settle("takeover");
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #subscribe(): void {
    const { until, signal, limitMs } = this.#options;
    const session = this.#session;
    this.#store.add(
      session.screen.onMatch(({ wait, match }) => {
        if (wait === this.remote.id) this.#handleMatch(match);
      }),
    );
    this.#store.add(
      session.screen.onSlowPattern(({ wait, message }) => {
        if (wait === this.remote.id) this.#fail(new HostError("bad-request", message));
      }),
    );
    this.remote.begun.then(
      ({ match }) => match !== undefined && this.#handleMatch(match),
      () => this.#settle("timeout"),
    );
    this.#store.add(session.screen.onReset(() => this.#settle("timeout")));
    this.#store.add(session.onExit(() => this.#handleExit()));
    const timeoutMs = Math.min(until.timeoutMs ?? DEFAULT_WAIT_MS, limitMs ?? Number.POSITIVE_INFINITY);
    const timeout = setTimeout(() => this.#settle("timeout"), Math.max(0, timeoutMs));
    this.#store.add({ [Symbol.dispose]: () => clearTimeout(timeout) });
    const abort = (): void => this.#settle("cancelled");
    signal.addEventListener("abort", abort, { once: true });
    this.#store.add({ [Symbol.dispose]: () => signal.removeEventListener("abort", abort) });
    if (signal.aborted) abort();
    if (session.exit) this.#handleExit();
    if (until.quietMs !== undefined) this.#watchForQuiet(until.quietMs);
  }

  /** A look counts when it began after what was typed can have had an effect. A busy machine may end it much later. */
  #watchState(states: readonly Attention["state"][]): void {
    const { attention, typed } = this.#options;
    const { offset } = this.#session;
    const settledAtMs = performance.now() + REACTION_MS;
    this.#store.add(
      attention.onLooked((look) => {
        const mayBeOld = typed !== undefined && look.offset <= offset && look.begunAtMs < settledAtMs;
        if (mayBeOld) attention.look(Math.max(0, settledAtMs - performance.now()) + 1);
        else if (states.includes(look.state)) this.#settle("state");
      }),
    );
    attention.look();
  }

  /** What a busy program prints is read every few milliseconds, so what has come since is read before it counts as quiet. */
  #watchForQuiet(quietMs: number): void {
    const session = this.#session;
    const restart = (): void => {
      if (this.#store.isDisposed) return;
      clearTimeout(this.#quietTimer);
      this.#quietTimer = setTimeout(settle, quietMs);
    };
    const settle = (): void => {
      const { offset } = session;
      const isAll = session.drain();
      // Output has restarted it, or has ended the wait.
      if (session.offset !== offset) return;
      if (isAll) this.#settle("quiet");
      else restart();
    };
    restart();
    this.#store.add(this.#session.onOutput(restart));
    this.#store.add({ [Symbol.dispose]: () => clearTimeout(this.#quietTimer) });
  }

  /** The program's last output is still searched: a match in it came before the exit. Nothing else ends the wait any more. */
  #handleExit(): void {
    const settle = this.#settle;
    const { attention, until } = this.#options;
    // Who has waited for a state that programs end in has got it.
    const end = until.state?.includes(attention.current.state) === true ? "state" : "exit";
    if (until.pattern === undefined) return settle(end);
    this.#settle = (ended) => {
      if (ended === "match" || ended === "cancelled") settle(ended);
    };
    void this.remote.searched().then(() => settle(end));
  }

  #handleMatch(match: string): void {
    this.#match ??= match;
    this.#settle("match");
  }
}

/** Throws `bad-request` for a pattern that does not compile. */
export function checkPattern(pattern: string | undefined): void {
  if (pattern === undefined) return;
  try {
    // It is only compiled here. It runs in the screen's worker, within a budget.
    compilePattern(pattern);
  } catch (error) {
    throw new HostError("bad-request", `${messageOf(error)}. The pattern is a JavaScript regular expression`);
  }
}
