import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Log } from "../../../electron/platform/log.ts";
import { readSettings, writeSettings } from "../../../electron/platform/settings.ts";

const defaults = { theme: "dark", columns: 2, watched: [] as string[] };
const warnings: string[] = [];
const log: Log = { info() {}, error() {}, hide() {}, warn: (message) => warnings.push(message) };

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/ct-settings-");
  file = join(directory, "config", "settings.json");
  warnings.length = 0;
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("settings", () => {
  test("what is written is read again; the file is the owner's alone and nothing is left beside it", () => {
    writeSettings(file, { ...defaults, theme: "light" });
    expect(readSettings(file, defaults, log)).toEqual({ theme: "light", columns: 2, watched: [] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(directory, "config"))).toEqual(["settings.json"]);
    expect(readFileSync(file, "utf8").endsWith("}\n")).toBe(true);
  });

  test("no file: the defaults, without a word", () => {
    expect(readSettings(file, defaults, log)).toEqual(defaults);
    expect(warnings).toEqual([]);
  });

  test.each([
    ["half written", '{"theme": "li'],
    ["not an object", "[1]"],
    ["a bomb", `{"theme":"${"x".repeat(300_000)}"}`],
  ])("V5 %s: the defaults and a warning", (_name, text) => {
    writeSettings(file, {});
    writeFileSync(file, text);
    expect(readSettings(file, defaults, log)).toEqual(defaults);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(file);
  });

  test("one value of the wrong type loses only itself; unknown names are ignored", () => {
    writeSettings(file, { theme: 7, columns: 3, watched: {}, auth: "off" });
    expect(readSettings(file, defaults, log)).toEqual({ ...defaults, columns: 3 });
    expect(warnings).toHaveLength(2);
  });
});
