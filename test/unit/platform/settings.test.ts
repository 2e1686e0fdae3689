import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "../../../electron/platform/settings.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cotty-settings-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function read(text: string | undefined): { settings: Settings; warnings: string[]; path: string } {
  const path = join(directory, "settings.json");
  if (text !== undefined) writeFileSync(path, text);
  const warnings: string[] = [];
  return { settings: readSettings(path, (message) => warnings.push(message)), warnings, path };
}

test("without a file the defaults hold, and nothing is said", () => {
  const { settings, warnings } = read(undefined);
  expect(settings).toEqual({
    flatSessions: false,
    http: false,
    port: null,
    keepRecordingsDays: null,
    keepRecordingsMegabytes: null,
  });
  expect(warnings).toEqual([]);
});

test("what it says counts", () => {
  const said = { flatSessions: true, http: true, port: 4000, keepRecordingsDays: 30, keepRecordingsMegabytes: 5000 };
  const { settings, warnings } = read(JSON.stringify(said));
  expect(settings).toEqual(said);
  expect(warnings).toEqual([]);
});

test("an unknown key is named, with the file and the keys there are; the others count", () => {
  const { settings, warnings, path } = read('{"flatSession": true, "http": true}');
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, http: true });
  const known = "flatSessions, http, port, keepRecordingsDays, keepRecordingsMegabytes";
  expect(warnings).toEqual([`${path}: the unknown setting "flatSession" was ignored. Settings: ${known}`]);
});

test.each([
  ['{"flatSessions": "yes"}', '"flatSessions" must be true or false; false is used instead'],
  ['{"http": 1}', '"http" must be true or false; false is used instead'],
  ['{"port": 0}', '"port" must be a port number (1 to 65535) or null; null is used instead'],
  ['{"port": "4000"}', '"port" must be a port number (1 to 65535) or null; null is used instead'],
  ['{"keepRecordingsDays": 0}', '"keepRecordingsDays" must be a whole number of at least 1, or null; null is used instead'],
  ["[]", "not a JSON object; the defaults are used"],
  ["null", "not a JSON object; the defaults are used"],
])("%s: the file and the fault are named, and the default is used", (text, fault) => {
  const { settings, warnings, path } = read(text);
  expect(settings).toEqual(DEFAULT_SETTINGS);
  expect(warnings).toEqual([`${path}: ${fault}`]);
});

test("a file that is no JSON is named, and the defaults are used", () => {
  const { settings, warnings, path } = read("{");
  expect(settings).toEqual(DEFAULT_SETTINGS);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(path);
});
