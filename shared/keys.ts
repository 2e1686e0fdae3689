/**
 * Translates named keys into the characters that xterm sends for them. Accepts the
 * names of tmux and terminalcp (`Up`, `C-c`, `M-x`, `S-Tab`, `PPage`, `KP5`), of
 * VS Code (`ctrl+shift+left`, `numpad_add`) and of web browsers (`ArrowUp`).
 * Source of the sequences: XTerm Control Sequences (Thomas Dickey), "PC-Style
 * Function Keys" and "VT220-Style Function Keys".
 */
import { HostError, messageOf } from "./errors.ts";
import { nearestNames } from "./nearest-names.ts";

/** The modes of a screen that change what keys send. */
export type KeyModes = { readonly applicationCursor: boolean; readonly applicationKeypad: boolean };

const ESC = "\x1b";

/** Cursor keys: `CSI x`, `SS3 x` in application cursor mode, `CSI 1;m x` with modifiers. */
const CURSOR: Readonly<Record<string, string>> = { Up: "A", Down: "B", Right: "C", Left: "D", Home: "H", End: "F" };
/** Keys of the form `CSI n ~`. */
const TILDE: Readonly<Record<string, number>> = {
  PageUp: 5,
  PgUp: 5,
  PPage: 5,
  PageDown: 6,
  PgDn: 6,
  NPage: 6,
  Insert: 2,
  IC: 2,
  Delete: 3,
  DC: 3,
  F5: 15,
  F6: 17,
  F7: 18,
  F8: 19,
  F9: 20,
  F10: 21,
  F11: 23,
  F12: 24,
  F13: 25,
  F14: 26,
  F15: 28,
  F16: 29,
  F17: 31,
  F18: 32,
  F19: 33,
  F20: 34,
};
const FUNCTION: Readonly<Record<string, string>> = { F1: "P", F2: "Q", F3: "R", F4: "S" };
const PLAIN: Readonly<Record<string, string>> = {
  Enter: "\r",
  Tab: "\t",
  BTab: `${ESC}[Z`,
  Space: " ",
  Escape: ESC,
  Esc: ESC,
  BSpace: "\x7f",
  Backspace: "\x7f",
};
/** The number pad: the character on the key, or `SS3 x` in application keypad mode. */
const KEYPAD: Readonly<Record<string, { readonly plain: string; readonly application: string }>> = {
  KPEnter: { plain: "\r", application: "M" },
  "KP/": { plain: "/", application: "o" },
  "KP*": { plain: "*", application: "j" },
  "KP-": { plain: "-", application: "m" },
  "KP+": { plain: "+", application: "k" },
  "KP.": { plain: ".", application: "n" },
  ...Object.fromEntries([..."pqrstuvwxy"].map((application, digit) => [`KP${digit}`, { plain: String(digit), application }])),
};
/** Other names for keys, in lower case and without underscores. */
const ALIASES: Readonly<Record<string, string>> = {
  return: "Enter",
  cr: "Enter",
  del: "Delete",
  ins: "Insert",
  arrowup: "Up",
  arrowdown: "Down",
  arrowleft: "Left",
  arrowright: "Right",
  uparrow: "Up",
  downarrow: "Down",
  leftarrow: "Left",
  rightarrow: "Right",
  pgdown: "PageDown",
  prior: "PageUp",
  next: "PageDown",
  backtab: "BTab",
  spacebar: "Space",
  bs: "BSpace",
  numpadenter: "KPEnter",
  numpaddivide: "KP/",
  numpadmultiply: "KP*",
  numpadsubtract: "KP-",
  numpadadd: "KP+",
  numpaddecimal: "KP.",
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`numpad${digit}`, `KP${digit}`])),
};

/** Every key name, as people see it. */
export const KEY_NAMES: readonly string[] = [
  ...Object.keys(CURSOR),
  ...Object.keys(TILDE),
  ...Object.keys(FUNCTION),
  ...Object.keys(PLAIN),
  ...Object.keys(KEYPAD),
];

/** A short list of the names for people and agents, without the number pad and with the function keys as one entry. */
export function keyNamesInShort(): string {
  return [...KEY_NAMES.filter((name) => !/^(KP|F\d)/.test(name)), "F1-F20"].join(" ");
}

/** Made when a key is first named, because each command of the command line loads this file, and most name none. */
let byNormalName: ReadonlyMap<string, string> | undefined;

/** The key with this name or other name. Undefined when there is none. */
function keyNamed(name: string): string | undefined {
  byNormalName ??= new Map([...KEY_NAMES.map((key) => [normalName(key), key] as const), ...Object.entries(ALIASES)]);
  return byNormalName.get(normalName(name));
}

function normalName(name: string): string {
  return name.toLowerCase().replace(/[_ ]/g, "");
}

type Modifiers = { ctrl: boolean; alt: boolean; shift: boolean };

/**
 * The characters that a key sends. Case does not matter. A name may have prefixes:
 * `C-`, `M-` or `A-`, `S-`, or the long forms `Ctrl+`, `Alt+`, `Shift+`, each with
 * `-` or `+`. `^x` means `C-x`, and `0x1F600` is a code point. Throws `bad-request`
 * for an unknown name and suggests similar ones.
 */
