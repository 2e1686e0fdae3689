/**
 * `npm test`: installs and builds what is missing, then runs every check and every
 * test. Its output ends with the names of what failed and, in the last line, the
 * counts. After a failed check the rest still runs.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "./prepare.mjs";
import { bin, root } from "./run.mjs";
import { ensureSystemPrograms } from "./system-programs.mjs";
import { failedWindows, playwrightResult, vitestResult } from "./test-reports.mjs";

ensureSystemPrograms();
prepare();

const reports = mkdtempSync(join(tmpdir(), "cotty-test-reports-"));
const results = [
  check("format", "oxfmt", ["--check"]),
  check("types", "tsc", ["-b"]),
  check("lint", "oxlint", []),
  check("dead code", "knip", []),
  vitest("unit"),
  vitest("integration"),
  // After the others, and alone: these tests have time limits.
  vitest("timing"),
  playwright(),
];
rmSync(reports, { recursive: true, force: true });
report();

/** Runs a tool, which counts as one check. */
function check(name, tool, args) {
  heading(name);
  const passed = bin(tool, args);
  return { name, passed: passed ? 1 : 0, skipped: 0, failures: passed ? [] : [[tool, ...args].join(" ")] };
}

function vitest(project) {
  heading(project);
  const file = join(reports, `${project}.json`);
  const strayErrors = join(reports, `${project}.stray.json`);
  const reporters = ["default", "json", "./scripts/stray-errors.mjs"].map((name) => `--reporter=${name}`);
  const args = ["run", "--project", project, ...reporters, `--outputFile.json=${file}`];
  // Property tests run their full number of cases; see test/support/random.ts.
  const env = { COTTY_FUZZ: "1", ...process.env, STRAY_ERRORS_FILE: strayErrors };
  const succeeded = bin("vitest", args, { env });
  return outcome(project, succeeded, () => vitestResult(readReport(file), readReport(strayErrors), root));
}

function playwright() {
  heading("end to end");
  const file = join(root, "test-results/e2e.json");
  rmSync(file, { force: true });
  const succeeded = bin("playwright", ["test"]);
  return outcome("end to end", succeeded, () => {
    const report = readReport(file);
    // Nobody can fetch a file from a machine of CI.
    if (process.env.CI) for (const window of failedWindows(report)) console.log(`\n${readFileSync(window, "utf8")}`);
    return playwrightResult(report, "test/e2e/");
  });
}

function readReport(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A test runner that wrote no report, or that failed without naming a test, is itself one failure. */
function outcome(name, succeeded, read) {
  try {
    const result = read();
    if (!succeeded && result.failures.length === 0) result.failures.push("the test runner failed; its output above says why");
    return { name, ...result };
  } catch (error) {
    return { name, passed: 0, skipped: 0, failures: [`the test runner wrote no report: ${error.message}`] };
  }
}

function heading(name) {
  console.log(`\n── ${name}`);
}

function report() {
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  const failed = sum(({ failures }) => failures.length);
  const skipped = sum((result) => result.skipped);
  if (failed > 0) console.log("\nFailed:");
  for (const { name, failures } of results) for (const failure of failures) console.log(`  ${name}: ${failure}`);
  console.log(`\n${sum(({ passed }) => passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
