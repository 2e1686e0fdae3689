/** How much text an answer has. */
import { linesWithin } from "../../../shared/lines-within.ts";

/** The new lines in an answer, where the client names no number. */
export const UNASKED_LINES = 100;

/** In bytes; where the client names a number of lines. */
export const MAX_ANSWER = 256 * 1024;

/** The same where it names none: it expects some lines, as programs print them, and reads what it gets. */
export const MAX_UNASKED = 32 * 1024;

/** Which end of the text is wanted, and how many bytes of it there is room for. */
export type AnswerSize = { readonly isFirst?: boolean; readonly limit?: number };

/**
 * The last lines of the text, or the first ones, that an answer has room for. `omittedLines`: how many are left out, the one
 * included of which only a part is told.
 */
export function withinAnswer(
  text: string,
  { isFirst = false, limit = MAX_ANSWER }: AnswerSize = {},
): { readonly text: string; readonly omittedLines: number } {
  if (Buffer.byteLength(text) <= limit) return { text, omittedLines: 0 };
  const lines = text.split("\n");
  const { texts, whole } = linesWithin(lines, { lines: lines.length, bytes: limit, isFirst });
  return { text: texts.join("\n"), omittedLines: lines.length - whole };
}
