/**
 * Waiting without races: the baseline is taken before the input is written,
 * and the first of several things ends the wait. A time-out is an outcome, not
 * an error.
 */
import { HostError, messageOf } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import { DEFAULT_WAIT_MS, type WaitCondition, type WaitOutcome } from "../../shared/protocol.ts";
import type { Session } from "../sessions/session.ts";

/** The longest result; the lines before it are counted, not sent. */
const MAX_LINES = 200;

let nextWatch = 1;

export type WaitOptions = {
  readonly until: WaitCondition;
  /** What is about to be typed; absent when the wait follows what was typed before. */
  readonly typed?: string;
  /** Whose wait it is, for where the next one begins. */
  readonly reader: string;
  readonly signal: AbortSignal;
};

export class Wait {
  readonly #session: Session;
  readonly #options: WaitOptions;
  readonly #watch = nextWatch++;
  readonly #store = new DisposableStore();
  #match: string | undefined;
  #settle: ((ended: WaitOutcome["ended"]) => void) | undefined;
  #quietTimer: NodeJS.Timeout | undefined;
  readonly #ended: Promise<WaitOutcome["ended"]>;

  /** Takes the baseline; write the input next, then `await outcome()`. Throws `bad-request` for a bad pattern. */
  constructor(session: Session, options: WaitOptions) {
    this.#session = session;
    this.#options = options;
    checkPattern(options.until.pattern);
    this.#ended = new Promise((resolve) => (this.#settle = resolve));
    session.flush();
    this.#subscribe();
    this.#startWatch();
  }

  /** A person took the keyboard: whoever typed should hear of it now. */
  takenOver(): void {
    this.#settle?.("takeover");
  }

  /** Forgets the wait without an outcome: the input could not be written. */
  abandon(): void {
    void this.#finish().catch(() => {});
  }

  async outcome(): Promise<WaitOutcome> {
    const ended = await this.#ended;
    this.#session.flush();
    const { text, omittedLines, offset, hiddenText } = await this.#finish();
    const match = this.#match;
    const { exit } = this.#session;
    return {
      // The last output before an exit is still searched: a match there counts first.
      ended: match === undefined ? ended : "match",
      ...(match !== undefined && { match }),
      text,
      omittedLines,
      offset,
      ...(exit && { exit }),
      ...(hiddenText && { hiddenText }),
    };
  }

  #subscribe(): void {
    const { until, signal } = this.#options;
    const session = this.#session;
    this.#store.add(
      session.screen.onMatch(({ watch, match }) => {
        if (watch === this.#watch) this.#found(match);
      }),
    );
    this.#store.add(session.screen.onReset(() => this.#settle?.("timeout")));
    this.#store.add(session.onExit(() => this.#settle?.("exit")));
    const timeout = setTimeout(() => this.#settle?.("timeout"), until.timeoutMs ?? DEFAULT_WAIT_MS);
    this.#store.add({ [Symbol.dispose]: () => clearTimeout(timeout) });
    signal.addEventListener("abort", () => this.#settle?.("cancelled"), { once: true });
    if (signal.aborted) this.#settle?.("cancelled");
    if (session.exit) this.#settle?.("exit");
    if (until.quietMs !== undefined) this.#watchForQuiet(until.quietMs);
  }

  #watchForQuiet(quietMs: number): void {
    const restart = (): void => {
      clearTimeout(this.#quietTimer);
      this.#quietTimer = setTimeout(() => this.#settle?.("quiet"), quietMs);
    };
    restart();
    this.#store.add(this.#session.onOutput(restart));
    this.#store.add({ [Symbol.dispose]: () => clearTimeout(this.#quietTimer) });
  }

  #startWatch(): void {
    const { until, typed, reader } = this.#options;
    const params = {
      watch: this.#watch,
      reader,
      ...(until.pattern !== undefined && { pattern: until.pattern }),
      ...(typed !== undefined && { typed }),
    };
    this.#session.screen.ask("startWatch", params).then(
      ({ match }) => match !== undefined && this.#found(match),
      () => this.#settle?.("timeout"),
    );
  }

  #found(match: string): void {
    this.#match ??= match;
    this.#settle?.("match");
  }

  async #finish(): Promise<Pick<WaitOutcome, "text" | "omittedLines" | "offset" | "hiddenText">> {
    try {
      const params = { watch: this.#watch, maxLines: MAX_LINES, reader: this.#options.reader };
      return await this.#session.screen.ask("endWatch", params);
    } catch {
      return { text: "", omittedLines: 0, offset: this.#session.offset };
    } finally {
      this.#store[Symbol.dispose]();
    }
  }
}

/** Throws `bad-request` for a pattern that is none. */
export function checkPattern(pattern: string | undefined): void {
  if (pattern === undefined) return;
  try {
    // Only compiled here; it runs in the screen's worker, where a slow one harms nobody else.
    new RegExp(pattern, "m");
  } catch (error) {
    throw new HostError("bad-request", `${messageOf(error)}. The pattern is a JavaScript regular expression`);
  }
}
