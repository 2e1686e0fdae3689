/**
 * Which keys do what (ui.md 4.10). Chords work everywhere; inside a session
 * they are the only keys that are ours. Single keys work in the grid only. Pure.
 */

export type ChordAction =
  | "palette"
  | "toggle-view"
  | "next-needing"
  | "previous-needing"
  | "toggle-drive"
  | "next-session"
  | "previous-session"
  | "nth-session"
  | "new-session"
  | "close-view"
  | "kill"
  | "find"
  | "copy"
  | "sidebar"
  | "inspector";

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

/** `mac` is held with ⌘, `other` with Ctrl+Shift; `⇧` and `⌥` add to the former. Keys are `KeyboardEvent.code`s. */
export const CHORDS: readonly Chord[] = [
  { action: "palette", label: "Search sessions and commands", mac: "KeyK", other: "KeyK" },
  { action: "toggle-view", label: "Open, or back to the overview", mac: "Enter", other: "Enter" },
  { action: "next-needing", label: "Next session that needs you", mac: "KeyJ", other: "KeyJ" },
  { action: "previous-needing", label: "Previous session that needs you", mac: "⇧KeyJ", other: "KeyU" },
  { action: "toggle-drive", label: "Take over, or hand back", mac: "KeyE", other: "KeyE" },
  { action: "next-session", label: "Next session", mac: "⌥ArrowRight", other: "ArrowRight" },
  { action: "previous-session", label: "Previous session", mac: "⌥ArrowLeft", other: "ArrowLeft" },
  { action: "nth-session", label: "Session 1 to 9", mac: "Digit", other: "Digit" },
  { action: "new-session", label: "New session", mac: "KeyT", other: "KeyT" },
  { action: "close-view", label: "Close the view; never kills", mac: "KeyW", other: "KeyW" },
  { action: "kill", label: "Kill…", mac: "Backspace", other: "Delete" },
  { action: "find", label: "Find in the terminal", mac: "KeyF", other: "KeyF" },
  { action: "copy", label: "Copy", mac: "KeyC", other: "KeyC" },
  { action: "sidebar", label: "Show or hide the sidebar", mac: "KeyB", other: "KeyB" },
  { action: "inspector", label: "Who typed what", mac: "KeyL", other: "KeyL" },
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
