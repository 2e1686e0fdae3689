import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AttentionRulesFile } from "../../../electron/platform/attention-rules-file.ts";

let folder: string;
let path: string;
let warnings: string[];
let file: AttentionRulesFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-rules-"));
  path = join(folder, "attention-rules.json");
  warnings = [];
  file = new AttentionRulesFile(path, (message) => void warnings.push(message));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RULE = { id: 1, program: "make", line: "Job #?", state: "idle", addedAtMs: 5 } as const;

it("keeps rules over a restart, and has none before the first", () => {
  expect(file.load()).toEqual([]);
  file.save([RULE]);
  expect(new AttentionRulesFile(path, () => {}).load()).toEqual([RULE]);
  expect(warnings).toEqual([]);
});

it("leaves out rows that are no rules, with a warning", () => {
  writeFileSync(path, JSON.stringify([RULE, { ...RULE, state: "finished" }, 7]));
  expect(file.load()).toEqual([RULE]);
  expect(warnings).toEqual([`${path}: 2 rows are no rules and do not count`]);
});

it("sets a damaged file aside, so that the next rule does not overwrite it", () => {
  for (const text of ["[{", '{"a":1}']) {
    writeFileSync(path, text);
    expect(file.load()).toEqual([]);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(`${path}.damaged`, "utf8")).toBe(text);
  }
  expect(warnings).toHaveLength(2);
});
