/**
 * The grammar of input: what a terminal sends for keys, the mouse and focus.
 * It is another one than that of output (escape-grammar.ts): ESC with a
 * character is that key with Alt, and no string follows `ESC ]`. ESC with a
 * control, or with a sequence, is taken for Escape and then that key. Source:
 * XTerm Control Sequences (Thomas Dickey), "Mouse Tracking", "Special Keys".
 */

/** One key that is no single character: a control sequence, SS3 with a letter, a character with Alt, or Escape. As the source of a regular expression with the flag `u`. */
export const KEY_SOURCE = "\\x1b(?:\\[[ -?]*[@-~]|O[@-~]|[^\\x00-\\x1f\\x7f-\\x9f])?";
/** Controls that are keys of their own; for use in a character class. */
export const CONTROLS = "\\x00-\\x1a\\x1c-\\x1f\\x7f-\\x9f";

/** Only keys that a terminal turns into signals: Ctrl+C, Ctrl+Z, Ctrl+\. Source: termios(3), VINTR, VSUSP, VQUIT. */
const SIGNAL_KEYS = /^[\x03\x1a\x1c]+$/;

/** Whether the input is nothing but keys that interrupt, suspend or quit a program. */
export function isSignalInput(text: string): boolean {
  return SIGNAL_KEYS.test(text);
}

/** Whether the last key is one of those. */
export function endsWithSignal(text: string): boolean {
  return isSignalInput(text.slice(-1));
}

/** A mouse report in the oldest encoding: three characters after the sequence. */
const X10_MOUSE_SOURCE = "\\x1b\\[M[^]{3}";
const PIECES = new RegExp(`${X10_MOUSE_SOURCE}|${KEY_SOURCE}|[${CONTROLS}]|[^${CONTROLS}\\x1b]+`, "gu");

const SGR_MOUSE = /^\x1b\[<(\d+);\d+;\d+[Mm]$/;
/** What the oldest encoding adds to each number. */
const X10_OFFSET = 32;

/** Input as keys, mouse reports and runs of text, in order. */
export function inputPieces(text: string): string[] {
  return text.match(PIECES) ?? [];
}

/** The button of a mouse report with its modifiers and motion in bits, as xterm sends it; undefined if the piece is none. */
export function mouseButton(piece: string): number | undefined {
  const [, button] = SGR_MOUSE.exec(piece) ?? [];
  if (button !== undefined) return Number(button);
  return piece.startsWith("\x1b[M") && piece.length > 3 ? piece.charCodeAt(3) - X10_OFFSET : undefined;
}
