import { describe, expect, test } from "vitest";
import { KEY_NAMES, keyToText, parseKeyArguments } from "../../../shared/keys.ts";

const NORMAL = { applicationCursor: false, applicationKeypad: false };
const APPLICATION = { applicationCursor: true, applicationKeypad: true };
const key = (name: string): string => keyToText(name, NORMAL);

describe("one key, however people spell it", () => {
  test.each([
    ["\x03", ["C-c", "c-c", "C-C", "Ctrl+C", "ctrl-c", "Control+c", "^C", "^c", "C+c", "0x03"]],
    ["\x1bx", ["M-x", "A-x", "Alt+x", "alt-x", "Meta+x", "Option+x"]],
    ["\x1bX", ["M-X", "M-S-x", "Alt+Shift+x"]],
    ["\x1b\x18", ["C-M-x", "M-C-x", "Ctrl+Alt+x"]],
    ["\x1b[Z", ["S-Tab", "Shift+Tab", "BTab", "btab", "Backtab", "BackTab"]],
    ["\x1b[A", ["Up", "up", "UP", "ArrowUp", "arrow_up", "UpArrow"]],
    ["\x1b[1;2A", ["S-Up", "Shift+Up", "shift+arrowup"]],
    ["\x1b[1;5D", ["C-Left", "Ctrl+Left", "ctrl-left"]],
    ["\x1b[1;8C", ["C-M-S-Right", "Ctrl+Alt+Shift+Right"]],
    ["\x1b[5~", ["PgUp", "PPage", "PageUp", "page_up", "pageup", "Prior"]],
    ["\x1b[6~", ["PgDn", "PgDown", "NPage", "PageDown"]],
    ["\x1b[5;5~", ["C-PgUp", "Ctrl+PageUp"]],
    ["\x1b[3~", ["Delete", "DC", "Del"]],
    ["\x1b[2~", ["Insert", "IC", "Ins"]],
    ["\x1bOP", ["F1", "f1"]],
    ["\x1b[1;2P", ["S-F1", "Shift+F1"]],
    ["\x1b[15~", ["F5"]],
    ["\x1b[15;5~", ["C-F5"]],
    ["\x1b[25~", ["F13"]],
    ["\x1b", ["Escape", "Esc", "esc", "^["]],
    ["\r", ["Enter", "Return", "CR", "enter"]],
    ["\x1b\r", ["M-Enter", "Alt+Enter"]],
    ["\x7f", ["BSpace", "Backspace", "backspace", "^?"]],
    ["\x1b\x7f", ["M-BSpace"]],
    ["\b", ["C-h", "C-BSpace", "Ctrl+Backspace"]],
    [" ", ["Space", "space"]],
    ["\0", ["C-Space", "Ctrl+Space", "C-@", "^@"]],
    ["\x1f", ["C-_", "C-/"]],
    ["\x1c", ["C-\\", "C-4"]],
    ["+", ["+", "KP+", "numpad_add"]],
    ["5", ["5", "KP5", "kp_5", "numpad5"]],
    ["\u{1f600}", ["0x1F600", "\u{1f600}"]],
  ])("%j", (text, names) => {
    expect(Object.fromEntries(names.map((name) => [name, key(name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, text])),
    );
  });
});

test("modes change what cursor keys and the number pad send, and modifiers what a mode would", () => {
  expect(["Up", "Home", "KP0", "KPEnter", "C-Up", "F1", "Insert"].map((name) => keyToText(name, APPLICATION))).toEqual([
    ...["\x1bOA", "\x1bOH", "\x1bOp", "\x1bOM", "\x1b[1;5A", "\x1bOP", "\x1b[2~"],
  ]);
});

test("every known name sends something, in either mode", () => {
  for (const name of KEY_NAMES) for (const modes of [NORMAL, APPLICATION]) expect(keyToText(name, modes), name).not.toBe("");
});

test.each([
  ["Entr", "Enter"],
  ["Ctrl+Lft", "Left"],
  ["PgeUp", "PageUp"],
  ["F21", "F20"],
  ["Backspce", "Backspace"],
  ["M-Uo", "Up"],
])("an unknown name, %s, is refused with the nearest", (wrong, near) => {
  expect(() => key(wrong)).toThrow(new RegExp(`Unknown key .*Did you mean .*\\b${near}\\b`));
});

test.each(["", "Cmd+c", "std::cout", "C-ü", "0x110000", "0xd800"])("%j is no key", (name) => {
  expect(() => key(name)).toThrow(/Unknown key|not a character/);
});

test("::Key arguments of the command line", () => {
  expect(parseKeyArguments(["::Ctrl+C", ":::Up", "Up", "::"])).toEqual([
    { key: "Ctrl+C" },
    { text: "::Up" },
    { text: "Up" },
    { text: "::" },
  ]);
  expect(() => parseKeyArguments(["::std::cout"])).toThrow('Unknown key "std::cout"');
  expect(() => parseKeyArguments(["::Entr"])).toThrow(/Did you mean Enter, End\? To type ::Entr as text, write :::Entr\./);
});
