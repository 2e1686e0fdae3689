/** Makes pasted text safe to hand to a program (T7 in docs/threats.md). Pure. */

/**
 * Shows ESC and the C1 controls as visible characters: pasted text must not be
 * able to end a bracketed paste and go on as typing. Tabs and line ends stay;
 * line ends become what Enter sends.
 */
export function sanitizePaste(text: string): string {
  return text
    .replaceAll(/\r\n|\n/g, "\r")
    .replaceAll("\x1b", "␛")
    .replaceAll(/[\x80-\x9f]/g, "�")
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, (control) => pictureOf(control));
}

/** The Unicode picture of a C0 control. */
function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  return String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code);
}

/** Would run more than one line where the program does not know a paste from typing. */
export function runsLines(text: string, bracketed: boolean): boolean {
  return !bracketed && /[\r\n]/.test(text);
}
