/**
 * Which keys do what. Chords work everywhere; inside a session
 * they are the only keys that are ours. Single keys work in the grid only. Pure.
 */
import { WINDOW_COMMANDS } from "../../shared/window-commands.ts";

type CommandWithChord = Extract<(typeof WINDOW_COMMANDS)[number], { readonly chord: unknown }>;

export type ChordAction = CommandWithChord["id"] | "nth-session";

export type KeyAction =
  | "left"
  | "right"
  | "up"
  | "down"
  | "open"
  | "reply"
  | "take-over"
  | "palette"
  | "grid"
  | "list"
  | "new-session"
  | "shortcuts";

/** The part of a keyboard event that decides. */
export type KeyStroke = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
};

type Chord = { readonly action: ChordAction; readonly label: string; readonly mac: string; readonly other: string };

/** Every chord: those of the window's commands, and one that is no command because it takes a digit. */
export const CHORDS: readonly Chord[] = [
  ...WINDOW_COMMANDS.flatMap((command) =>
    "chord" in command ? [{ action: command.id, label: command.label, ...command.chord }] : [],
  ),
  { action: "nth-session", label: "Session 1 to 9", mac: "Digit", other: "Digit" },
];

/** Single keys of the grid, by what they do. */
export const GRID_KEYS: readonly { readonly action: KeyAction; readonly label: string; readonly keys: readonly string[] }[] = [
  { action: "left", label: "Left", keys: ["ArrowLeft", "h"] },
  { action: "right", label: "Right", keys: ["ArrowRight", "l"] },
  { action: "up", label: "Up", keys: ["ArrowUp", "k"] },
  { action: "down", label: "Down", keys: ["ArrowDown", "j"] },
  { action: "open", label: "Open and type", keys: ["Enter"] },
  { action: "reply", label: "Reply", keys: ["r"] },
  { action: "take-over", label: "Take over", keys: ["e"] },
  { action: "palette", label: "Search", keys: ["/"] },
  { action: "new-session", label: "New session", keys: ["n"] },
  { action: "grid", label: "Grid", keys: ["1"] },
  { action: "list", label: "List", keys: ["2"] },
  { action: "shortcuts", label: "All shortcuts", keys: ["?"] },
];

export type ChordMatch = { readonly action: ChordAction; readonly digit?: number };

/** The chord of a keystroke; `undefined` belongs to whoever has the focus. */
export function matchChord(stroke: KeyStroke, mac: boolean): ChordMatch | undefined {
  const held = mac ? stroke.metaKey && !stroke.ctrlKey : stroke.ctrlKey && stroke.shiftKey && !stroke.altKey && !stroke.metaKey;
  if (!held) return undefined;
  const prefix = mac ? (stroke.shiftKey ? "⇧" : "") + (stroke.altKey ? "⌥" : "") : "";
  const digit = /^Digit([1-9])$/.exec(stroke.code)?.[1];
  const wanted = prefix + (digit === undefined ? stroke.code : "Digit");
  const chord = CHORDS.find(({ mac: onMac, other }) => (mac ? onMac : other) === wanted);
  if (!chord) return undefined;
  return digit === undefined ? { action: chord.action } : { action: chord.action, digit: Number(digit) };
}

/** The grid action of a keystroke without modifiers (Shift only as far as the character needs it). */
export function matchGridKey(stroke: KeyStroke): KeyAction | undefined {
  if (stroke.ctrlKey || stroke.altKey || stroke.metaKey) return undefined;
  return GRID_KEYS.find(({ keys }) => keys.includes(stroke.key))?.action;
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
};

/** How a chord is written on this platform: `⌘⇧J`, `Ctrl+Shift+J`. */
export function chordLabel(action: ChordAction, mac: boolean): string {
  const chord = CHORDS.find((candidate) => candidate.action === action);
  if (!chord) return "";
  const key = mac ? chord.mac : chord.other;
  const modifiers = key.replace(/[A-Za-z].*$/, "");
  return (mac ? `⌘${modifiers}` : "Ctrl+Shift+") + keyLabel(key.slice(modifiers.length));
}

export function keyLabel(key: string): string {
  return KEY_SYMBOLS[key] ?? key.replace(/^Key/, "");
}
