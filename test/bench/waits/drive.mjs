/**
 * Drives one row of the table through a host and judges each wait.
 *
 * Two connections. The *driver* types and waits as an agent does. The *watcher*
 * is attached to the same session and receives its raw output, each piece with
 * its absolute offset, when the host has read it from the terminal. What the
 * host thinks of prompts has no part in what the watcher sees.
 *
 * The truth of a step is a place in the raw output: first what the program
 * alone can have printed (`shows`, mostly the sum of two random numbers that were
 * typed, so no echo can hold it), then the prompt that the row names. The step
 * is judged by comparing that place with the offset that the wait's own
 * answer names, so a delay of the machine or of a socket cannot turn one
 * verdict into another:
 *
 *   right     the answer ends at or behind the place, holds what was shown, and
 *             names a reason the row expects
 *   misnamed  the same, but another reason (`prompt` for a pager, say)
 *   early     the answer ends before the place: the program was still at work
 *   lost      late enough, but what was shown is not in the answer's text
 *   timeout   not ended `GRACE_MS` after the last byte of the place had arrived
 *   unsent    the program never printed it, and the product itself says that what
 *             was typed still stands in the program's input field
 *   no truth  the program itself never printed it otherwise: a fault of the row, or
 *             of the machine. Counted apart; it says nothing about the product
 *
 * Lateness is told of right waits only: from the arrival of the place's last
 * byte at the watcher to the arrival of the answer at the driver. Both come
 * through the same socket of the same process, so what the way costs cancels
 * out. A prompt that comes in several pieces counts from its last named byte.
 *
 * The next step is typed when the truth is there and the output has been still
 * for a moment, whatever the wait said: an early end does not spoil the steps
 * after it.
 */
import { exec } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { RawOutput } from "./raw-output.mjs";

/** A wait that ends later than this after the prompt is a time-out. Some guesses may well need two seconds of quiet. */
const GRACE_MS = 4000;
/** A program that has not done in this time what a step says is broken here. */
const TRUTH_MS = 20_000;
/** The watcher attaches meanwhile, so that it misses nothing. */
const GATE = "sleep 0.2; ";
const STILL_MS = 120;
const STILL_WITHIN_MS = 1000;
const SIZE = { cols: 100, rows: 30 };

/** Sends the raw output of every session to whoever follows it. */
export class Watcher {
  #client;
  #outputs = new Map();

  constructor(client) {
    this.#client = client;
    client.onEvent((method, params) => {
      if (method === "session/output") this.#outputs.get(params.id)?.add(params.offset, params.text);
      if (method === "sessions/changed") for (const { id } of params.sessions) this.#attach(id);
    });
  }

  follow(id) {
    const output = new RawOutput();
    this.#outputs.set(id, Object.assign(output, { isAttached: false }));
    return output;
  }

  forget(id) {
    this.#outputs.delete(id);
  }

  #attach(id) {
    const output = this.#outputs.get(id);
    if (!output || output.isAttached) return;
    output.isAttached = true;
    this.#client.request("session/attach", { id }).catch((error) => console.error(`attach ${id}: ${error.message}`));
  }
}

let lastId = 0;

/** Takes all steps of a row. Returns a verdict for each: `{step, verdict, lateMs?, ended, detail?}`. */
export async function drive(row, { driver, watcher, directory, context }) {
  const id = `w${++lastId}`;
  const folder = join(directory, id);
  mkdirSync(folder);
  const scope = { ...context, folder };
  const text = (value) => (typeof value === "function" ? value(scope) : value);
  for (const [name, content] of Object.entries(row.files ?? {})) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text(content), { mode: 0o755 });
  }
  const session = { id, output: watcher.follow(id), driver, row, text };
  const results = [];
  try {
    const env = { ...environment(folder), ...text(row.env) };
    const start = { id, command: GATE + text(row.start), cwd: folder, env, size: row.size ?? SIZE };
    const opening = { name: "start", shows: "", prompt: row.ready ?? row.prompt, ...row.opening };
    results.push(await judge(session, opening, (wait, signal) => driver.request("session/create", { ...start, wait }, signal)));
    for (const step of row.steps) {
      // What comes next would be typed into nobody knows what.
      if (["no truth", "unsent"].includes(results.at(-1)?.verdict)) break;
      results.push(await take(session, step));
    }
  } catch (error) {
    results.push({ step: row.steps[results.length - 1]?.name ?? "start", verdict: "no truth", detail: error.message });
  } finally {
    watcher.forget(id);
    await driver.request("session/stop", { id }).catch(() => {});
    if (row.cleanUp) await promisify(exec)(text(row.cleanUp)).catch(() => {});
  }
  return results;
}

