import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readSchemes } from "../../../renderer/settings/scheme-files.ts";
import { DEFAULT_SETTINGS, readSettings } from "../../../shared/settings/settings.ts";

const fixture = (name: string): string => readFileSync(resolve(import.meta.dirname, "../../fixtures/schemes", name), "utf8");

const ANSI = (
  "#1b2b34 #ec5f67 #99c794 #fac863 #6699cc #c594c5 #5fb3b3 #c0c5ce " +
  "#65737e #f97b58 #a9d7a4 #ffd873 #76a9dc #d5a4d5 #6fc3c3 #ffffff"
).split(" ");
const HARBOR = { background: "#101c24", foreground: "#d8dee9", cursor: "#f0a868", ansi: ANSI };

test("iTerm2: shares of the channels become colors, and the file names the scheme", () => {
  expect(readSchemes(fixture("Harbor.itermcolors"), "Harbor.itermcolors")).toEqual([{ name: "Harbor", scheme: HARBOR }]);
});

test("Windows Terminal: all schemes of its settings, with their comments; one alone, too", () => {
  const text = fixture("windows-terminal-settings.jsonc");
  expect(readSchemes(text, "settings.json")).toEqual([
    { name: "Harbor", scheme: HARBOR },
    { name: "Harbor Night", scheme: HARBOR },
  ]);
  const one = /\{[^{}]*"name": "Harbor"[^{}]*\}/.exec(text)?.[0] ?? "";
  expect(readSchemes(one, "")).toEqual([{ name: "Harbor", scheme: HARBOR }]);
  expect(readSchemes(one.replace(/"cursorColor".*\n/, ""), "")[0]?.scheme.cursor).toBe(HARBOR.foreground);
});

test("base16 has six colors twice; base24 has bright ones of its own", () => {
  const [base16] = readSchemes(fixture("harbor-base16.yaml"), "x.yaml");
  expect(base16?.name).toBe("Harbor");
  expect(base16?.scheme).toMatchObject({ background: "#101c24", foreground: "#d8dee9", cursor: "#d8dee9" });
  expect(base16?.scheme.ansi.slice(9, 15)).toEqual(base16?.scheme.ansi.slice(1, 7));
  expect(base16?.scheme.ansi.slice(1, 7)).toEqual(ANSI.slice(1, 7));
  const [base24] = readSchemes(fixture("harbor-base24.yaml"), "x.yaml");
  expect(base24?.name).toBe("Harbor 24");
  expect(base24?.scheme.ansi.slice(9, 15)).toEqual(ANSI.slice(9, 15));
});

test("what is imported is right by the settings' own checks, whatever it is called", () => {
  for (const name of ['a"b\\c;{d}.itermcolors', "__proto__.itermcolors", `${"long".repeat(50)}.itermcolors`, ".itermcolors"]) {
    const [imported] = readSchemes(fixture("Harbor.itermcolors"), name);
    const colorSchemes = { [imported?.name ?? ""]: imported?.scheme };
    expect(readSettings({ colorSchemes })).toEqual({ settings: { ...DEFAULT_SETTINGS, colorSchemes }, faults: [] });
  }
});

const ITERM = '<?xml version="1.0"?><plist><dict>';

test.each([
  ["", "it is empty"],
  ["hello", "it is none of these: a scheme of Windows Terminal (JSON), iTerm2 (XML), base16 or base24 (YAML)"],
  ["\u0000\u0001binary", "it is none of these: a scheme of Windows Terminal (JSON), iTerm2 (XML), base16 or base24 (YAML)"],
  ["bplist00\u0001", "it is a binary property list. On macOS, the command plutil -convert xml1 makes it one in XML"],
  ["{ broken", "it begins as JSON, and is none"],
  ["[]", 'its list "schemes" is empty'],
  ["[1]", "a color scheme is an object in JSON"],
  ['{"name": "x"}', '"foreground" is missing'],
  ['{"foreground": "white"}', '"foreground" must be a color such as #1e1e2e'],
  [ITERM, '"Foreground Color" is missing'],
  [
    `${ITERM}<key>Foreground Color</key><dict><key>Red Component</key><real>2</real></dict>`,
    '"Foreground Color" has no red component from 0 to 1',
  ],
  ["base00: 123456", "base05 is missing"],
  ["base00: 12345\nbase05: 123456", "base00 must be a color such as #1e1e2e"],
])("a bad file gets words: %j", (text, message) => {
  expect(() => readSchemes(text, "x")).toThrow(message);
});
