/** What was measured, as tables: a row for each program, what was not right, and the shares of each set. */
import { median, percentile, printTable } from "../measure.mjs";

const VERDICTS = ["right", "misnamed", "early", "lost", "unsent", "timeout", "no truth"];
/** What was right, and later than an agent should have to wait. */
const LATE_MS = 250;
const LATE = `> ${LATE_MS} ms`;

const count = (results, verdict) => results.filter((result) => result.verdict === verdict).length;
const lateness = (results) => results.flatMap(({ lateMs }) => lateMs ?? []);
/** As a text: these tables tell no fractions, and nothing where there is nothing. */
const whole = (number) => (number === undefined || Number.isNaN(number) ? "" : String(Math.round(number)));
const some = (number) => (number === 0 ? "" : whole(number));

function figures(results) {
  const late = lateness(results);
  return {
    steps: some(results.length),
    ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, some(count(results, verdict))])),
    [LATE]: some(late.filter((ms) => ms > LATE_MS).length),
    "late p50": whole(median(late)),
    "late max": late.length > 0 ? whole(Math.max(...late)) : "",
  };
}

/** Of the steps whose truth is known. */
function shares(results) {
  const judged = results.filter(({ verdict }) => verdict !== "no truth");
  const late = lateness(judged);
  const share = (...verdicts) => {
    const part = verdicts.reduce((sum, verdict) => sum + count(judged, verdict), 0) / judged.length;
    return `${(100 * part).toFixed(1)} %`;
  };
  return {
    steps: whole(judged.length),
    right: share("right"),
    "right or misnamed": share("right", "misnamed"),
    ...Object.fromEntries(["early", "lost", "unsent", "timeout"].map((verdict) => [verdict, share(verdict)])),
    [LATE]: whole(late.filter((ms) => ms > LATE_MS).length),
    "late p50": whole(percentile(late, 0.5)),
    "late p95": whole(percentile(late, 0.95)),
    "late max": whole(Math.max(...late)),
  };
}

const early = ({ earlyMs, sawAnswer }) =>
  earlyMs === undefined ? "" : `${whole(earlyMs)}${sawAnswer ? ", only the prompt is missing" : ""}`;

const cells = ({ program, step, wait, verdict, ended = "", ...rest }) => ({
  program,
  step,
  wait,
  verdict,
  ended,
  "ms early": early(rest),
});

/** `measured`: for each row its results, or the reason why it was not driven. */
export function report(measured, { verbose = false } = {}) {
  printTable(
    "Waits: does a wait end when the program is back at its prompt?",
    measured.map(({ row: { name, kind, set }, results, reason }) => ({
      program: name,
      kind,
      set,
      ...figures(results),
      note: reason ? `not here: ${reason}` : "",
    })),
  );
  const wrong = measured.flatMap(({ row, results }) =>
    results.filter(({ verdict }) => verdict !== "right").map((result) => ({ program: row.name, ...result })),
  );
  if (wrong.length > 0) printTable("Not right", wrong.map(cells));
  if (verbose)
    for (const { program, step, verdict, detail } of wrong) console.log(`\n${program}, ${step}: ${verdict}\n${detail}`);
  const totals = ["tuned", "held-out", "all"].flatMap((set) => {
    const results = measured.filter(({ row }) => set === "all" || row.set === set).flatMap(({ results }) => results);
    return results.length > 0 ? [{ set, ...shares(results) }] : [];
  });
  // One set alone is all.
  printTable("Totals", totals.length === 2 ? totals.slice(0, 1) : totals);
}
