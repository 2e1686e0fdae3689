/** Terminal output to plain text by dropping escape sequences; the screen is not taken into account. */

/**
 * CSI; OSC, DCS, SOS, PM, APC up to their terminator (or the end); any other
 * escape; control characters but tab, LF and CR. As the source of a regular
 * expression. Grammar: ECMA-48 and XTerm Control Sequences.
 */
export const SEQUENCE = [
  "(?:\\x1b\\[|\\x9b)[\\x20-\\x3f]*[\\x40-\\x7e]?",
  "(?:\\x1b\\]|\\x9d)[^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)?",
  "(?:\\x1b[PX^_]|[\\x90\\x98\\x9e\\x9f])[^\\x1b\\x9c]*(?:\\x1b\\\\|\\x9c)?",
  "\\x1b[\\x20-\\x2f]*[\\x30-\\x7e]?",
  "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1a\\x1c-\\x1f\\x7f-\\x9f]",
].join("|");

const SEQUENCES = new RegExp(SEQUENCE, "g");

export function stripSequences(text: string): string {
  return text.replace(SEQUENCES, "");
}
