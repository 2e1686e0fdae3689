/** How one step of a call types: in its turn, and checked right before the terminal gets it. */
import { setTimeout as pause } from "node:timers/promises";
import { isSignalInput } from "../../../shared/key-sequences.ts";
import type { InputPart } from "../../../shared/protocol.ts";
import { isAtWork } from "../../prompt/prompt-detector.ts";
import { cancelledError } from "./call-queue.ts";
import type { CallTarget, CallTurn } from "./call-target.ts";
import { rawText, SIGNAL_AFTER_MS } from "./input-chunks.ts";
import { hasNoClicks, type ReadyPart, withClicksAimed } from "./clicks.ts";
import { writeInput } from "./write-input.ts";

const LOOK_EVERY_MS = 10;
/** A program that is seen at work so often in a row has read what was typed before: it is no longer about to. */
const LOOKS_AT_WORK = 2;

export type StepTypingOptions = {
  /** It waits until the client may type. Others are refused where it may not. */
  readonly isPatient: boolean;
  /** The call has been given up, or its client's access was taken back: nothing more is typed. */
  readonly signal: AbortSignal;
  /** On the clock of `performance.now`: until when it waits for its turn. Undefined: as long as it takes. */
  readonly endsAt: number | undefined;
};

/**
 * Resolves when the program has read what was typed right before this input, if the input is C-c or its like: a terminal
 * forgets at these keys what has not been read. A program that reads on may have read it, or not: nobody can tell.
 */
export async function untilRead({ session }: CallTarget, input: readonly InputPart[]): Promise<void> {
  if (!isSignalInput(rawText(input))) return;
  const until = performance.now() + SIGNAL_AFTER_MS;
  for (let looks = 0; looks < LOOKS_AT_WORK && performance.now() < until && session.exit === undefined;) {
    await pause(LOOK_EVERY_MS);
    looks = session.isInputTaken && isAtWork(session.pid) ? looks + 1 : 0;
  }
}

/** Has a place in the queue of the session from its making until the input is in the terminal's queue, or until it is disposed. */
export class StepTyping implements Disposable {
  readonly #target: CallTarget;
  readonly #input: readonly InputPart[];
  readonly #options: StepTypingOptions;
  readonly #turn: CallTurn;
  #ready: readonly ReadyPart[] = [];
  #missed: { readonly error: unknown } | undefined;

  constructor(target: CallTarget, input: readonly InputPart[], options: StepTypingOptions) {
    this.#target = target;
    this.#input = input;
    this.#options = options;
    this.#turn = target.joinQueue(options.isPatient);
  }

  /**
   * Resolves when all that the client has sent before is typed, and a patient client
   * may type. `instead` is asked whenever the client may have lost the keyboard: what
   * it answers ends the waiting. Rejects with what keeps the turn from coming, and with
   * `bad-request` for a click that hits nothing.
   */
  async untilTurn<T>(instead: () => T | undefined): Promise<T | undefined> {
    const { signal, endsAt = Number.POSITIVE_INFINITY } = this.#options;
    // While the screen is asked where to click, and the terminal whether it hides input, a person may take the lease.
    do {
      await this.#turn.whenTurn({ timeoutMs: Math.max(0, endsAt - performance.now()), signal });
      const answer = instead();
      if (answer !== undefined) return answer;
      await this.#aim();
      await this.#target.look();
    } while (!this.#turn.isTurn);
    return instead();
  }

  /** Makes the client the driver. Throws what keeps it from typing. Call `write` before anything else can happen: another client could acquire the lease. */
  acquire(): void {
    if (this.#options.signal.aborted) throw cancelledError();
    this.#target.check(this.#input);
    this.#target.acquire(rawText(this.#input));
    if (this.#missed) throw this.#missed.error;
  }

  /** Resolves when the terminal has taken the input. It has its place in the terminal's queue when this returns. */
  write(): Promise<void> {
    const { session, client } = this.#target;
    const written = writeInput(session, client, this.#ready);
    this[Symbol.dispose]();
    return written;
  }

  /** A click is aimed when the terminal has taken what came before it, which may change the screen. That it misses is told to those alone who may type. */
  async #aim(): Promise<void> {
    const { session } = this.#target;
    this.#missed = undefined;
    if (hasNoClicks(this.#input)) {
      this.#ready = this.#input;
      return;
    }
    while (!session.isInputTaken && !this.#options.signal.aborted) await pause(LOOK_EVERY_MS);
    try {
      // The screen may be slow to answer; nobody waits for a click that is given up.
      this.#ready = (await unlessAborted(withClicksAimed(session, this.#input), this.#options.signal)) ?? [];
    } catch (error) {
      this.#missed = { error };
    }
  }

  [Symbol.dispose](): void {
    this.#turn[Symbol.dispose]();
  }
}

/** Resolves with undefined as soon as `signal` aborts. */
async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let giveUp = (): void => {};
  const givenUp = new Promise<undefined>((resolve) => (giveUp = () => resolve(undefined)));
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  return Promise.race([result, givenUp]).finally(() => signal.removeEventListener("abort", giveUp));
}