export function keyToText(name: string, modes: KeyModes): string {
  const hex = /^0x([0-9a-f]{1,6})$/i.exec(name)?.[1];
  if (hex !== undefined) return codePoint(name, Number.parseInt(hex, 16));
  const { base, modifiers } = splitModifiers(name);
  const keyName = [...base].length > 1 ? keyNamed(base) : undefined;
  if (keyName !== undefined) return special(keyName, modifiers, modes);
  if ([...base].length === 1) return character(name, base, modifiers);
  throw unknownKey(name);
}

function codePoint(name: string, value: number): string {
  if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) {
    throw new HostError("bad-request", `${name} is not a character: code points end at 0x10FFFF`);
  }
  return String.fromCodePoint(value);
}

function splitModifiers(name: string): { base: string; modifiers: Modifiers } {
  const modifiers: Modifiers = { ctrl: false, alt: false, shift: false };
  let base = name;
  if (/^\^.$/u.test(base)) return { base: base.slice(1), modifiers: { ...modifiers, ctrl: true } };
  for (;;) {
    const prefix = /^(?:(C|M|A|S)|(Ctrl|Control|Alt|Meta|Option|Opt|Shift))[+-](?=.)/iu.exec(base);
    if (!prefix) return { base, modifiers };
    const letter = (prefix[1] ?? prefix[2] ?? "").toLowerCase();
    if (letter.startsWith("c")) modifiers.ctrl = true;
    else if (letter.startsWith("s")) modifiers.shift = true;
    else modifiers.alt = true;
    base = base.slice(prefix[0].length);
  }
}

/** xterm's modifier parameter: 1 + shift 1 + alt 2 + ctrl 4. */
function modifierParameter({ ctrl, alt, shift }: Modifiers): number {
  return 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
}

function special(name: string, modifiers: Modifiers, modes: KeyModes): string {
  const parameter = modifierParameter(modifiers);
  const cursor = CURSOR[name];
  if (cursor !== undefined) {
    if (parameter > 1) return `${ESC}[1;${parameter}${cursor}`;
    return modes.applicationCursor ? `${ESC}O${cursor}` : `${ESC}[${cursor}`;
  }
  const tilde = TILDE[name];
  if (tilde !== undefined) return parameter > 1 ? `${ESC}[${tilde};${parameter}~` : `${ESC}[${tilde}~`;
  const fn = FUNCTION[name];
  if (fn !== undefined) return parameter > 1 ? `${ESC}[1;${parameter}${fn}` : `${ESC}O${fn}`;
  const keypad = KEYPAD[name];
  if (keypad) return (modifiers.alt ? ESC : "") + (modes.applicationKeypad ? `${ESC}O${keypad.application}` : keypad.plain);
  return (modifiers.alt ? ESC : "") + plain(name, modifiers);
}

/** The effect of modifiers on keys that have no sequence for them. */
function plain(name: string, { ctrl, shift }: Modifiers): string {
  if (name === "Tab" && shift) return `${ESC}[Z`;
  if (name === "Space" && ctrl) return "\0";
  if ((name === "BSpace" || name === "Backspace") && ctrl) return "\b";
  return PLAIN[name] ?? "";
}

function character(name: string, base: string, { ctrl, alt, shift }: Modifiers): string {
  let text = shift ? base.toUpperCase() : base;
  if (ctrl) {
    const control = controlCharacter(base);
    if (control === undefined) throw unknownKey(name);
    text = control;
  }
  return (alt ? ESC : "") + text;
}

/** What Ctrl sends with a key that is not among `@A-Z[\]^_`, as in xterm. */
const OTHER_CONTROLS: Readonly<Record<string, string>> = {
  "?": "\x7f",
  " ": "\0",
  "2": "\0",
  "3": ESC,
  "4": "\x1c",
  "5": "\x1d",
  "6": "\x1e",
  "7": "\x1f",
  "8": "\x7f",
  "/": "\x1f",
};

/** The control character for Ctrl and this key. Undefined when there is none. */
function controlCharacter(base: string): string | undefined {
  const other = OTHER_CONTROLS[base];
  if (other !== undefined) return other;
  const code = base.toUpperCase().charCodeAt(0);
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code - 0x40) : undefined;
}

const SEND_AS_TEXT = "To type it as text, send it as text.";

function unknownKey(name: string): HostError {
  const near = nearestNames(normalName(splitModifiers(name).base), KEY_NAMES);
  const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Known keys: Enter, Tab, Escape, Up, F1, C-c, M-x …";
  return new HostError("bad-request", `Unknown key "${name}". ${hint} ${SEND_AS_TEXT}`);
}

/**
 * Turns the arguments of `cotty stdin` into input. An argument that begins with `::`
 * names a key. One that begins with `:::` is text that begins with `::`. Any other
 * argument is text.
 */
export function parseKeyArguments(args: readonly string[]): ({ text: string } | { key: string })[] {
  return args.map((arg) => {
    if (arg.startsWith(":::")) return { text: arg.slice(1) };
    if (arg.startsWith("::") && arg.length > 2) return { key: knownKey(arg.slice(2)) };
    return { text: arg };
  });
}

/** The same name. Throws `bad-request` for an unknown one, and says how an argument that begins with `::` is typed as text. */
function knownKey(name: string): string {
  try {
    keyToText(name, { applicationCursor: false, applicationKeypad: false });
    return name;
  } catch (error) {
    throw new HostError("bad-request", messageOf(error).replace(SEND_AS_TEXT, `To type ::${name} as text, write :::${name}.`));
  }
}
