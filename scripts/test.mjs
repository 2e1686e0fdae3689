/**
 * `npm test`: installs and builds what is missing, then runs every check and every
 * test. The last line of its output counts them. After a failed check the rest
 * still runs.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "./prepare.mjs";
import { bin, root } from "./run.mjs";
import { ensureSystemPrograms } from "./system-programs.mjs";

ensureSystemPrograms();
prepare();

const reports = mkdtempSync(join(tmpdir(), "cotty-test-reports-"));
const results = [
  check("format", "oxfmt", ["--check"]),
  check("types", "tsc", ["-b"]),
  check("lint", "oxlint", ["--type-aware", "--deny-warnings"]),
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
  return { name, passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

function vitest(project) {
  heading(project);
  const file = join(reports, `${project}.json`);
  const args = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // Property tests run their full number of cases; see test/support/random.ts.
  const succeeded = bin("vitest", args, { env: { COTTY_FUZZ: "1", ...process.env } });
  return counted(project, succeeded, file, (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests,
    skipped: found.numPendingTests + found.numTodoTests,
  }));
}

function playwright() {
  heading("end to end");
  const file = join(root, "test-results/e2e.json");
  rmSync(file, { force: true });
  const succeeded = bin("playwright", ["test"]);
  return counted("end to end", succeeded, file, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
}

/**
 * The counts in a test runner's report. A runner that failed without a failed test,
 * or that wrote no report, counts as one failure.
 */
function counted(name, succeeded, file, countsOf) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = countsOf(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    console.error(`The ${name} tests wrote no report: ${error.message}`);
    return { name, ...counts, failed: 1 };
  }
  return { name, ...counts, failed: succeeded ? counts.failed : Math.max(1, counts.failed) };
}

function heading(name) {
  console.log(`\n── ${name}`);
}

function report() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failures = results.filter((result) => result.failed > 0).map(({ name, failed }) => `${name} (${failed})`);
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
  const skipped = sum("skipped");
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
