/**
 * Whether a session's state is what a person would say: real programs in the
 * situations of `attention/situations.mjs`. From the moment a situation has begun, each
 * change of the state is noted. `--only NAME` (may be repeated) takes the situations whose
 * names begin so, `--set tuned|held-out` one of the two sets, `--verbose` tells each,
 * `--json` prints what was measured.
 */
import { spawnSync } from "node:child_process";
import { heldOut } from "./attention/held-out.mjs";
import { situations } from "./attention/situations.mjs";
import { connectHost } from "./cotty-client.mjs";
import { COTTY, isInstalled, percentile, printTable, withTemporaryHome } from "./measure.mjs";

/** Programs mostly sleep; more at a time would measure each other's start. */
const AT_A_TIME = 3;
const WATCH_MS = 6000;
/** A state that is wrong for longer than this is a fault. */
const MAY_BE_WRONG_MS = 2000;
const STATES = ["working", "waiting", "idle", "finished", "failed"];

const after = (ms) => new Promise((done) => setTimeout(done, ms));

/** Notes each state of one session, with its time. */
function watchStates(host, id, first) {
  const seen = [{ atMs: 0, state: first.state, reason: first.reason }];
  const begun = performance.now();
  const stop = host.onEvent((name, params) => {
    const changed = name === "sessions/changed" && params.sessions.find((session) => session.id === id);
    if (!changed) return;
    const { state, reason } = changed.attention;
    if (seen.at(-1).state !== state) seen.push({ atMs: performance.now() - begun, state, reason });
  });
  return { seen, stop, elapsedMs: () => performance.now() - begun };
}

/** How long the state was wrong at a stretch, at most, and in all. */
function wrongness(seen, state, totalMs) {
  let longest = 0;
  let sum = 0;
  let since;
  for (const [index, each] of seen.entries()) {
    const endMs = seen[index + 1]?.atMs ?? totalMs;
    if (each.state === state) since = undefined;
    else {
      since ??= each.atMs;
      longest = Math.max(longest, endMs - since);
      sum += endMs - each.atMs;
    }
  }
  return { longest, sum };
}

async function measure(host, { name, state, command, steps = [], ready, forMs = WATCH_MS, afterMs = 0 }) {
  const { session } = await host.request("session/create", {
    command,
    env: { ...process.env, SHELL: "/bin/bash", PAGER: "less", LESS: "" },
  });
  const { id } = session;
  try {
    for (const { shows, type } of steps) {
      const { ended } = await host.request("session/wait", { id, since: 0, until: { pattern: shows, timeoutMs: 20_000 } });
      if (ended !== "match") return { name, state, problem: `does not show ${shows}: ${ended}` };
      await host.request("session/write", { id, input: [{ text: type }] });
    }
    const begun =
      ready === undefined
        ? { ended: "match" }
        : await host.request("session/wait", { id, since: 0, until: { pattern: ready, timeoutMs: 20_000 } });
    if (begun.ended !== "match")
      return { name, state, problem: `does not show ${ready}: ${begun.ended} ${JSON.stringify(begun.text.slice(-100))}` };
    await after(afterMs);
    const now = (await host.request("session/list")).find((each) => each.id === id);
    const watch = watchStates(host, id, now.attention);
    await after(forMs);
    watch.stop();
    const last = watch.seen.at(-1);
    const wrong = wrongness(watch.seen, state, watch.elapsedMs());
    return { name, state, got: last.state, reason: last.reason, longestMs: wrong.longest, wrongMs: wrong.sum, seen: watch.seen };
  } finally {
    await host.request("session/stop", { id });
  }
}

function perState(results) {
  return STATES.map((state) => {
    const expected = results.filter((result) => result.state === state);
    const told = results.filter((result) => result.got === state);
    const right = expected.filter((result) => result.got === state);
    const share = (part, whole) => (whole.length === 0 ? "–" : `${Math.round((100 * part.length) / whole.length)} %`);
    const settled = expected.map(({ longestMs }) => longestMs);
    return {
      state,
      situations: expected.length,
      "found (recall)": share(right, expected),
      "right when told (precision)": share(right, told),
      "median s wrong": (percentile(settled, 0.5) / 1000).toFixed(2),
    };
  });
}

const SETS = { tuned: situations, "held-out": heldOut };

export async function attention({ only, set, json, verbose, quick }) {
  if (set !== undefined && !(set in SETS)) throw new Error("--set is tuned or held-out");
  const isNamed = ({ name }) => !only || only.some((each) => name.startsWith(each));
  const chosen = (set === undefined ? Object.values(SETS).flat() : SETS[set]).filter(
    (each, index) => isNamed(each) && (!quick || index % 5 === 0),
  );
  const missing = chosen.filter(({ needs }) => needs !== undefined && !isInstalled(needs));
  const waiting = chosen.filter((each) => !missing.includes(each));
  const results = [];
  await withTemporaryHome(async (home) => {
    const host = await connectHost(home);
    await host.request("host/watch");
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await measure(host, next));
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    host.close();
    spawnSync(process.execPath, [COTTY, "kill-server"], { env: { ...process.env, COTTY_HOME: home } });
  });
  if (json) return console.log(JSON.stringify(results, undefined, 1));
  const measured = results.filter(({ problem }) => problem === undefined);
  const wrong = measured.filter(({ longestMs, got, state }) => longestMs > MAY_BE_WRONG_MS || got !== state);
  printTable(`The state of a session in ${measured.length} situations`, perState(measured));
  const share = ((100 * (measured.length - wrong.length)) / measured.length).toFixed(1);
  console.log(`Never wrong for more than ${MAY_BE_WRONG_MS / 1000} s: ${share} % of the situations`);
  for (const { name, state, got, reason, seen } of verbose ? measured : wrong) {
    console.log(
      `  ${name}: ${state}, told ${got} (${reason}); ${seen.map((each) => `${each.state} at ${(each.atMs / 1000).toFixed(1)} s`).join(", ")}`,
    );
  }
  for (const { name, problem } of results.filter(({ problem }) => problem !== undefined))
    console.log(`  not measured: ${name} ${problem}`);
  if (missing.length > 0) console.log(`  not installed: ${missing.map(({ name }) => name).join(", ")}`);
}
