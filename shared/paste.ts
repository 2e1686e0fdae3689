/**
 * Makes pasted text safe to hand to a program. The host cleans every paste, and
 * its result is what counts; the window cleans with the same function, to show
 * what will be sent. Pure.
 */

/** The Unicode picture of DEL. Those of the C0 controls lie at U+2400 plus the control's own code. */
const PICTURE_OF_DELETE = "\u2421";
const FIRST_PICTURE = 0x2400;
/** C1 controls have no pictures. */
const REPLACEMENT = "\ufffd";

/**
 * Replaces every control character but tab and line ends with a visible one. A
 * terminal takes ESC and the C1 controls for commands: with them, pasted text
 * could end the brackets of a bracketed paste and go on as typing. Line ends
 * become `\r`, which is what Enter sends. Cleaning twice changes nothing more.
 */
export function cleanPaste(text: string): string {
  return text.replaceAll(/\r\n|\n/g, "\r").replaceAll(/[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f]/g, visible);
}

function visible(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(FIRST_PICTURE + code);
  return code === 0x7f ? PICTURE_OF_DELETE : REPLACEMENT;
}
