/** Finds a text where a program has drawn it as it was typed, not always character by character. */

/** Without a width: marks, joiners, variation selectors. zsh shows them by their number: `<200d>`. */
const NO_WIDTH = /^[\p{M}\p{Cf}]$/u;
/**
 * Where a shell wraps the line itself: a blank, which goes to the next row, and a return. zsh draws the next character then,
 * another return, and that character once more.
 */
const WRAP = / \r+\n?(?:.\r)?/uy;
/** So many characters are compared, and those of the text: output may be full of beginnings of it. */
const MOST_COMPARED = 8192;

/** The end of the text in `shown`, of which the sequences have been left out, at or after `from`; 0 if it is not there, or not found soon. */
export function endOfDrawn(shown: string, from: number, text: string): number {
  const wanted = Array.from(text);
  const [first] = wanted;
  if (first === undefined) return 0;
  let left = MOST_COMPARED + wanted.length;
  for (let at = shown.indexOf(first, from); at >= 0 && left > 0; at = shown.indexOf(first, at + 1)) {
    const { end, compared } = compare(shown, at, wanted);
    if (end > 0) return end;
    left -= compared;
  }
  return 0;
}

function compare(shown: string, from: number, wanted: readonly string[]): { end: number; compared: number } {
  let at = from;
  for (const [index, character] of wanted.entries()) {
    if (index > 0) at = afterWraps(shown, at);
    const drawn = [character, ...byNumber(character)].find((form) => shown.startsWith(form, at));
    if (drawn === undefined) return { end: 0, compared: index + 1 };
    at += drawn.length;
  }
  return { end: at, compared: wanted.length };
}

function byNumber(character: string): string[] {
  return NO_WIDTH.test(character) ? [`<${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}>`] : [];
}

function afterWraps(shown: string, from: number): number {
  for (let at = from; ;) {
    WRAP.lastIndex = at;
    const [wrap] = WRAP.exec(shown) ?? [];
    if (wrap === undefined) return at;
    at += wrap.length;
  }
}
