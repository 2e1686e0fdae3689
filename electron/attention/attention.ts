/**
 * What a session needs from a person, with the reason. It is a guess from what
 * the screen shows: it informs people, and nothing acts on it.
 */
import { questionIn, SETTLED_AFTER_MS } from "../prompt/prompt-detector.ts";
import type { Attention, ExitStatus } from "../../shared/protocol.ts";

/** A program counts as idle after this long without output. */
export const IDLE_AFTER_MS = 10_000;

export type AttentionEvidence = {
  readonly exit: ExitStatus | undefined;
  /** A client has asked the host to end the program. */
  readonly isStopped?: boolean;
  readonly lastLine: string;
  readonly quietMs: number;
};

export function attentionOf({ exit, isStopped = false, lastLine, quietMs }: AttentionEvidence): Attention {
  if (exit) {
    const reason = exit.signal === undefined ? `Exited ${exit.code}` : `Killed (${exit.signal})`;
    return { state: isStopped || endedWell(exit) ? "finished" : "failed", reason };
  }
  const question = quietMs >= SETTLED_AFTER_MS ? questionIn(lastLine) : undefined;
  if (question !== undefined) return { state: "waiting", reason: question };
  if (quietMs >= IDLE_AFTER_MS) return { state: "idle", reason: "no output for a while" };
  return { state: "working", reason: "writes output" };
}

/** The exit code of a shell whose program was interrupted: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/** Whoever interrupts a program with Ctrl+C knows that it ends. */
function endedWell({ code, signal }: ExitStatus): boolean {
  return signal === undefined ? code === 0 || code === INTERRUPTED : signal === "SIGINT";
}

/** When the answer may change without new output, in milliseconds from now. Undefined when it will not. */
export function nextChangeMs({ exit, quietMs }: AttentionEvidence): number | undefined {
  if (exit) return undefined;
  if (quietMs < SETTLED_AFTER_MS) return SETTLED_AFTER_MS - quietMs;
  if (quietMs < IDLE_AFTER_MS) return IDLE_AFTER_MS - quietMs;
  return undefined;
}
