/**
 * Synchronized updates (DEC mode 2026): between its beginning and its end a
 * terminal shows what stood there before. Terminals wait for the end for a second
 * or so, or for ever. What is drawn meanwhile, a person may never see: it can be
 * erased before the end. An agent reads it, and is told.
 */
import type { Terminal } from "@xterm/headless";
import type { HiddenText } from "../../../shared/protocol.ts";

/** Its number among DEC's private modes. */
export const SYNCHRONIZED = 2026;

/** The place that the update has come to; undefined when none is open. */
export function openUpdate({ modes, buffer: { active } }: Terminal): HiddenText | undefined {
  if (!modes.synchronizedOutputMode) return undefined;
  return { kind: "unfinished", row: active.cursorY + 1, col: active.cursorX + 1 };
}
