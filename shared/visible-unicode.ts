/**
 * Characters that nobody sees, taken out of text: a person and an agent must
 * not read two different things. What invisible characters are there for stays
 * (emoji sequences, flags, Arabic and Indic joining, ideograph variants), as
 * far as it cannot carry a message of its own.
 */

import type { HiddenText } from "./protocol.ts";

/** Why text was left out. */
export type HiddenKind = HiddenText["kind"];

/** Called with what was left out: why, and where in the text it stood. */
export type OnHidden = (kind: HiddenKind, index: number) => void;

/** Anything that needs a closer look; text without it is as it is seen. */
const SUSPECT = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}|\p{Cs}/u;

/** Direction overrides, embeddings and isolates: they show text in another order than it is stored. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/u;
/** What no text needs two of in a row, nor many of in a line. */
const ZERO_WIDTH_SPACES = new Set(["\u200b", "\u2060", "\ufeff", "\xad", "\u200e", "\u200f", "\u061c"]);
/** Not a message by itself, either: a control character, a selector or joiner that has nothing to do there. */
const HARMLESS_ALONE = /^(?:[\x00-\x9f]|[\ufe00-\ufe0f]|\u200c|\u200d)$/;
/** A line with more of them than this says something with them. */
const MAX_UNFLAGGED = 3;

/** England, Scotland, Wales: the flags that exist. Any other tag sequence is a message. */
const TAG_FLAGS = ["gbeng", "gbsct", "gbwls"].map(
  (region) =>
    `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("")}\u{e007f}`,
);

const EMOJI = /^\p{Emoji}$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
/** What may stand between a pictograph and the joiner after it. */
const PICTOGRAPH_END = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const IDEOGRAPH = /^\p{Ideographic}$/u;
const VARIABLE_SYMBOL = /^[\p{Ideographic}\p{Sm}]$/u;
const MONGOLIAN = /^\p{Script=Mongolian}$/u;
/** Scripts whose letters change with a joiner or non-joiner between them. */
const JOINING =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]$/u;
/** Scripts without spaces, where a zero-width one marks the end of a word. */
const SPACELESS = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/**
 * The text without what is invisible: tags, zero-width characters, direction
 * controls, stray variation selectors, control characters (but `\n`), halves of
 * characters. `onHidden` hears of what could be a message, not of a lone
 * zero-width space or byte order mark.
 */
export function visibleCharacters(text: string, onHidden?: OnHidden): string {
  if (!SUSPECT.test(text)) return text;
  const dropped: { index: number; character: string; adjacent: boolean }[] = [];
  let kept = "";
  let previous = "";
  let index = 0;
  while (index < text.length) {
    const flag = TAG_FLAGS.find((sequence) => text.startsWith(sequence, index));
    const character = flag ?? String.fromCodePoint(text.codePointAt(index) ?? 0);
    const next = index + character.length;
    const following = String.fromCodePoint(text.codePointAt(next) ?? 0);
    if (flag || !SUSPECT.test(character) || isNeeded(character, previous, following)) {
      kept += character;
      previous = flag ? "\u{1f3f4}" : character;
    } else {
      const last = dropped.at(-1);
      dropped.push({ index, character, adjacent: last !== undefined && last.index + last.character.length === index });
      kept += /[\t\u0085\u2028\u2029]/.test(character) ? " " : "";
    }
    index = next;
  }
  if (onHidden) report(dropped, text, onHidden);
  return kept;
}

/** `\t` never gets here from a screen; in other text it is a blank. */
function isNeeded(character: string, previous: string, following: string): boolean {
  if (character === "\u200d" && PICTOGRAPH_END.test(previous)) return PICTOGRAPH.test(following);
  if (character === "\u200c" || character === "\u200d") return JOINING.test(previous.slice(-2)) && JOINING.test(following);
  if (character === "\ufe0f" || character === "\ufe0e") {
    // A digit is an emoji only as a keycap.
    return /^[\d#*]$/.test(previous) ? following === "\u20e3" : EMOJI.test(previous);
  }
  if (character >= "\ufe00" && character <= "\ufe02") return VARIABLE_SYMBOL.test(previous);
  if (/^[\u180b-\u180f]$/.test(character)) return MONGOLIAN.test(previous);
  return /^[\u{e0100}-\u{e011f}]$/u.test(character) && IDEOGRAPH.test(previous);
}

function report(
  dropped: readonly { index: number; character: string; adjacent: boolean }[],
  text: string,
  onHidden: OnHidden,
): void {
  const bidi = dropped.find(({ character }) => BIDI.test(character));
  if (bidi) onHidden("bidi", bidi.index);
  const rest = dropped.filter(({ character, index }) => !BIDI.test(character) && !isOrdinary(character, text, index));
  const worst = rest.find(
    ({ character, adjacent }) => adjacent || (!ZERO_WIDTH_SPACES.has(character) && !HARMLESS_ALONE.test(character)),
  );
  const first = worst ?? (rest.length > MAX_UNFLAGGED ? rest[0] : undefined);
  if (first) onHidden("invisible", first.index);
}

/** Zero-width spaces between words of a script that has no others. */
function isOrdinary(character: string, text: string, index: number): boolean {
  return character === "\u200b" && SPACELESS.test(text.charAt(index - 1));
}

/** One line of text that cannot command a terminal, nor be taken for several lines: control characters are spelled out. */
export function oneLine(text: string): string {
  const spelled = text.replace(/[\x00-\x1f\x7f-\x9f]/g, (character) => {
    const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x1b": "\\e" }[character];
    return named ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return visibleCharacters(spelled);
}
