/**
 * Removes invisible characters from text, so that a person and an agent read the
 * same. Invisible characters that a script or an emoji needs are kept (emoji
 * sequences, flags, Arabic and Indic joining, variants of ideographs), as long as
 * they cannot carry a hidden message.
 */

import type { HiddenText } from "./protocol.ts";

/** Why text was left out. */
export type HiddenKind = HiddenText["kind"];

/** Called for text that was left out, with the reason and its index in the original text. */
export type OnHidden = (kind: HiddenKind, index: number) => void;

// Expressions with properties of Unicode stand in functions: making them takes each command a millisecond, and few need them.

/** Whether a text has characters that must be checked. Text without them is returned as it is. */
const isSuspect = (text: string): boolean =>
  !/^[\n -~]*$/.test(text) &&
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}|\p{Cs}/u.test(text);

/** Direction overrides, embeddings and isolates. They show text in another order than it is stored. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/u;
/** Characters of which no text needs two in a row, or many in a line. */
const ZERO_WIDTH_SPACES = new Set(["\u200b", "\u2060", "\ufeff", "\xad", "\u200e", "\u200f", "\u061c"]);
/** A single character of these carries no message either: a control character, or a selector or joiner without a function. */
const HARMLESS_ALONE = /^(?:[\x00-\x9f]|[\ufe00-\ufe0f]|\u200c|\u200d)$/;
/** A text with more removed characters than this may carry a message. */
const MAX_UNFLAGGED = 3;

/** The flags of England, Scotland and Wales. No other tag sequence is a flag, so any other may carry a message. */
const TAG_FLAGS = ["gbeng", "gbsct", "gbwls"].map(
  (region) =>
    `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("")}\u{e007f}`,
);

const isEmoji = (character: string): boolean => /^\p{Emoji}$/u.test(character);
const isPictograph = (character: string): boolean => /^\p{Extended_Pictographic}$/u.test(character);
/** The last character of a pictograph before a joiner. */
const endsPictograph = (character: string): boolean => /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(character);
const isIdeograph = (character: string): boolean => /^\p{Ideographic}$/u.test(character);
const isVariableSymbol = (character: string): boolean => /^[\p{Ideographic}\p{Sm}]$/u.test(character);
const isMongolian = (character: string): boolean => /^\p{Script=Mongolian}$/u.test(character);
/** Scripts in which a joiner or non-joiner changes the shape of the letters beside it. */
const isJoining = (character: string): boolean =>
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]$/u.test(
    character,
  );
/** Scripts without spaces. A zero-width space marks the end of a word in them. */
const isSpaceless = (character: string): boolean =>
  /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u.test(character);

/**
 * Returns the text without invisible characters: tags, zero-width characters,
 * direction controls, stray variation selectors, control characters except `\n`,
 * and lone surrogates. Calls `onHidden` for characters that could carry a message,
 * but not for a single zero-width space or byte order mark.
 */
export function visibleCharacters(text: string, onHidden?: OnHidden): string {
  if (!isSuspect(text)) return text;
  const dropped: { index: number; character: string; adjacent: boolean }[] = [];
  let kept = "";
  let previous = "";
  let index = 0;
  while (index < text.length) {
    const flag = TAG_FLAGS.find((sequence) => text.startsWith(sequence, index));
    const character = flag ?? String.fromCodePoint(text.codePointAt(index) ?? 0);
    const next = index + character.length;
    const following = String.fromCodePoint(text.codePointAt(next) ?? 0);
    if (flag || !isSuspect(character) || isNeeded(character, previous, following)) {
      kept += character;
      previous = flag ? "\u{1f3f4}" : character;
    } else {
      const last = dropped.at(-1);
      dropped.push({ index, character, adjacent: last !== undefined && last.index + last.character.length === index });
      // A tab never comes from a screen. In other text, it and the rare line breaks become a space.
      kept += /[\t\u0085\u2028\u2029]/.test(character) ? " " : "";
    }
    index = next;
  }
  if (onHidden) report(dropped, text, onHidden);
  return kept;
}

/** Whether the text needs this invisible character between its neighbors. */
function isNeeded(character: string, previous: string, following: string): boolean {
  if (character === "\u200d" && endsPictograph(previous)) return isPictograph(following);
  if (character === "\u200c" || character === "\u200d") return isJoining(previous.slice(-2)) && isJoining(following);
  if (character === "\ufe0f" || character === "\ufe0e") {
    // A digit is an emoji only in a keycap sequence.
    return /^[\d#*]$/.test(previous) ? following === "\u20e3" : isEmoji(previous);
  }
  if (character >= "\ufe00" && character <= "\ufe02") return isVariableSymbol(previous);
  if (/^[\u180b-\u180f]$/.test(character)) return isMongolian(previous);
  return /^[\u{e0100}-\u{e011f}]$/u.test(character) && isIdeograph(previous);
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

/** Whether this is a zero-width space between words of a script without spaces. */
function isOrdinary(character: string, text: string, index: number): boolean {
  return character === "\u200b" && isSpaceless(text.charAt(index - 1));
}

/** Returns the text as one line that cannot control a terminal. Control characters are written as `\n`, `\x07` and so on. */
export function oneLine(text: string): string {
  const spelled = text.replace(/[\x00-\x1f\x7f-\x9f]/g, (character) => {
    const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x1b": "\\e" }[character];
    return named ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return visibleCharacters(spelled);
}
