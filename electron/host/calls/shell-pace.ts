/** How soon a shell answers a line and reads the next one: for what only its silence tells. */
import { setTimeout as pause } from "node:timers/promises";
import { isAtWork } from "../../prompt/prompt-detector.ts";
import type { Session } from "../../sessions/session.ts";

export const LOOK_EVERY_MS = 10;
/** A shell that has got a line has printed a mark after this time, or it prints none for it. */
export const ANSWERED_WITHIN_MS = 150;
/** A shell that has drawn its prompt reads after this time, or nobody can tell whether it does. */
export const READS_WITHIN_MS = 1000;

/**
 * Resolves with true when the shell has drawn its prompt, and waits for a key, in two looks: the line that it has got may
 * be next. With false when `isOver` is so before, or the shell has exited.
 */
export async function untilDrawn(session: Session, isOver: () => boolean): Promise<boolean> {
  let looks = 0;
  while (looks < 2) {
    await pause(LOOK_EVERY_MS);
    if (isOver() || session.exit !== undefined) return false;
    looks = session.isInputTaken && !isAtWork(session.pid) && session.drain() ? looks + 1 : 0;
  }
  return true;
}
