/** Input as a person reads it: `run⏎`, `^C`, `␛[A`. Pure. */

const NAMES: Readonly<Record<string, string>> = { "\r": "⏎", "\n": "⏎", "\t": "⇥", "\x7f": "⌫", "\x1b": "␛" };

/** Replaces control characters, so that nothing typed is invisible. */
export function visibleKeys(text: string): string {
  return text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, (control) => {
    const name = NAMES[control];
    if (name !== undefined) return name;
    const code = control.charCodeAt(0);
    return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : "�";
  });
}