/** Nothing of this machine's configuration, and a plain name for the user's prompt. */
function environment(home) {
  const { PATH } = process.env;
  return { PATH, HOME: home, LANG: "C.UTF-8", SHELL: "/bin/bash", USER: "root", LOGNAME: "root", HISTFILE: "/dev/null" };
}

/** Two numbers to type and the sum that no echo shows. */
function numbers() {
  const any = () => 100_000 + Math.floor(Math.random() * 300_000);
  const [a, b] = [any(), any()];
  return { a, b, sum: a + b };
}

const sourceOf = (pattern) => (pattern instanceof RegExp ? pattern.source : pattern);
const fill = (template, values) => template.replace(/\{(a|b|sum)\}/g, (_, name) => String(values[name]));

async function take(session, step) {
  const values = numbers();
  const typed = (template) => fill(session.text(template), values);
  const input = [
    ...(step.keys ?? []).map((key) => (key.length === 1 ? { text: key } : { key })),
    ...(step.line === undefined ? [] : [{ text: `${typed(step.line)}\r` }]),
    ...(step.submit === undefined ? [] : [{ submit: typed(step.submit) }]),
  ];
  const shows = fill(sourceOf(step.shows) ?? (/\{a\}/.test(session.text(step.line ?? step.submit ?? "")) ? "{sum}" : ""), values);
  const name = step.name ?? step.line ?? step.submit ?? step.keys.join(" ");
  const { id, driver } = session;
  return judge(session, { ...step, name: typeof name === "string" ? name : "typed", shows }, async (wait, signal) =>
    driver.request("session/write", { id, input, wait }, signal),
  );
}

/** Makes the request and compares its answer with what the watcher sees. */
async function judge(session, step, request) {
  const { output, row } = session;
  const from = output.end;
  const { withinMs = TRUTH_MS, wait = row.wait } = step;
  const wanted = {
    shows: new RegExp(sourceOf(step.shows), "u"),
    prompt: new RegExp(sourceOf(step.prompt ?? row.prompt ?? ""), "u"),
  };
  const giveUp = new AbortController();
  const answer = request({ [wait]: true, timeoutMs: withinMs + GRACE_MS }, giveUp.signal).then(
    (result) => ({ ...result.wait, at: performance.now() }),
    (error) => ({ ended: `error: ${error.message}`, text: "", offset: 0, at: performance.now() }),
  );
  const truth = await output.until(from, wanted, withinMs);
  const timer = setTimeout(() => giveUp.abort(), truth ? GRACE_MS : 0);
  const outcome = await answer;
  clearTimeout(timer);
  if (truth) await output.quiet(STILL_MS, STILL_WITHIN_MS);
  const isGivenUp = giveUp.signal.aborted || outcome.ended === "timeout";
  const verdict = truth ? verdictOf(outcome, truth, { step, row, isGivenUp }) : outcome.unsent ? "unsent" : "no truth";
  return {
    step: step.name,
    verdict,
    ended: outcome.ended,
    ...((verdict === "right" || verdict === "misnamed") && { lateMs: Math.max(0, outcome.at - truth.arrivedAt) }),
    ...(verdict === "early" && { earlyMs: truth.arrivedAt - outcome.at, sawAnswer: outcome.offset >= truth.shownEnd }),
    ...(verdict !== "right" && { detail: await detailOf(session, { wanted, outcome, from }) }),
  };
}

function verdictOf(outcome, truth, { step, row, isGivenUp }) {
  if (isGivenUp) return "timeout";
  if (outcome.offset < truth.end) return "early";
  const mustHold = step.answer ?? row.answer ?? true;
  if (mustHold && !flat(outcome.text).includes(flat(truth.shown))) return "lost";
  return (step.ended ?? row.ended ?? ["prompt"]).includes(outcome.ended) ? "right" : "misnamed";
}

/** What a person needs who looks for the reason. */
async function detailOf({ id, driver, output }, { wanted, outcome, from }) {
  const screen = await driver.request("session/screen", { id, lines: 40 }).catch(() => ({ text: "" }));
  return JSON.stringify({
    shows: wanted.shows.source,
    prompt: wanted.prompt.source,
    answer: outcome.text.slice(-300),
    output: output.since(from).slice(-300),
    screen: screen.text,
  });
}

/** Wrapped and indented text is the same text. */
const flat = (text) => text.replace(/\s+/g, "");
