/** How much text an answer has. One line may be as long as all that a program prints. */

/** In UTF-16 units; where the client names no limit. */
export const MAX_ANSWER = 256 * 1024;

/** Whole lines that are less of an answer are not all of it: a part of the line that has no room is told, too. */
const MOST_OF_ANSWER = MAX_ANSWER / 2;

/**
 * The last lines of the text, or the first ones, that an answer has room for, and a part of the next one if that alone takes
 * most of the room. `omittedLines`: how many lines are left out, that one included.
 */
export function withinAnswer(text: string, isFirst = false): { readonly text: string; readonly omittedLines: number } {
  if (text.length <= MAX_ANSWER) return { text, omittedLines: 0 };
  if (isFirst) {
    const end = text.lastIndexOf("\n", MAX_ANSWER);
    // Not half a character.
    const kept = end >= MOST_OF_ANSWER ? text.slice(0, end) : text.slice(0, MAX_ANSWER).replace(/[\ud800-\udbff]$/, "");
    return { text: kept, omittedLines: count(text.slice(kept.length + 1)) };
  }
  const begin = text.indexOf("\n", text.length - MAX_ANSWER - 1) + 1;
  const isMost = begin > 0 && text.length - begin >= MOST_OF_ANSWER;
  const kept = isMost ? text.slice(begin) : text.slice(-MAX_ANSWER).replace(/^[\udc00-\udfff]/, "");
  return { text: kept, omittedLines: count(text.slice(0, text.length - kept.length - 1)) };
}

function count(text: string): number {
  return text.split("\n").length;
}
