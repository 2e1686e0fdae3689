import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SettingsFile } from "../../../electron/settings/settings-file.ts";
import { DEFAULT_SETTINGS } from "../../../shared/settings/settings.ts";
import { until } from "../../support/until.ts";

let directory: string;
let path: string;
let warnings: string[];
const files: SettingsFile[] = [];
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "cotty-settings-")));
  path = join(directory, "settings.json");
  warnings = [];
});
afterEach(() => {
  for (const file of files.splice(0)) file[Symbol.dispose]();
  rmSync(directory, { recursive: true, force: true });
});

/** The settings of a file with this text; without a text, there is no file. */
function open(text?: string): SettingsFile {
  if (text !== undefined) writeFileSync(path, text);
  const file = new SettingsFile(path, (message) => warnings.push(message));
  files.push(file);
  return file;
}

const text = (): string => readFileSync(path, "utf8");

test("without a file the defaults hold, and nothing is said", () => {
  const { state } = open();
  expect(state).toEqual({ settings: DEFAULT_SETTINGS, given: [], faults: [], isBroken: false, file: path });
  expect(warnings).toEqual([]);
});

test("what it says counts, with comments and a comma too many", () => {
  const { state } = open('{\n  // for the evening\n  "theme": "dark", /* and */ "keepRecordingsDays": 30,\n}\n');
  expect(state.settings).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", keepRecordingsDays: 30 });
  expect(state.given).toEqual(["theme", "keepRecordingsDays"]);
  expect(state.faults).toEqual([]);
});

test("V5 a mistake is told with its line, in the log too, and the rest counts", () => {
  const { state } = open('{\n  "them": "dark",\n  "http": true,\n  "attention": {\n    "asks": { "toast": 1 }\n  }\n}');
  expect(state.settings).toEqual({ ...DEFAULT_SETTINGS, http: true });
  expect(state.faults).toEqual([
    'line 2: the unknown setting "them" was ignored. Did you mean "theme"?',
    'line 5: "attention.asks.toast" must be true or false; true is used instead',
  ]);
  expect(warnings).toEqual(state.faults.map((fault) => `${path}: ${fault}`));
});

test.each([
  ['{\n  "theme": "dark"\n  "http": true\n}', "line 3: a comma is missing"],
  ['{\n  "theme": dark\n}', "line 2: a word that is no value"],
  ['{\n  "theme": "dark"\n', "line 3: a closing brace } is missing"],
  ["[]", "line 1: not a JSON object"],
  ["null", "line 1: not a JSON object"],
])("a broken file is told with line and reason: %j", (broken, reason) => {
  const { state } = open(broken);
  expect(state.isBroken).toBe(true);
  expect(state.faults).toEqual([`${reason}. The last good settings stay in use`]);
  expect(state.settings).toEqual(DEFAULT_SETTINGS);
});

test("a file that nests too deep is broken, in words", () => {
  const { state } = open(`{"a":${"[".repeat(9000)}${"]".repeat(9000)}}`);
  expect(state.faults).toEqual(["it is excessively nested: more than 500 levels. The last good settings stay in use"]);
});

test("a change keeps comments, order and layout, and touches nothing else", () => {
  const file = open(
    '{\n    // the room is dark\n    "theme": "dark", // since May\n    "unknown": 1,\n    "attention": {\n        // no toasts\n        "asks": { "inbox": true, "toast": false, "notification": true }\n    }\n}\n',
  );
  const { asks, ...others } = DEFAULT_SETTINGS.attention;
  file.change({
    set: JSON.stringify({
      theme: "light",
      attention: { ...others, asks: { ...asks, toast: false, notification: false } },
      textSize: 14,
    }),
  });
  expect(text()).toContain("// the room is dark");
  expect(text()).toContain('"theme": "light", // since May');
  expect(text()).toContain('"unknown": 1');
  expect(text()).toContain("// no toasts");
  expect(text()).toContain('"notification": false');
  expect(file.settings).toMatchObject({ theme: "light", textSize: 14 });
  expect(file.settings.attention.asks).toEqual({ inbox: true, toast: false, notification: false });
  file.change({ reset: ["theme", "attention", "textSize"] });
  expect(file.settings).toEqual(DEFAULT_SETTINGS);
  expect(text()).toContain('"unknown": 1');
});

test("a change makes the file, for its owner alone, and leaves no other file", () => {
  const file = open();
  file.change({ set: JSON.stringify({ http: true }) });
  expect(JSON.parse(text())).toEqual({ http: true });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(["settings.json"]);
});

test("a wrong value changes nothing, and the words name the setting", () => {
  const file = open('{ "theme": "dark" }');
  expect(() => file.change({ set: JSON.stringify({ textSize: 3 }) })).toThrow(
    '"textSize" must be 0, or a whole number from 6 to 64',
  );
  expect(text()).toBe('{ "theme": "dark" }');
});

test("V5 a broken file is not written, and the last good settings stay", () => {
  const file = open('{ "theme": "dark" }');
  writeFileSync(path, '{ "theme": ');
  expect(() => file.change({ set: JSON.stringify({ http: true }) })).toThrow(
    /settings\.json is not changed, because it cannot be read\. Mend it first: line 1: /,
  );
  expect(text()).toBe('{ "theme": ');
  expect(file.settings.theme).toBe("dark");
});

test("the file is read again when somebody else changes it, also in one step, and told once", async () => {
  const file = open('{ "theme": "dark" }');
  const themes: string[] = [];
  file.onChanged(({ settings }) => themes.push(settings.theme));
  file.follow();
  writeFileSync(path, '{ "theme": "light" }');
  await until("the change is noticed", () => themes.length === 1);
  writeFileSync(`${path}.new`, '{ "theme": "high-contrast" }');
  rmSync(path);
  writeFileSync(path, '{ "theme": "high-contrast" }');
  await until("the new file is noticed", () => themes.includes("high-contrast"));
  file.change({ set: JSON.stringify({ theme: "dark" }) });
  expect(file.settings.theme).toBe("dark");
  expect(themes.filter((theme) => theme === "dark")).toEqual(["dark"]);
});

test("a link stays a link: the file that it leads to is changed and followed", async () => {
  mkdirSync(join(directory, "dotfiles"));
  const real = join(directory, "dotfiles", "cotty.json");
  writeFileSync(real, '{ "theme": "dark" }');
  symlinkSync(real, path);
  const file = open();
  file.follow();
  file.change({ set: JSON.stringify({ theme: "light" }) });
  expect(readFileSync(real, "utf8")).toContain('"light"');
  expect(
    readdirSync(directory, { withFileTypes: true })
      .find(({ name }) => name === "settings.json")
      ?.isSymbolicLink(),
  ).toBe(true);
  writeFileSync(real, '{ "theme": "dark" }');
  await until("the change is noticed", () => file.settings.theme === "dark");
});
