/** Terminal output to plain text by dropping escape sequences; the screen is not taken into account. */
import { SEQUENCE_SOURCE } from "./escape-grammar.ts";

/** Sequences, and controls but tab, LF and CR. As the source of a regular expression. */
export const NOT_TEXT_SOURCE = `${SEQUENCE_SOURCE}|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]`;

const NOT_TEXT = new RegExp(NOT_TEXT_SOURCE, "g");

/** The text without its sequences, and without controls but tab, LF and CR. A sequence that is not whole is dropped as far as it goes. */
export function stripSequences(text: string): string {
  return text.replace(NOT_TEXT, "");
}
