/**
 * Chords as they are written in the settings: `Ctrl+Shift+K`, `Cmd+Alt+Right`. Keys
 * are named by where they are on a keyboard (`KeyboardEvent.code`), with the letters
 * of a US one. `1-9` stands for each of these digits.
 */

/** The part of a keyboard event that makes a chord. */
export type ChordStroke = {
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
};

/** The name of any digit from 1 to 9, for the command that takes one. */
export const ANY_DIGIT = "1-9";

const MODIFIERS = ["Ctrl", "Cmd", "Alt", "Shift"] as const;

/** Keys whose name is not their code. */
const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  ArrowDown: "Down",
  Digit: ANY_DIGIT,
};
/** What else a chord may have: by its code. Keys that write a character need a modifier. */
const OTHER_KEYS =
  "Enter Backspace Delete Tab Escape Space Insert Home End PageUp PageDown Minus Equal BracketLeft BracketRight " +
  "Backslash Semicolon Quote Backquote Comma Period Slash Left Right Up Down";
const KEYS: readonly string[] = [
  ...Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
  ...OTHER_KEYS.split(" "),
  ANY_DIGIT,
];

/** The name of a key by its code; undefined for a modifier, and for a key that no chord may have. */
function keyName(code: string): string | undefined {
  const name = NAMES[code] ?? code.replace(/^(?:Key|Digit)(?=.$)/, "");
  return KEYS.includes(name) ? name : undefined;
}

/** The chord of a keystroke, as it is written; undefined for a modifier alone and for a key that no chord may have. */
export function chordOf(stroke: ChordStroke): string | undefined {
  const key = keyName(stroke.code);
  if (key === undefined) return undefined;
  const held = [stroke.ctrlKey, stroke.metaKey, stroke.altKey, stroke.shiftKey];
  return [...MODIFIERS.filter((_, index) => held[index]), key].join("+");
}

/**
 * The one way to write this chord, whatever its case and the order of its modifiers;
 * undefined for what is no chord. A chord has Ctrl, Cmd or Alt, or is a function key:
 * any other key writes text.
 */
export function normalChord(text: string): string | undefined {
  const parts = text.split("+").map((part) => part.trim().toLowerCase());
  const key = KEYS.find((name) => name.toLowerCase() === parts.at(-1));
  const held = MODIFIERS.filter((modifier) => parts.slice(0, -1).includes(modifier.toLowerCase()));
  if (key === undefined || held.length !== parts.length - 1) return undefined;
  const chord = [...held, key].join("+");
  return isFreeToWrite(chord) ? chord : undefined;
}

/** Whether the chord writes no text: text fields and programs need every key that does. */
export function isFreeToWrite(chord: string): boolean {
  return /^(?:Ctrl|Cmd|Alt)\+/.test(chord) || /^(?:Shift\+)?F\d+$/.test(chord);
}
