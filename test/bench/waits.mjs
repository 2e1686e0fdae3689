/**
 * Whether a wait ends when the program is back at its prompt: not earlier, and
 * not later. Real programs are driven as agents drive them. How each wait is
 * judged without asking the product stands in `waits/drive.mjs`, what a row of
 * the table is in `waits/table.mjs`.
 *
 * `--quick` drives one or two of each kind, `--only NAME` (may be repeated) the
 * rows whose names begin so, `--set tuned|held-out` one of the two sets,
 * `--rounds N` each row so often. `--json` prints all that was measured,
 * `--verbose` what a step that was not right had answered. COTTY_TEST_CLIENTS=1
 * adds the coding agents, some hundred megabytes each from npm; with
 * COTTY_BENCH_INSTALL=0 nothing is installed from Debian's packages.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { connectHost } from "./cotty-client.mjs";
import { COTTY, median, timeCommand, withTemporaryHome } from "./measure.mjs";
import { drive, Watcher } from "./waits/drive.mjs";
import { report } from "./waits/report.mjs";
import { installPrograms, npmFolder, reasonAgainst } from "./waits/requirements.mjs";
import { startServices } from "./waits/services.mjs";
import { NPM_SETS, QUICK, rows } from "./waits/table.mjs";

/** Programs mostly sleep; more at a time would measure each other's start. */
const AT_A_TIME = 3;
const PROGRAMS = resolve(import.meta.dirname, "waits/programs");

function chosen({ quick, only, set }) {
  if (set !== undefined && set !== "tuned" && set !== "held-out") throw new Error("--set is tuned or held-out");
  const isNamed = ({ name }) => (only ? only.some((each) => name.startsWith(each)) : !quick || QUICK.includes(name));
  const table = rows.filter((row) => (set === undefined || row.set === set) && isNamed(row));
  if (table.length === 0) throw new Error("There is no such row");
  return table;
}

const wantedOf = (table, key) => [...new Set(table.flatMap(({ requires }) => requires?.[key] ?? []))];

/** Installs what is missing, and only that of rows that are going to be driven. Returns the folders of the npm sets. */
function prepare(table) {
  const wanted = table.filter(({ requires }) => !requires?.env || process.env[requires.env] === "1");
  installPrograms(wanted);
  return Object.fromEntries(wantedOf(wanted, "npm").map((name) => [name, npmFolder(name, NPM_SETS[name], PROGRAMS)]));
}

/** Takes up the work in order, so much at a time. */
async function atATime(count, work) {
  const queue = [...work];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/** Two connections to the host in `home`: the one drives, the other watches. `use` drives. */
async function withConnections(home, use) {
  const end = () => spawnSync(process.execPath, [COTTY, "kill-server"], { env: { ...process.env, COTTY_HOME: home } });
  const interrupt = () => {
    end();
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, interrupt);
  const driver = await connectHost(home);
  const watching = await connectHost(home);
  try {
    const watcher = new Watcher(watching);
    await watching.request("host/watch");
    await use({ driver, watcher });
  } finally {
    driver.close();
    watching.close();
    end();
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, interrupt);
  }
}

/** Drives the rows, each for each kind of wait. Returns for each its results, or the reason why it was not driven. */
async function measure(table, folders, rounds) {
  const measured = table.map((row) => ({ row, results: [] }));
  await withTemporaryHome(async (home) => {
    // A database that does not run as root must get to its files.
    chmodSync(home, 0o711);
    const directory = join(home, "w");
    mkdirSync(directory);
    const services = await startServices(wantedOf(table, "service"), home);
    const context = { ...services.values, folders, programs: PROGRAMS };
    for (const one of measured) one.reason = reasonAgainst(one.row, { missingServices: services.missing, folders });
    try {
      await withConnections(home, async (connections) => {
        const runs = measured
          .filter(({ reason }) => reason === undefined)
          .flatMap(({ row, results }) =>
            Array.from({ length: rounds }, () => row.waits ?? ["prompt"])
              .flat()
              .map((wait) => async () => {
                const driven = await drive({ ...row, wait }, { ...connections, directory, context });
                results.push(...driven.map((result) => ({ wait, ...result })));
                process.stderr.write(".");
              }),
          );
        await atATime(AT_A_TIME, runs);
      });
    } finally {
      await services.end();
    }
  });
  process.stderr.write("\n");
  return measured;
}

export async function waits(options = {}) {
  const table = chosen(options);
  const folders = prepare(table);
  const nodeMs = median(timeCommand([process.execPath, "-e", "0"]));
  const startedAt = performance.now();
  const measured = await measure(table, folders, Number(options.rounds ?? 1));
  const seconds = (performance.now() - startedAt) / 1000;
  const verdicts = measured.flatMap(({ results }) => results.map(({ verdict }) => verdict));
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === "no truth"))
    throw new Error("No wait could be judged: the watcher has seen no output of any program");
  if (options.json) {
    const programs = measured.map(({ row: { name, kind, set }, ...rest }) => ({ name, kind, set, ...rest }));
    return console.log(JSON.stringify({ nodeMs, seconds, programs }, null, 2));
  }
  console.log(`\`node -e 0\` takes ${nodeMs.toFixed(0)} ms here. ${table.length} rows in ${seconds.toFixed(0)} s`);
  report(measured, options);
}
