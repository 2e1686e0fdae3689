/**
 * What the JSON reports of the test runners say: how many tests passed, how many
 * were left out, and those that failed, as `file › group › test: why`. Continuous
 * integration keeps the end of its output longer than the rest: there they must be enough.
 */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const MAX_WHY = 300;

/**
 * Reads the report of a run of vitest, and its errors that belong to no test (see
 * stray-errors.mjs). `folder` is what the names of files are relative to.
 */
export function vitestResult(report, strayErrors, folder) {
  const failures = report.testResults.flatMap((file) => failuresInFile(file, relative(folder, file.name)));
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failures, ...strayErrors.map((error) => strayError(error, folder))],
  };
}

/** The error, where our code raised it, and which test ran at that time: it need not be the one to blame. */
function strayError({ name, message, stack = "", VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }, folder) {
  const frame = stack.split("\n").find((line) => line.includes(folder) && !line.includes("node_modules"));
  const during = [...(file === undefined ? [] : [relative(folder, file)]), ...(test === undefined ? [] : [test])];
  return [
    `outside of any test: ${name}: ${firstLine(message)}`,
    ...(frame === undefined ? [] : [frame.trim().replaceAll(`${folder}/`, "")]),
    ...(during.length === 0 ? [] : [`during ${during.join(" › ")}`]),
  ].join(", ");
}

/** A file can fail without a failed test: when it cannot be loaded, or when a hook fails. */
function failuresInFile({ status, message, assertionResults }, name) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length > 0)
    return failed.map(
      ({ ancestorTitles, title, failureMessages: [message] }) => [name, ...ancestorTitles, title].join(" › ") + why(message),
    );
  return status === "failed" ? [`${name} › ${firstLine(message) || "a hook failed"}`] : [];
}

/** Reads the report of a run of Playwright. `folder` is where its tests are. */
export function playwrightResult({ stats, suites, errors }, folder) {
  return {
    passed: stats.expected + stats.flaky,
    skipped: stats.skipped,
    failures: [...suites.flatMap((suite) => failuresInSuite(suite, folder)), ...errors.map(({ message }) => firstLine(message))],
  };
}

/** The title of the outermost suite is the name of its file. */
function failuresInSuite({ title, specs = [], suites = [] }, path) {
  const name = path.endsWith("/") ? `${path}${title}` : `${path} › ${title}`;
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) => `${name} › ${spec.title} (${projectName})${why(results.at(-1)?.error?.message)}`),
  );
  return [...failed, ...suites.flatMap((suite) => failuresInSuite(suite, name))];
}

/** The files in which Playwright wrote what each failed test's window showed, and where the keyboard was. */
export function failedWindows({ suites }) {
  const specsIn = ({ specs = [], suites: inner = [] }) => [...specs, ...inner.flatMap(specsIn)];
  const results = suites.flatMap(specsIn).flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return results.flatMap(({ attachments }) => attachments.filter(({ name }) => name === "error-context").map(({ path }) => path));
}

/** What follows a failed test's name: the first line of its error, or as much of it as is read in a list. */
function why(message) {
  const line = stripVTControlCharacters(firstLine(message));
  return line === "" ? "" : `: ${line.length > MAX_WHY ? `${line.slice(0, MAX_WHY)}…` : line}`;
}

function firstLine(text = "") {
  return text.trim().split("\n", 1)[0];
}
