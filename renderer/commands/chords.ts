/** Which command a keystroke asks for, and how keys are written. Pure. */
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
};

export type ChordMatch = { readonly id: WindowCommandId; readonly digit?: number };

/** The command of a chord, with the digit of a chord that has one. `undefined`: the keystroke belongs to whatever has the focus. */
export function matchChord(stroke: KeyStroke, keyboard: Keyboard): ChordMatch | undefined {
  const { mac } = keyboard;
  const held = mac ? stroke.metaKey && !stroke.ctrlKey : stroke.ctrlKey && stroke.shiftKey && !stroke.altKey && !stroke.metaKey;
  if (!held) return undefined;
  const prefix = mac ? (stroke.shiftKey ? "⇧" : "") + (stroke.altKey ? "⌥" : "") : "";
  const digit = /^Digit([1-9])$/.exec(stroke.code)?.[1];
  const wanted = prefix + (digit === undefined ? stroke.code : "Digit");
  const id = WINDOW_COMMANDS.find((command) => keysOf(command, keyboard) === wanted)?.id;
  if (id === undefined) return undefined;
  return digit === undefined ? { id } : { id, digit: Number(digit) };
}

/** The keys of a command's chord, in the notation of the table. */
function keysOf({ chord }: WindowCommand, { mac, browser }: Keyboard): string | undefined {
  const keys = (browser && chord?.inBrowser) || chord;
  return mac ? keys?.mac : keys?.other;
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
  Enter: "⏎",
  Backspace: "⌫",
  Delete: "Del",
  ArrowRight: "→",
  ArrowLeft: "←",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Digit: "1–9",
  Digit0: "0",
  Equal: "+",
  Minus: "−",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
};

/** How a command's chord is written on this platform: `⌘⇧J`, `Ctrl+Shift+J`. Empty for a command without one. */
export function chordLabel(id: WindowCommandId, keyboard: Keyboard): string {
  const key = keysOf(windowCommand(id), keyboard);
  if (key === undefined) return "";
  const modifiers = key.replace(/[A-Za-z].*$/, "");
  return (keyboard.mac ? `⌘${modifiers}` : "Ctrl+Shift+") + keyLabel(key.slice(modifiers.length), keyboard);
}

/** How a key is written: `→` for `ArrowRight`, `J` for `KeyJ`. */
export function keyLabel(key: string, keyboard: Keyboard): string {
  if (key.startsWith("⌥") && !keyboard.mac) return `Alt+${keyLabel(key.slice(1), keyboard)}`;
  return KEY_SYMBOLS[key] ?? key.replace(/^Key/, "");
}
