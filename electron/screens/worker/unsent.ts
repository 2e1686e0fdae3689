/**
 * Whether a line that was typed and entered still stands in the program's input
 * field: some take text and Enter that come together for a paste, and the Enter
 * for a line break.
 */
import type { Terminal } from "@xterm/headless";
import { cursorPosition, lineStart, textBefore } from "./screen-text.ts";

/** What agents show in place of a long paste. */
const FOLDED_PASTE = /\[pasted (?:text|content)[^\]]*\]\s*$/i;

export function isUnsent(terminal: Terminal, typed: string): boolean {
  const last = typed
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .findLast((line) => line !== "");
  if (last === undefined) return false;
  const buffer = terminal.buffer.active;
  const cursor = cursorPosition(terminal);
  const start = lineStart(buffer, cursor.row);
  const line = textBefore(buffer, start, cursor).trimEnd();
  if (line.endsWith(last) || FOLDED_PASTE.test(line)) return true;
  // A line break in the field: the text is in the line above the cursor. So it is where a line was sent and
  // nothing has come of it yet; but who edits lines with pastes in brackets turns the brackets off meanwhile.
  if (!terminal.modes.bracketedPasteMode || !isDecoration(line) || start === 0) return false;
  const above = textBefore(buffer, lineStart(buffer, start - 1), { row: start - 1, x: terminal.cols }).trimEnd();
  return above.replace(/[\s│|┃]+$/u, "").endsWith(last);
}

/** The left border and indentation of an input field. */
function isDecoration(line: string): boolean {
  return /^[\s│|┃.>❯]*$/u.test(line);
}
