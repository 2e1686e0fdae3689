import { expect, test } from "vitest";
import { chordLabel, type KeyStroke, matchChord, matchGridKey, matchPageKey } from "../../../renderer/commands/chords.ts";
import { WINDOW_COMMANDS } from "../../../shared/window-commands.ts";

const none = { key: "", code: "", ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const stroke = (change: Partial<KeyStroke>): KeyStroke => ({ ...none, ...change });
const ctrlShift = (code: string): KeyStroke => stroke({ code, ctrlKey: true, shiftKey: true });

test("chords are Ctrl+Shift on Linux and Windows, ⌘ on macOS", () => {
  expect(matchChord(ctrlShift("KeyK"), false)).toEqual({ id: "palette" });
  expect(matchChord(stroke({ code: "KeyK", metaKey: true }), true)).toEqual({ id: "palette" });
  expect(matchChord(ctrlShift("KeyK"), true)).toBeUndefined();
  expect(matchChord(stroke({ code: "KeyK", metaKey: true }), false)).toBeUndefined();
});

test.each([
  stroke({ key: "c", code: "KeyC", ctrlKey: true }),
  stroke({ key: "Escape", code: "Escape" }),
  stroke({ key: "Tab", code: "Tab" }),
  stroke({ key: "F6", code: "F6" }),
  stroke({ key: "k", code: "KeyK", altKey: true }),
  stroke({ key: "K", code: "KeyK", ctrlKey: true, altKey: true, shiftKey: true }),
])("everything else belongs to the program: %o", (event) => {
  expect(matchChord(event, false)).toBeUndefined();
});

test("on macOS, Shift and Option make chords of their own", () => {
  expect(matchChord(stroke({ code: "KeyJ", metaKey: true }), true)?.id).toBe("next-needing");
  expect(matchChord(stroke({ code: "KeyJ", metaKey: true, shiftKey: true }), true)?.id).toBe("previous-needing");
  expect(matchChord(stroke({ code: "ArrowRight", metaKey: true, altKey: true }), true)?.id).toBe("next-session");
  expect(matchChord(stroke({ code: "ArrowRight", metaKey: true }), true)).toBeUndefined();
});

test("digits name the nth session", () => {
  expect(matchChord(ctrlShift("Digit3"), false)).toEqual({ id: "nth-session", digit: 3 });
  expect(matchChord(ctrlShift("Digit0"), false)).toBeUndefined();
});

test("no two commands share a chord", () => {
  const chords = WINDOW_COMMANDS.flatMap(({ chord }) => chord ?? []);
  expect(chords.length).toBeGreaterThan(10);
  expect(new Set(chords.map(({ mac }) => mac)).size).toBe(chords.length);
  expect(new Set(chords.map(({ other }) => other)).size).toBe(chords.length);
});

test("chords are written as the platform does", () => {
  expect(chordLabel("toggle-view", true)).toBe("⌘⏎");
  expect(chordLabel("previous-needing", true)).toBe("⌘⇧J");
  expect(chordLabel("kill", false)).toBe("Ctrl+Shift+Del");
});

test("single keys are for the grid, and only without modifiers", () => {
  expect(matchGridKey(stroke({ key: "j" }))).toBe("move-down");
  expect(matchGridKey(stroke({ key: "?", shiftKey: true }))).toBe("shortcuts");
  expect(matchGridKey(stroke({ key: "j", ctrlKey: true }))).toBeUndefined();
  const keys = WINDOW_COMMANDS.flatMap(({ gridKeys }) => gridKeys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test("F6 goes to the next region and Shift+F6 to the one before; other modifiers make it the program's", () => {
  expect(matchPageKey(stroke({ key: "F6" }))).toBe("next-region");
  expect(matchPageKey(stroke({ key: "F6", shiftKey: true }))).toBe("previous-region");
  expect(matchPageKey(stroke({ key: "F6", ctrlKey: true }))).toBeUndefined();
});
