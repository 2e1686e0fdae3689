/**
 * What a session needs from a person, with the evidence. A guess from what is
 * on the screen: it informs, it never acts.
 */
import { questionIn, SETTLED_AFTER_MS } from "../prompt/questions.ts";
import type { Attention, ExitStatus } from "../../shared/protocol.ts";

/** No output for so long and the program counts as idle. */
export const IDLE_AFTER_MS = 10_000;
export type AttentionEvidence = {
  readonly exit: ExitStatus | undefined;
  readonly lastLine: string;
  readonly quietMs: number;
};

export function attentionOf({ exit, lastLine, quietMs }: AttentionEvidence): Attention {
  if (exit) {
    if (exit.signal) return { state: "failed", reason: `Killed (${exit.signal})` };
    return exit.code === 0 ? { state: "finished", reason: "Exited 0" } : { state: "failed", reason: `Exited ${exit.code}` };
  }
  const question = quietMs >= SETTLED_AFTER_MS ? questionIn(lastLine) : undefined;
  if (question !== undefined) return { state: "waiting", reason: question };
  if (quietMs >= IDLE_AFTER_MS) return { state: "idle", reason: "no output for a while" };
  return { state: "working", reason: "writes output" };
}

/** When the answer may change by itself, in milliseconds from now; undefined when it will not. */
export function nextChangeMs({ exit, quietMs }: AttentionEvidence): number | undefined {
  if (exit) return undefined;
  if (quietMs < SETTLED_AFTER_MS) return SETTLED_AFTER_MS - quietMs;
  if (quietMs < IDLE_AFTER_MS) return IDLE_AFTER_MS - quietMs;
  return undefined;
}
