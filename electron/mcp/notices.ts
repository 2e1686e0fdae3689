/**
 * What we say ourselves in a result: lines in brackets that begin with one of
 * these words, or that tell an offset (`[prompt @57]`). A line of output that
 * looks like one gets a backslash in front (and one that has such backslashes
 * already gets one more), so that every line which looks like a notice is ours,
 * and no output can forge one. It costs nothing unless somebody tries.
 */
import type { HiddenText } from "../../shared/protocol.ts";
import { hiddenTextNote } from "../../shared/read-results.ts";
import { visibleCharacters } from "../../shared/visible-unicode.ts";

/** What a notice of ours begins with, after an optional number, unless it tells an offset. To use a new word, add it. */
const WORDS = ["running", "exited", "killed", "hidden", "lines", "more", "no match", "searched", "id"];
const SHAPE = `\\[(?:(?:\\d+ )?(?:${WORDS.join("|")})\\b|(?:[^\\n]* )?@\\d+[;\\]])`;
const NOTICE = new RegExp(`^${SHAPE}`);
const LOOKS_LIKE_NOTICE = new RegExp(`^\\\\*${SHAPE}`, "gm");

/** A line of ours. Throws for one that output could forge. */
export function notice(text: string): string {
  const line = `[${text}]`;
  if (!isNotice(line)) throw new Error(`A notice begins with a word that is not reserved: ${line}`);
  return line;
}

/** Could this line only be ours? */
export function isNotice(line: string): boolean {
  return NOTICE.test(line);
}

/** Output as a result has it: without control characters, and no line of it can be taken for one of ours. */
export function asOutput(text: string): string {
  return visibleCharacters(text).replace(LOOKS_LIKE_NOTICE, "\\$&");
}

/** What was left out because nobody could see it; nothing if that is nothing. */
export function hiddenNotice(hidden: readonly HiddenText[] | undefined, unit: "row" | "line" = "row"): string | undefined {
  const note = hiddenTextNote(hidden, unit);
  return note === undefined ? undefined : notice(note);
}
