/**
 * What a session needs from a person, with the evidence. A guess from what is
 * on the screen: it informs, it never acts.
 */
import type { Attention, ExitStatus } from "../../shared/protocol.ts";

/** No output for so long and the program counts as idle. */
export const IDLE_AFTER_MS = 10_000;
/** A question counts only once the program has stopped talking. */
export const SETTLED_AFTER_MS = 400;

/** Last lines that ask a person something. The shapes are those of apt, npm, git, ssh, sudo, debconf and agent TUIs. */
const QUESTIONS: readonly RegExp[] = [
  /[[(](?:y\/n|yes\/no|y\/n\/[a-z/?]+)[\])]\s*[:?]?\s*$/i,
  /\(yes\/no\/\[fingerprint\]\)\?\s*$/i,
  /(?:password|passphrase|passcode|verification code|pin)(?: for [^:]+)?:\s*$/i,
  /\b(?:continue|proceed|overwrite|replace|delete|are you sure|do you want|would you like)\b.*\?\s*(?:\[[^\]]*\]|\([^)]*\))?\s*:?\s*$/i,
  /\bpress (?:any key|enter|return)\b.*$/i,
];

export type Evidence = {
  readonly exit: ExitStatus | undefined;
  readonly lastLine: string;
  readonly quietMs: number;
};

export function attentionOf({ exit, lastLine, quietMs }: Evidence): Attention {
  if (exit) {
    if (exit.signal) return { state: "failed", reason: `Killed (${exit.signal})` };
    return exit.code === 0 ? { state: "finished", reason: "Exited 0" } : { state: "failed", reason: `Exited ${exit.code}` };
  }
  const line = lastLine.slice(-200).trimEnd();
  if (quietMs >= SETTLED_AFTER_MS && QUESTIONS.some((question) => question.test(line))) {
    return { state: "waiting", reason: `asks: ${line}` };
  }
  if (quietMs >= IDLE_AFTER_MS) return { state: "idle", reason: "no output for a while" };
  return { state: "working", reason: "writes output" };
}

/** When the answer may change by itself, in milliseconds from now; undefined when it will not. */
export function nextChangeMs({ exit, quietMs }: Evidence): number | undefined {
  if (exit) return undefined;
  if (quietMs < SETTLED_AFTER_MS) return SETTLED_AFTER_MS - quietMs;
  if (quietMs < IDLE_AFTER_MS) return IDLE_AFTER_MS - quietMs;
  return undefined;
}
