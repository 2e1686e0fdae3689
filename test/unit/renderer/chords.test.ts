import { describe, expect, test } from "vitest";
import {
  chordLabel,
  commandsWith,
  type Keyboard,
  type KeyStroke,
  matchChord,
  matchGridKey,
  matchPageKey,
} from "../../../renderer/commands/chords.ts";
import { WINDOW_COMMANDS } from "../../../shared/window-commands.ts";

const linux = { mac: false, browser: false };
const mac = { mac: true, browser: false };
const none = { key: "", code: "", ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const stroke = (change: Partial<KeyStroke>): KeyStroke => ({ ...none, ...change });
const ctrlShift = (code: string): KeyStroke => stroke({ code, ctrlKey: true, shiftKey: true });

test("chords are Ctrl+Shift on Linux and Windows, ⌘ on macOS", () => {
  expect(matchChord(ctrlShift("KeyK"), linux)).toEqual({ id: "palette" });
  expect(matchChord(stroke({ code: "KeyK", metaKey: true }), mac)).toEqual({ id: "palette" });
  expect(matchChord(ctrlShift("KeyK"), mac)).toBeUndefined();
  expect(matchChord(stroke({ code: "KeyK", metaKey: true }), linux)).toBeUndefined();
});

test.each([
  stroke({ key: "c", code: "KeyC", ctrlKey: true }),
  stroke({ key: "Escape", code: "Escape" }),
  stroke({ key: "Tab", code: "Tab" }),
  stroke({ key: "F6", code: "F6" }),
  stroke({ key: "k", code: "KeyK", altKey: true }),
  stroke({ key: "K", code: "KeyK", ctrlKey: true, altKey: true, shiftKey: true }),
])("everything else belongs to the program: %o", (event) => {
  expect(matchChord(event, linux)).toBeUndefined();
});

test("on macOS, Shift and Option make chords of their own", () => {
  expect(matchChord(stroke({ code: "KeyJ", metaKey: true }), mac)?.id).toBe("next-needing");
  expect(matchChord(stroke({ code: "KeyJ", metaKey: true, shiftKey: true }), mac)?.id).toBe("previous-needing");
  expect(matchChord(stroke({ code: "ArrowRight", metaKey: true, altKey: true }), mac)?.id).toBe("next-session");
  expect(matchChord(stroke({ code: "ArrowRight", metaKey: true }), mac)).toBeUndefined();
});

test("digits name the nth session", () => {
  expect(matchChord(ctrlShift("Digit3"), linux)).toEqual({ id: "nth-session", digit: 3 });
  expect(matchChord(ctrlShift("Digit0"), linux)).toEqual({ id: "text-reset" });
});

test("no two commands share a chord", () => {
  const chords = WINDOW_COMMANDS.flatMap(({ chord }) => chord ?? []);
  expect(chords.length).toBeGreaterThan(10);
  expect(new Set(chords.map(({ mac }) => mac)).size).toBe(chords.length);
  expect(new Set(chords.map(({ other }) => other)).size).toBe(chords.length);
});

/**
 * What no page can have, for the browser takes it first. Chromium: the commands of
 * `BrowserCommandController::IsReservedCommandOrKey` (new and reopened tabs and windows, the next and previous tab,
 * close, quit). Firefox: the keys that `browser-sets.inc.xhtml` marks as reserved (new, close, private window, quit).
 */
const RESERVED = {
  other: ["KeyN", "KeyT", "KeyW", "KeyP", "KeyQ", "Tab", "PageUp", "PageDown"],
  mac: ["KeyN", "KeyT", "KeyW", "KeyQ", "KeyM", "KeyH", "⇧KeyN", "⇧KeyT", "⇧KeyW", "⇧KeyP", "⇧KeyQ", "⌥ArrowRight", "⌥ArrowLeft"],
} as const;

test.each(["other", "mac"] as const)("in a browser, no chord is one that the browser keeps for itself: %s", (system) => {
  const chords = WINDOW_COMMANDS.flatMap(({ chord }) => (chord ? (chord.inBrowser ?? chord)[system] : []));
  expect(chords.filter((keys) => (RESERVED[system] as readonly string[]).includes(keys))).toEqual([]);
  expect(new Set(chords).size).toBe(chords.length);
});

test("in a browser, a new session and closing a view have chords of their own; in the app they are the usual ones", () => {
  const inBrowser = { mac: false, browser: true };
  expect(matchChord(ctrlShift("KeyX"), inBrowser)?.id).toBe("close-view");
  expect(matchChord(ctrlShift("KeyW"), inBrowser)).toBeUndefined();
  expect(matchChord(ctrlShift("KeyW"), linux)?.id).toBe("close-view");
  expect(chordLabel("new-session", inBrowser)).toBe("Ctrl+Shift+O");
});

test("chords are written as the platform does", () => {
  expect(chordLabel("toggle-view", mac)).toBe("⌘⏎");
  expect(chordLabel("previous-needing", mac)).toBe("⌘⇧J");
  expect(chordLabel("kill", linux)).toBe("Ctrl+Shift+Del");
});

test("single keys are for the grid, and only without modifiers", () => {
  expect(matchGridKey(stroke({ key: "j" }))).toBe("move-down");
  expect(matchGridKey(stroke({ key: "?", shiftKey: true }))).toBe("shortcuts");
  expect(matchGridKey(stroke({ key: "j", ctrlKey: true }))).toBeUndefined();
  const keys = WINDOW_COMMANDS.flatMap(({ gridKeys }) => gridKeys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test("F6 goes to the next region and Shift+F6 to the one before; Alt+F2 shows the text; other modifiers make it the program's", () => {
  expect(matchPageKey(stroke({ key: "F6" }))).toBe("next-region");
  expect(matchPageKey(stroke({ key: "F6", shiftKey: true }))).toBe("previous-region");
  expect(matchPageKey(stroke({ key: "F6", ctrlKey: true }))).toBeUndefined();
  expect(matchPageKey(stroke({ key: "F2", altKey: true }))).toBe("accessible-view");
});

describe("chords that a person has chosen", () => {
  const own = (keys: Record<string, string | null>): Keyboard => ({ ...linux, keys });

  test("take the place of the command's own", () => {
    const keyboard = own({ palette: "Ctrl+Shift+P" });
    expect(matchChord(ctrlShift("KeyP"), keyboard)?.id).toBe("palette");
    expect(matchChord(ctrlShift("KeyK"), keyboard)).toBeUndefined();
    expect(chordLabel("palette", keyboard)).toBe("Ctrl+Shift+P");
    expect(chordLabel("palette", { ...own({ palette: "Cmd+Alt+P" }), mac: true })).toBe("⌘⌥P");
  });

  test("may be nothing", () => {
    const keyboard = own({ palette: null });
    expect(matchChord(ctrlShift("KeyK"), keyboard)).toBeUndefined();
    expect(chordLabel("palette", keyboard)).toBe("");
  });

  test("come before those of the table, and the conflict is found from both sides", () => {
    const keyboard = own({ restart: "Ctrl+Shift+K" });
    expect(matchChord(ctrlShift("KeyK"), keyboard)?.id).toBe("restart");
    expect(commandsWith("Ctrl+Shift+K", keyboard).map(({ id }) => id)).toEqual(expect.arrayContaining(["palette", "restart"]));
    expect(commandsWith("Ctrl+Alt+F9", keyboard)).toEqual([]);
  });

  test("may need other modifiers, or none but a function key", () => {
    const keyboard = own({ palette: "F9", find: "Ctrl+Alt+F" });
    expect(matchChord(stroke({ code: "F9" }), keyboard)?.id).toBe("palette");
    expect(matchChord(stroke({ code: "KeyF", ctrlKey: true, altKey: true }), keyboard)?.id).toBe("find");
    expect(matchChord(stroke({ code: "KeyF", ctrlKey: true }), keyboard)).toBeUndefined();
  });

  test("with a digit, one stands for all of them; a chord for one digit comes before it, and is a conflict", () => {
    const keyboard = own({ "nth-session": "Ctrl+Alt+1-9", grid: "Ctrl+Alt+1" });
    const press = (code: string): KeyStroke => stroke({ code, ctrlKey: true, altKey: true });
    expect(matchChord(press("Digit3"), keyboard)).toEqual({ id: "nth-session", digit: 3 });
    expect(matchChord(press("Digit1"), keyboard)).toEqual({ id: "grid" });
    expect(commandsWith("Ctrl+Alt+1", keyboard).map(({ id }) => id)).toEqual(expect.arrayContaining(["nth-session", "grid"]));
    expect(chordLabel("nth-session", keyboard)).toBe("Ctrl+Alt+1–9");
  });
});
