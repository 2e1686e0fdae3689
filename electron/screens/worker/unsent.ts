/**
 * Whether a line that was typed and entered still stands in the program's input
 * field. Some programs take text and Enter that come together for a paste, and
 * the Enter for a line break.
 */
import type { Terminal } from "@xterm/headless";
import { isFieldStart, withoutFieldEnd } from "../../../shared/prompt-shapes.ts";
import { cursorPosition, lineStart, MAX_ROWS_OF_LINE, textBefore } from "./screen-text.ts";

/** What agents show in place of a long paste. */
const FOLDED_PASTE = /\[pasted (?:text|content)[^\]]*\]$/i;
/** It is shorter than this. What a program prints may be of any length. */
const MAX_FOLDED = 200;

export function isUnsent(terminal: Terminal, typed: string): boolean {
  const last = typed
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .findLast((line) => line !== "");
  if (last === undefined) return false;
  const buffer = terminal.buffer.active;
  const cursor = cursorPosition(terminal);
  const start = lineStart(buffer, cursor.row, MAX_ROWS_OF_LINE);
  const line = textBefore(buffer, start, cursor).trimEnd();
  if (line.endsWith(last) || FOLDED_PASTE.test(line.slice(-MAX_FOLDED))) return true;
  // After a line break in the field, the text is in the line above the cursor. A line that was sent and has not
  // been answered looks the same; but a program that edits lines turns bracketed paste off while it works.
  if (!terminal.modes.bracketedPasteMode || !isFieldStart(line) || start === 0) return false;
  const aboveStart = lineStart(buffer, start - 1, MAX_ROWS_OF_LINE);
  const above = textBefore(buffer, aboveStart, { row: start - 1, x: terminal.cols }).trimEnd();
  return withoutFieldEnd(above).endsWith(last);
}
