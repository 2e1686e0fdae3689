/** A call of `run`: it waits for its turn, runs the command, and tells what a person has done. */
import type { IfHeld } from "../../../shared/if-held.ts";
import { DEFAULT_WAIT_MS, type RunOutcome } from "../../../shared/protocol.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import type { CallTarget, CallTurn } from "./call-target.ts";
import { HadKeyboard } from "./command-run.ts";
import type { Handback, HandbackReading } from "./handback-notices.ts";
import { checkCommand, runInShell, type RunOptions } from "./shell-command.ts";
import type { WaitingLine } from "./waiting-line.ts";

/** What a command needs beside what every call needs. */
export type RunPlace = {
  readonly session: Session;
  readonly target: CallTarget;
  /** Undefined for a session whose shell marks nothing. */
  readonly marks: CommandMarks | undefined;
  /** The commands that wait for the same prompt. */
  readonly commands: WaitingLine;
  readonly reader: string;
  /** Throws what keeps the client from typing anything: `lease-held`, `session-frozen` or `agents-halted`. */
  readonly checkOpen: () => void;
  /** Throws `lease-held` where something that is parked would be typed before the command. */
  readonly checkNothingComesFirst: () => void;
};

export type RunCallOptions = RunOptions & { readonly ifHeld?: IfHeld | undefined };

/**
 * With `ifHeld`, it waits for its turn, and for the next one where a person takes the keyboard before the command is typed.
 * Rejects as `checkCommand` and `runInShell` do.
 */
export async function runCommand(place: RunPlace, options: RunCallOptions): Promise<RunOutcome> {
  const { command, ifHeld, signal, timeoutMs = DEFAULT_WAIT_MS } = options;
  checkCommand(command, place.marks);
  const endsAt = performance.now() + timeoutMs;
  const leftMs = (): number => Math.max(0, endsAt - performance.now());
  const isPatient = ifHeld === "wait";
  for (;;) {
    using turn = place.target.joinQueue(isPatient);
    await turn.whenTurn({ signal, ...(isPatient && { timeoutMs: leftMs() }) });
    const attempt = new RunAttempt(place, turn);
    try {
      return await attempt.run({ ...options, timeoutMs: leftMs() });
    } catch (error) {
      const isHeld = place.target.isClosed() || error instanceof HadKeyboard;
      if (!isPatient || attempt.hasTyped || !isHeld || leftMs() === 0) throw error;
    }
  }
}

class RunAttempt {
  readonly #place: RunPlace;
  readonly #turn: CallTurn;
  #reading: HandbackReading | undefined;

  constructor(place: RunPlace, turn: CallTurn) {
    this.#place = place;
    this.#turn = turn;
  }

  /** The client has the keyboard for its command. */
  get hasTyped(): boolean {
    return this.#reading !== undefined;
  }

  async run(options: RunOptions): Promise<RunOutcome> {
    const { session, target, marks, commands, reader, checkOpen } = this.#place;
    using line = commands.join();
    const acquire = (typed: string): void => this.#acquire(typed);
    const endTurn = (): void => this.#turn[Symbol.dispose]();
    let outcome: RunOutcome | undefined;
    try {
      outcome = await runInShell({ ...target, session, marks, reader, checkOpen, acquire, endTurn, line }, options);
      const isHidden = outcome.ended === "input" && (await target.isHidden());
      if (isHidden) outcome = { ...outcome, hidden: true };
    } finally {
      const handback = this.#reading?.end();
      // Nobody reads the answer to a request that was given up.
      if (outcome && !options.signal.aborted) outcome = withHandback(outcome, handback);
      else if (handback) target.untold(handback);
    }
    return outcome;
  }

  #acquire(typed: string): void {
    const { target, checkNothingComesFirst } = this.#place;
    // The shell would run that, and it would be told as what became of this command.
    checkNothingComesFirst();
    target.acquire(typed);
    this.#reading ??= target.beginHandback();
  }
}

function withHandback(outcome: RunOutcome, handback: Handback | undefined): RunOutcome {
  return { ...outcome, ...(handback && { handback }) };
}
