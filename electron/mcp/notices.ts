/**
 * Notices: the lines that Cotty itself adds to a tool's result. A notice stands in
 * brackets, and it begins with one of the words below or contains an offset
 * (`[prompt @57]`). A line of output that looks like a notice gets a backslash in
 * front, and one more if it begins with such backslashes already. So no output
 * can forge a notice, and ordinary output stays as it is.
 */
import type { HiddenText } from "../../shared/protocol.ts";
import { hiddenTextNote } from "../../shared/read-results.ts";
import { visibleCharacters } from "../../shared/visible-unicode.ts";

/** The first words of notices without an offset. A number may stand in front. A new kind of notice needs its word here. */
const WORDS = [
  "running",
  "exited",
  "killed",
  "Process exited",
  "hidden",
  "lines",
  "more",
  "no match",
  "no secret",
  "searched",
  "cursor",
  "id",
  "before the command",
  "ignored",
  // The relay's.
  "host lost",
];
const SHAPE = `\\[(?:(?:\\d+ )?(?:${WORDS.join("|")})\\b|(?:[^\\n]* )?@\\d+[;\\]])`;
const NOTICE = new RegExp(`^${SHAPE}`);
const LOOKS_LIKE_NOTICE = new RegExp(`^\\\\*${SHAPE}`, "gm");

/** Builds a notice. Throws for a text that output could forge. */
export function notice(text: string): string {
  const line = `[${text}]`;
  if (!isNotice(line)) throw new Error(`A notice begins with a word that is not reserved: ${line}`);
  return line;
}

/** Whether the line is a notice, which output cannot contain. */
export function isNotice(line: string): boolean {
  return NOTICE.test(line);
}

/** Prepares output for a result: removes control characters, and marks every line that looks like a notice. */
export function asOutput(text: string): string {
  return visibleCharacters(text).replace(LOOKS_LIKE_NOTICE, "\\$&");
}

/** The notice about text that was left out because a person could not see it. Undefined when nothing was. */
export function hiddenNotice(hidden: readonly HiddenText[] | undefined, unit: "row" | "line" = "row"): string | undefined {
  const note = hiddenTextNote(hidden, unit);
  return note === undefined ? undefined : notice(note);
}
