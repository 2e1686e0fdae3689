/**
 * Whether a line that was typed and entered still stands in the program's input
 * field. Some programs take text and Enter that come together for a paste, and
 * the Enter for a line break.
 */
import type { IBuffer, Terminal } from "@xterm/headless";
import { isFieldBorder, isFieldStart, withoutFieldEnd } from "../../../shared/prompt-shapes.ts";
import { cursorLook } from "./gather-evidence.ts";
import { promptShape } from "./learned-prompts.ts";
import { cursorPosition, lineStart, MAX_ROWS_OF_LINE, textBefore } from "./screen-text.ts";

/** What agents show in place of a long paste. */
const FOLDED_PASTE = /\[pasted (?:text|content)[^\]]*\]$/i;
/** It is shorter than this. What a program prints may be of any length. */
const MAX_FOLDED = 200;
/** Higher fields are not looked through for their first line. */
const MAX_FIELD_ROWS = 50;

/** `typedAt`: the line in which it was typed, up to the cursor. */
export function isUnsent(terminal: Terminal, typed: string, typedAt = ""): boolean {
  const last = typed
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .findLast((line) => line !== "");
  if (last === undefined) return false;
  const buffer = terminal.buffer.active;
  const cursor = cursorPosition(terminal);
  const start = lineStart(buffer, cursor.row, MAX_ROWS_OF_LINE);
  const line = textBefore(buffer, start, cursor);
  const text = line.trimEnd();
  // The question is asked again, and ends by itself with what was typed: `[y,n,?]?`, say.
  const question = typedAt.trimEnd();
  const isAskedAgain = promptShape(text) === promptShape(question) && text !== question + last;
  if (!isAskedAgain && (text.endsWith(last) || FOLDED_PASTE.test(text.slice(-MAX_FOLDED)))) return true;
  // After a line break in the field, the text is in the line above the cursor. A line that was sent and has not
  // been answered looks the same; but a program that edits lines turns bracketed paste off while it works.
  if (!terminal.modes.bracketedPasteMode || !isFieldBorder(line) || start === 0) return false;
  const aboveStart = lineStart(buffer, start - 1, MAX_ROWS_OF_LINE);
  const above = withoutFieldEnd(textBefore(buffer, aboveStart, { row: start - 1, x: terminal.cols }));
  if (!above.endsWith(last)) return false;
  const before = above.slice(0, -last.length);
  // A shell that asks for the rest of a command puts the cursor elsewhere than below the text, or a prompt before it.
  if (!isFieldStart(before)) return false;
  return (before.length === line.length && beginsWithPrompt(buffer, aboveStart, before.length)) || cursorLook(terminal).drawn;
}

/** Above the rows that are set in by `width`, the first line of the field has its border or prompt there. */
function beginsWithPrompt(buffer: IBuffer, start: number, width: number): boolean {
  for (let row = start; row >= Math.max(0, start - MAX_FIELD_ROWS); row--) {
    const edge = textBefore(buffer, row, { row, x: width });
    if (edge.trim() !== "") return isFieldStart(edge);
  }
  return false;
}
