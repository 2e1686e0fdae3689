/** How much text an answer has. */
import type { TextLimit } from "../../screens/screen-types.ts";

/** The new lines in an answer, where the client names no number. */
const UNASKED_LINES = 100;

/** In bytes; where the client names a number of lines. */
export const MAX_ANSWER = 256 * 1024;

/** The same where it names none: it expects some lines, as programs print them, and reads what it gets. */
const MAX_UNASKED = 32 * 1024;

/** For a client that names no number of lines. */
export const UNASKED: TextLimit = { lines: UNASKED_LINES, bytes: MAX_UNASKED };

/** The lines that a client wants, the last ones or the first, as far as an answer has room for them. */
export function textLimit({
  maxLines,
  firstLines,
}: {
  maxLines?: number | undefined;
  firstLines?: number | undefined;
}): TextLimit {
  if (firstLines !== undefined) return { lines: firstLines, bytes: MAX_ANSWER, isFirst: true };
  return maxLines === undefined ? UNASKED : { lines: maxLines, bytes: MAX_ANSWER };
}
