/** Finds a text where a program has drawn it as it was typed, not always character by character. */

/** Without a width: marks, joiners, variation selectors. */
const NO_WIDTH = /^[\p{M}\p{Cf}]$/u;
/** How zsh shows such a character. */
const BY_NUMBER = /<[\da-f]{4,6}>/y;
/**
 * Where a shell wraps the line itself: a blank, which goes to the next row, and a return. zsh draws the next character then,
 * another return, and that character once more.
 */
const WRAP = / \r+\n?(?:.\r)?/uy;

/** The end of the text in `shown`, of which the sequences have been left out, at or after `from`; 0 if it is not there. Takes no choice back, so it is over soon. */
export function endOfDrawn(shown: string, from: number, text: string): number {
  const wanted = Array.from(text).filter((character) => !NO_WIDTH.test(character));
  const [first] = wanted;
  if (first === undefined) return from;
  for (let at = shown.indexOf(first, from); at >= 0; at = shown.indexOf(first, at + 1)) {
    const end = endAt(shown, at, wanted);
    if (end > 0) return end;
  }
  return 0;
}

function endAt(shown: string, from: number, wanted: readonly string[]): number {
  let at = from;
  for (const character of wanted) {
    if (at > from) at = afterUnwanted(shown, at);
    if (!shown.startsWith(character, at)) return 0;
    at += character.length;
  }
  return at;
}

/** The place after a wrap and characters without a width. */
function afterUnwanted(shown: string, from: number): number {
  let at = from;
  for (;;) {
    const [unwanted] = matchAt(WRAP, shown, at) ?? matchAt(BY_NUMBER, shown, at) ?? [];
    if (unwanted !== undefined) {
      at += unwanted.length;
      continue;
    }
    const character = String.fromCodePoint(shown.codePointAt(at) ?? 0);
    if (!NO_WIDTH.test(character)) return at;
    at += character.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
