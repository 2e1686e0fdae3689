/** The end of what `npm test` prints, from reports that the real runners write about tests that fail. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

type Result = { passed: number; skipped: number; failures: string[] };
type Readers = {
  readonly vitestResult: (report: unknown, strayErrors: unknown, folder: string) => Result;
  readonly playwrightResult: (report: unknown, folder: string) => Result;
  readonly failedWindows: (report: unknown) => string[];
};

const checkout = resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "cotty-reports-"));
let readers: Readers;

const UNIT_TESTS = `
import { describe, expect, test } from "vitest";
test("good", () => expect(1).toBe(1));
test("bad", () => expect(1).toBe(2));
test.skip("left out", () => {});
describe("a group", () => void test("bad inside", () => expect(1).toBe(2)));
`;
const HOOK_TEST = `
import { beforeAll, test } from "vitest";
beforeAll(() => { throw new Error("no room"); });
test("never run", () => {});
`;
const GROUP_HOOK_TEST = `
import { beforeAll, describe, test } from "vitest";
describe("a group", () => {
  beforeAll(() => { throw new Error("no room"); });
  test("never run", () => {});
});
`;
const STRAY_TESTS = `
import { expect, test } from "vitest";
test("good", async () => {
  void Promise.reject(new Error("nobody cares"));
  await new Promise(setImmediate);
  expect(1).toBe(1);
});
`;
const END_TO_END_TESTS = `
import { expect, test } from "@playwright/test";
test("good", () => expect(1).toBe(1));
test.skip("left out", () => {});
test.describe("a group", () => void test("bad inside", () => expect(1).toBe(2)));
`;
const PLAYWRIGHT_CONFIG = `
import { defineConfig } from "@playwright/test";
export default defineConfig({
  testMatch: "*.e2e.ts",
  reporter: [["json", { outputFile: "e2e.json" }]],
  projects: [{ name: "browser" }, { name: "desktop" }],
});
`;

beforeAll(async () => {
  readers = (await import(join(checkout, "scripts/test-reports.mjs"))) as Readers;
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a tool on these files, all of which it must find wanting. */
function reportOf(args: readonly string[], files: Readonly<Record<string, string>>, report: string): unknown {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const [tool = "", ...rest] = args;
  const env = { ...process.env, STRAY_ERRORS_FILE: join(folder, "stray.json") };
  const { status } = spawnSync(join(checkout, "node_modules/.bin", tool), rest, { cwd: folder, env });
  expect(status).toBe(1);
  return read(report);
}

function read(report: string): unknown {
  return JSON.parse(readFileSync(join(folder, report), "utf8"));
}

test("vitest: failed tests by name, and files that failed in a hook or could not be loaded", () => {
  const report = reportOf(
    ["vitest", "run", "--reporter=json", "--outputFile.json=unit.json"],
    {
      "a.test.ts": UNIT_TESTS,
      "broken.test.ts": 'import "./nowhere.ts";',
      "group-hook.test.ts": GROUP_HOOK_TEST,
      "hook.test.ts": HOOK_TEST,
    },
    "unit.json",
  );
  const { failures, ...counts } = readers.vitestResult(report, [], folder);
  expect(counts).toEqual({ passed: 1, skipped: 3 });
  expect(failures.sort()).toEqual([
    "a.test.ts › a group › bad inside: AssertionError: expected 1 to be 2 // Object.is equality",
    "a.test.ts › bad: AssertionError: expected 1 to be 2 // Object.is equality",
    expect.stringMatching(/^broken\.test\.ts › Cannot find module '\.\/nowhere\.ts'/),
    "group-hook.test.ts › a hook failed",
    "hook.test.ts › no room",
  ]);
});

test("vitest: an error that belongs to no test, with where it was raised and what ran then", () => {
  const report = reportOf(
    [
      "vitest",
      "run",
      "stray",
      "--reporter=json",
      `--reporter=${join(checkout, "scripts/stray-errors.mjs")}`,
      "--outputFile.json=unit.json",
    ],
    { "stray.test.ts": STRAY_TESTS },
    "unit.json",
  );
  expect(readers.vitestResult(report, read("stray.json"), folder)).toEqual({
    passed: 1,
    skipped: 0,
    failures: [
      expect.stringMatching(
        /^outside of any test: Error: nobody cares, at .*stray\.test\.ts:4:\d+\)?, during stray\.test\.ts › good$/,
      ),
    ],
  });
});

test("Playwright: failed tests by name, once for each project that ran them", () => {
  const files = { "a.e2e.ts": END_TO_END_TESTS, "playwright.config.ts": PLAYWRIGHT_CONFIG };
  const report = reportOf(["playwright", "test"], files, "e2e.json");
  expect(readers.playwrightResult(report, "test/e2e/")).toEqual({
    passed: 2,
    skipped: 2,
    failures: ["browser", "desktop"].map(
      (project) =>
        `test/e2e/a.e2e.ts › a group › bad inside (${project}): Error: expect(received).toBe(expected) // Object.is equality`,
    ),
  });
  const windows = readers.failedWindows(report);
  expect(windows).toHaveLength(2);
  for (const window of windows) expect(readFileSync(window, "utf8")).toContain("bad inside");
});
