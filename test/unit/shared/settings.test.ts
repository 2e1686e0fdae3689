import { expect, test } from "vitest";
import { chordOf, normalChord } from "../../../shared/settings/chord-text.ts";
import { isQuietAt, type QuietHours } from "../../../shared/settings/quiet-hours.ts";
import { DEFAULT_SETTINGS, readSettings, SETTING_NAMES, SETTINGS } from "../../../shared/settings/settings.ts";
import { plainJson } from "../../../shared/plain-json.ts";

test("the defaults are right by their own checks", () => {
  expect(readSettings(DEFAULT_SETTINGS)).toEqual({ settings: DEFAULT_SETTINGS, faults: [] });
  for (const name of SETTING_NAMES) expect(SETTINGS[name].help).toMatch(/\.$/);
});

const scheme = {
  background: "#000000",
  foreground: "#ffffff",
  cursor: "#ffffff",
  ansi: Array.from({ length: 16 }, () => "#808080"),
};

test("everything can be set", () => {
  const said = {
    ...DEFAULT_SETTINGS,
    theme: "high-contrast",
    darkColorScheme: "Mine",
    colorSchemes: { Mine: scheme },
    terminalFont: "Fira Code",
    keys: { palette: "Ctrl+Shift+P", find: null },
    quietHours: { from: "22:00", to: "07:00", days: ["Mon", "Fri"] },
    port: 4000,
  };
  expect(readSettings(said)).toEqual({ settings: said, faults: [] });
});

test.each([
  [{ flatSession: true }, 'the unknown setting "flatSession" was ignored. Did you mean "flatSessions"?'],
  [{ xyzzy: true }, 'the unknown setting "xyzzy" was ignored'],
  [{ flatSessions: "yes" }, '"flatSessions" must be true or false; false is used instead'],
  [{ port: 0 }, '"port" must be a whole number from 1 to 65535, or null; null is used instead'],
  [{ keepRecordingsDays: 0 }, '"keepRecordingsDays" must be a whole number of at least 1, or null; null is used instead'],
  [{ theme: "pink" }, '"theme" must be one of "system", "dark", "light", "high-contrast"; "system" is used instead'],
  [
    { terminalFont: 'x"; y' },
    '"terminalFont" must be a name of at most 100 characters, without " \\ ; { }, or null; null is used instead',
  ],
  [{ keys: { palete: "Ctrl+Shift+P" } }, '"palete" is no command of the window. Did you mean "palette"?; it is left out'],
  [{ keys: { palette: "p" } }, '"keys.palette" must be a chord such as Ctrl+Shift+K, or a function key, or null; it is left out'],
  [{ quietHours: { from: "22", to: "07:00", days: ["Mon"] } }, '"quietHours.from" must be a time such as 22:00; it is left out'],
  [
    { quietHours: { from: "22:00", to: "07:00", days: ["Mon", "Mon"] } },
    /^"quietHours\.days" must be a list of "Sun", .* at most once; it is left out$/,
  ],
  [
    { colorSchemes: { Mine: { ...scheme, background: "black" } } },
    '"colorSchemes.Mine.background" must be a color such as #1e1e2e; it is left out',
  ],
  [{ attention: { asks: { toast: "no" } } }, '"attention.asks.toast" must be true or false; true is used instead'],
  [[], "not a JSON object; the defaults are used"],
])("%j: the mistake is named, and the default stays", (value, message) => {
  const { settings, faults } = readSettings(value);
  expect(settings).toEqual(DEFAULT_SETTINGS);
  expect(faults).toHaveLength(1);
  expect(faults[0]?.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
});

test("one wrong entry costs only itself", () => {
  const { settings, faults } = readSettings({
    keys: { palette: "Ctrl+Shift+P", find: 3 },
    attention: { failed: { toast: false } },
  });
  expect(settings.keys).toEqual({ palette: "Ctrl+Shift+P" });
  expect(settings.attention.failed).toEqual({ inbox: true, toast: false, notification: true });
  expect(faults.map(({ path }) => path)).toEqual([["keys", "find"]]);
});

test("a chord has one way to be written", () => {
  expect(normalChord("shift+CTRL+k")).toBe("Ctrl+Shift+K");
  expect(normalChord("Cmd+Alt+right")).toBe("Cmd+Alt+Right");
  expect(normalChord("Ctrl+1-9")).toBe("Ctrl+1-9");
  expect(normalChord("F9")).toBe("F9");
  expect(["K", "Shift+K", "Ctrl+", "Ctrl", "Ctrl+Ctrl+K", "Hyper+K", "Ctrl+KK", ""].map(normalChord)).toEqual(
    Array.from({ length: 8 }),
  );
});

test("a keystroke is its chord, by the place of its key", () => {
  const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
  expect(chordOf({ ...none, code: "KeyK", ctrlKey: true, shiftKey: true })).toBe("Ctrl+Shift+K");
  expect(chordOf({ ...none, code: "ArrowLeft", metaKey: true })).toBe("Cmd+Left");
  expect(chordOf({ ...none, code: "Digit3", altKey: true })).toBe("Alt+3");
  expect(chordOf({ ...none, code: "ControlLeft", ctrlKey: true })).toBeUndefined();
});

const at = (day: number, time: string): Date => new Date(`2026-03-0${day}T${time}:00`);
const night: QuietHours = { from: "22:00", to: "07:00", days: ["Mon"] };

test("quiet hours go over midnight, and belong to the day on which they begin", () => {
  // The first of March 2026 is a Sunday.
  expect(
    [at(2, "21:59"), at(2, "22:00"), at(3, "06:59"), at(3, "07:00"), at(3, "23:00"), at(2, "06:00")].map((time) =>
      isQuietAt(night, time),
    ),
  ).toEqual([false, true, true, false, false, false]);
  expect(isQuietAt({ from: "12:00", to: "13:00", days: ["Sun"] }, at(1, "12:30"))).toBe(true);
  expect(isQuietAt({ from: "12:00", to: "13:00", days: ["Sun"] }, at(1, "13:00"))).toBe(false);
  expect(isQuietAt({ from: "08:00", to: "08:00", days: ["Sun"] }, at(2, "07:59"))).toBe(true);
  expect(isQuietAt(null, at(1, "12:00"))).toBe(false);
});

test("comments become blanks, and texts stay", () => {
  const text = '{ // one\n "a": "// no comment, ]", /* two\n */ "b": [1, 2, ], }';
  expect(plainJson(text)).toHaveLength(text.length);
  expect(JSON.parse(plainJson(text))).toEqual({ a: "// no comment, ]", b: [1, 2] });
});
