/** Which command a keystroke asks for, and how keys are written. Pure. */
import { ANY_DIGIT, chordOf } from "../../shared/settings/chord-text.ts";
import { WINDOW_COMMANDS, type WindowCommand, windowCommand, type WindowCommandId } from "../../shared/window-commands.ts";

/** The part of a keyboard event that decides. */
export type KeyStroke = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
};

/** Which chords hold at this keyboard. */
export type Keyboard = {
  /** ⌘ in place of Ctrl+Shift. */
  readonly mac: boolean;
  /** The window is a browser's tab, and the browser keeps some chords for itself. */
  readonly browser: boolean;
  /** The chords that a person has chosen, by command. Null: the command has none. */
  readonly keys?: Readonly<Record<string, string | null>>;
};

export type ChordMatch = { readonly id: WindowCommandId; readonly digit?: number };

/** The command of a chord, with the digit of a chord that has one. `undefined`: the keystroke belongs to whatever has the focus. */
export function matchChord(stroke: KeyStroke, keyboard: Keyboard): ChordMatch | undefined {
  const chord = chordOf(stroke);
  if (chord === undefined) return undefined;
  const id = commandOf(chord, keyboard);
  if (id !== undefined) return { id };
  const digit = /\+([1-9])$/.exec(chord)?.[1];
  if (digit === undefined) return undefined;
  const anyDigit = commandOf(chord.replace(/\d$/, ANY_DIGIT), keyboard);
  return anyDigit === undefined ? undefined : { id: anyDigit, digit: Number(digit) };
}

/** The command that has exactly this chord. A chord that a person has chosen comes before those of the table. */
function commandOf(chord: string, keyboard: Keyboard): WindowCommandId | undefined {
  const { keys = {} } = keyboard;
  const chosen = WINDOW_COMMANDS.find(({ id }) => keys[id] === chord);
  return (chosen ?? WINDOW_COMMANDS.find((command) => chordFor(command, keyboard) === chord))?.id;
}

/** The chord of a command, as the settings write it: `Ctrl+Shift+K`. */
export function chordFor(command: WindowCommand, keyboard: Keyboard): string | undefined {
  const chosen = keyboard.keys?.[command.id];
  return chosen === undefined ? defaultChord(command, keyboard) : (chosen ?? undefined);
}

/** The chord that a command has unless a person chooses another one. */
function defaultChord({ chord }: WindowCommand, { mac, browser }: Keyboard): string | undefined {
  const keys = (browser && chord?.inBrowser) || chord;
  if (!keys) return undefined;
  const held = mac ? { metaKey: true, ctrlKey: false } : { metaKey: false, ctrlKey: true };
  const [, modifiers = "", code = ""] = /^([⇧⌥]*)(.*)$/.exec(mac ? keys.mac : keys.other) ?? [];
  return chordOf({ ...held, shiftKey: !mac || modifiers.includes("⇧"), altKey: modifiers.includes("⌥"), code });
}

/** The other commands that this chord would run. */
export function commandsWith(chord: string, keyboard: Keyboard): readonly WindowCommand[] {
  const isSame = (other: string | undefined): boolean =>
    other === chord || (other !== undefined && overlaps(other, chord)) || (other !== undefined && overlaps(chord, other));
  return WINDOW_COMMANDS.filter((command) => isSame(chordFor(command, keyboard)));
}

/** Whether `any` stands for each digit, and `one` is one of them. */
function overlaps(any: string, one: string): boolean {
  return any.endsWith(`+${ANY_DIGIT}`) && /\+[1-9]$/.test(one) && any.slice(0, -ANY_DIGIT.length) === one.slice(0, -1);
}

/** The command of a single key in the grid: without modifiers, but for the Shift that a character needs. */
export function matchGridKey(stroke: KeyStroke): WindowCommandId | undefined {
  if (hasModifier(stroke)) return undefined;
  return WINDOW_COMMANDS.find(({ gridKeys }) => gridKeys?.includes(stroke.key))?.id;
}

/** The command of a key outside of terminals. */
export function matchPageKey(stroke: KeyStroke): WindowCommandId | undefined {
  if (stroke.ctrlKey || stroke.metaKey) return undefined;
  const wanted = (stroke.altKey ? "⌥" : "") + (stroke.shiftKey ? "⇧" : "") + stroke.key;
  return WINDOW_COMMANDS.find(({ pageKeys }) => pageKeys?.includes(wanted))?.id;
}

/** Shift is part of many characters, and is looked at where it matters. */
function hasModifier({ ctrlKey, altKey, metaKey }: KeyStroke): boolean {
  return ctrlKey || altKey || metaKey;
}

const KEY_SYMBOLS: Readonly<Record<string, string>> = {
  " ": "Space",
  Enter: "⏎",
  Backspace: "⌫",
  Delete: "Del",
  ArrowRight: "→",
  ArrowLeft: "←",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** The keys of chords that are written otherwise than they are named. */
const CHORD_SYMBOLS: Readonly<Record<string, string>> = {
  ...KEY_SYMBOLS,
  Right: "→",
  Left: "←",
  Up: "↑",
  Down: "↓",
  [ANY_DIGIT]: "1–9",
  Equal: "+",
  Minus: "−",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Backslash: "\\",
  Semicolon: ";",
  Quote: "'",
  Backquote: "`",
  BracketLeft: "[",
  BracketRight: "]",
};

/** How a command's chord is written on this platform: `⌘⇧J`, `Ctrl+Shift+J`. Empty for a command without one. */
export function chordLabel(id: WindowCommandId, keyboard: Keyboard): string {
  const chord = chordFor(windowCommand(id), keyboard);
  return chord === undefined ? "" : chordWords(chord, keyboard);
}

const MAC_SYMBOLS: Readonly<Record<string, string>> = { Ctrl: "⌃", Cmd: "⌘", Alt: "⌥", Shift: "⇧" };
/** The order in which they are written. */
const MAC_MODIFIERS = ["Ctrl", "Cmd", "Shift", "Alt"];

/** A chord of the settings as this platform writes it. */
export function chordWords(chord: string, { mac }: Keyboard): string {
  const parts = chord.split("+");
  const key = parts.at(-1) ?? "";
  const held = parts.slice(0, -1);
  const label = CHORD_SYMBOLS[key] ?? key;
  if (!mac) return [...held, label].join("+");
  return (
    MAC_MODIFIERS.filter((modifier) => held.includes(modifier))
      .map((modifier) => MAC_SYMBOLS[modifier])
      .join("") + label
  );
}

/** How a key without a chord is written: `→` for `ArrowRight`, `Shift+F6` or `⇧F6` for `⇧F6`. */
export function keyLabel(key: string, keyboard: Keyboard): string {
  const [, modifiers = "", name = ""] = /^([⌥⇧]*)(.*)$/.exec(key) ?? [];
  const held = keyboard.mac ? modifiers : modifiers.replace("⌥", "Alt+").replace("⇧", "Shift+");
  return held + (KEY_SYMBOLS[name] ?? name);
}
