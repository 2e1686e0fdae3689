/**
 * Waiting without races: the baseline is taken before the input is written,
 * and the first of several things ends the wait. A time-out is an outcome, not
 * an error.
 */
import type { ScreenWaitOptions } from "../../screens/screen-types.ts";
import { HostError, messageOf } from "../../../shared/errors.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import { waitPattern } from "../../../shared/patterns.ts";
import { DEFAULT_WAIT_MS, type WaitCondition, type WaitOutcome } from "../../../shared/protocol.ts";
import type { Session } from "../../sessions/session.ts";
import { PromptDetector } from "../../prompt/prompt-detector.ts";
import { RemoteWait } from "./remote-wait.ts";
import { renderOutput } from "../read-output.ts";

/** Output before the place where a wait begins that is rendered for it, the latest. */
const MAX_EARLIER = 512 * 1024;

export type Ended = WaitOutcome["ended"];

/** Where on the screen a wait begins that counts from an offset, and what came between the two. */
export type WaitStart = Required<Pick<ScreenWaitOptions, "since" | "earlier">>;

/** Finds the place for a wait that counts from `offset` on. */
export async function waitStartSince(session: Session, offset: number): Promise<WaitStart> {
  session.flush();
  const { offset: since } = await session.screen.ask("waitStart", { since: offset });
  const from = Math.max(offset, since - MAX_EARLIER);
  return { since, earlier: from < since ? await renderOutput(session, from, since - from) : { text: "" } };
}

export type WaitOptions = {
  readonly until: WaitCondition;
  /** No longer than this, whatever `until` says. */
  readonly limitMs?: number | undefined;
  /** What is about to be typed; absent when the wait follows what was typed before. */
  readonly typed?: string | undefined;
  /** Whose wait it is, for where the next one begins. */
  readonly reader: string;
  readonly signal: AbortSignal;
  /** The wait of the step before. */
  readonly follows?: RemoteWait | undefined;
  /** The next step types a line, which is meant for a prompt: a wait for one ends at a question, too, as `input`. */
  readonly lineFollows?: boolean;
  /** Where it begins, when not where the last input or this reader's last wait was. */
  readonly start?: WaitStart | undefined;
};

export class Wait implements Disposable {
  readonly remote: RemoteWait;
  readonly ended: Promise<Ended>;
  readonly #session: Session;
  readonly #options: WaitOptions;
  readonly #store = new DisposableStore();
  readonly #prompts: PromptDetector | undefined;
  #match: string | undefined;
  #settle: (ended: Ended) => void = () => {};
  #quietTimer: NodeJS.Timeout | undefined;

  /** Takes the baseline; write the input next, say so with `written`, then await `ended`. Throws `bad-request` for a bad pattern. */
  constructor(session: Session, options: WaitOptions) {
    const { until, typed, reader, follows, start, lineFollows = false } = options;
    checkPattern(until.pattern);
    this.#session = session;
    this.#options = options;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    const wantsEvidence = until.prompt === true || until.input === true;
    this.remote = new RemoteWait(session, {
      reader,
      ...(until.pattern !== undefined && { pattern: until.pattern }),
      ...(typed !== undefined && { typed }),
      ...(follows && { follows: follows.id }),
      ...start,
      evidence: wantsEvidence,
    });
    if (wantsEvidence) {
      this.#prompts = this.#store.add(
        new PromptDetector(session, {
          wait: this.remote.id,
          typed: typed !== undefined,
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

  /** What was to be typed has been. */
  written(): void {
    this.#prompts?.begin();
  }

  /** A person took the keyboard, so whoever typed should hear of it now; or handed it back. */
  handleLease(isTakeover: boolean): void {
    if (isTakeover) this.#settle("takeover");
    else if (this.#options.until.lease) this.#settle("lease");
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
    this.remote.begun.then(
      ({ match }) => match !== undefined && this.#handleMatch(match),
      () => this.#settle("timeout"),
    );
    this.#store.add(session.screen.onReset(() => this.#settle("timeout")));
    this.#store.add(session.onExit(() => this.#settle("exit")));
    const timeoutMs = Math.min(until.timeoutMs ?? DEFAULT_WAIT_MS, limitMs ?? Number.POSITIVE_INFINITY);
    const timeout = setTimeout(() => this.#settle("timeout"), Math.max(0, timeoutMs));
    this.#store.add({ [Symbol.dispose]: () => clearTimeout(timeout) });
    const abort = (): void => this.#settle("cancelled");
    signal.addEventListener("abort", abort, { once: true });
    this.#store.add({ [Symbol.dispose]: () => signal.removeEventListener("abort", abort) });
    if (signal.aborted) abort();
    if (session.exit) this.#settle("exit");
    if (until.quietMs !== undefined) this.#watchForQuiet(until.quietMs);
  }

  #watchForQuiet(quietMs: number): void {
    const restart = (): void => {
      clearTimeout(this.#quietTimer);
      this.#quietTimer = setTimeout(() => this.#settle("quiet"), quietMs);
    };
    restart();
    this.#store.add(this.#session.onOutput(restart));
    this.#store.add({ [Symbol.dispose]: () => clearTimeout(this.#quietTimer) });
  }

  #handleMatch(match: string): void {
    this.#match ??= match;
    this.#settle("match");
  }
}

/** Throws `bad-request` for a pattern that is none. */
export function checkPattern(pattern: string | undefined): void {
  if (pattern === undefined) return;
  try {
    // Only compiled here; it runs in the screen's worker, where a slow one harms nobody else.
    waitPattern(pattern);
  } catch (error) {
    throw new HostError("bad-request", `${messageOf(error)}. The pattern is a JavaScript regular expression`);
  }
}
