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

/** All rows of the screen, for a program may draw in any of them; undefined when no update is open. */
export function openUpdate({ modes, rows }: Terminal): HiddenText | undefined {
  return modes.synchronizedOutputMode ? { kind: "unfinished", row: 1, rows, col: 1 } : undefined;
}
