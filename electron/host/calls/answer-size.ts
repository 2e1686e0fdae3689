/** How much text an answer has. One line may be as long as all that a program prints. */

/** The new lines in an answer, where the client names no number. */
export const UNASKED_LINES = 100;

/** In UTF-16 units; where the client names a number of lines. */
export const MAX_ANSWER = 256 * 1024;

/** The same where it names none: it expects some lines, as programs print them, and reads what it gets. */
export const MAX_UNASKED = 32 * 1024;

/** Stands for the part of a line that has no room. */
const CUT = "…";

/** Which end of the text is wanted, and how many UTF-16 units of it there is room for. */
export type AnswerSize = { readonly isFirst?: boolean; readonly limit?: number };

/**
 * The last lines of the text, or the first ones, that an answer has room for. Whole lines that take less than half of the
 * room are not all of it: a part of the line that has no room is told, too. `omittedLines`: how many lines are left out, that
 * one included.
 */
export function withinAnswer(
  text: string,
  { isFirst = false, limit = MAX_ANSWER }: AnswerSize = {},
): { readonly text: string; readonly omittedLines: number } {
  if (text.length <= limit) return { text, omittedLines: 0 };
  const room = limit - CUT.length;
  if (isFirst) {
    const end = text.lastIndexOf("\n", limit);
    if (end >= limit / 2) return { text: text.slice(0, end), omittedLines: count(text.slice(end + 1)) };
    // Not half a character.
    const kept = text.slice(0, room).replace(/[\ud800-\udbff]$/, "");
    return { text: kept + CUT, omittedLines: count(text.slice(kept.length)) };
  }
  const begin = text.indexOf("\n", text.length - limit - 1) + 1;
  if (begin > 0 && text.length - begin >= limit / 2) {
    return { text: text.slice(begin), omittedLines: count(text.slice(0, begin - 1)) };
  }
  const kept = text.slice(-room).replace(/^[\udc00-\udfff]/, "");
  return { text: CUT + kept, omittedLines: count(text.slice(0, text.length - kept.length)) };
}

function count(text: string): number {
  return text.split("\n").length;
}
