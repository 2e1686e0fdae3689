import { counts, type Outcome } from "../results/outcome.ts";
import { type RunResult, type TokenCounts, totalTokens } from "../results/run-result.ts";
import { costPerSuccess } from "./cost-per-success.ts";
import type { Interval } from "./interval.ts";
import { bootstrap, resampledMean } from "./ratio-of-means.ts";
import { mean, medianInterval } from "./spread.ts";
import { passAtK, passHatK, successRate } from "./success-rate.ts";

type TimePart = keyof NonNullable<RunResult["timeSplit"]>;

/** What one tool did: in one task, or in all of them. */
export interface ToolFigures {
  readonly tool: string;
  readonly runs: number;
  /** How many of the runs count; the others say nothing about the tool. */
  readonly counted: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** `undefined` if no run counts. */
  readonly success: Interval | undefined;
  /** US dollars of a run. `undefined` if no run has a cost. */
  readonly cost: Interval | undefined;
  readonly medianCost: Interval | undefined;
  /** US dollars of all runs that count, failures included, by the number of successes. `Infinity` without a success. */
  readonly costPerSuccess: Interval | undefined;
  readonly seconds: Interval | undefined;
  readonly medianSeconds: Interval | undefined;
  /** Seconds of a run in each part, of the runs that say where their time went. `undefined` if none does. */
  readonly timeSplit: Readonly<Record<TimePart, Interval>> | undefined;
  /** Mean tokens of a run, in each class. */
  readonly tokens: TokenCounts;
  /** Tokens of a run, of all classes. */
  readonly allTokens: Interval | undefined;
  readonly toolCalls: Interval | undefined;
  /** Calls that failed, in all runs. `undefined` if no agent tells of such calls. */
  readonly toolErrors: number | undefined;
  /** How often an agent was told to go on, a person took the keyboard, and a run was tried again, in all runs. */
  readonly nudges: number;
  readonly takeovers: number;
  readonly retries: number;
  /** The chance that one of 3 runs succeeds, and that all 3 do. `undefined` with fewer than 3 runs. */
  readonly passAt3: Interval | undefined;
  readonly passHat3: Interval | undefined;
}

/** The mean with its percentile bootstrap interval, or `undefined` of an empty list. */
function meanInterval(values: readonly number[]): Interval | undefined {
  return values.length === 0 ? undefined : bootstrapOfMean(values);
}

const bootstrapOfMean = (values: readonly number[]): Interval =>
  bootstrap(mean(values), (random) => resampledMean(values, random));

function defined<Value>(values: readonly (Value | undefined)[]): Value[] {
  return values.filter((value): value is Value => value !== undefined);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

function meanTokens(runs: readonly RunResult[]): TokenCounts {
  const totals = runs.map((run) => totalTokens(run.tokens));
  const average = (pick: (tokens: TokenCounts) => number): number => (totals.length === 0 ? 0 : mean(totals.map(pick)));
  return {
    input: average((tokens) => tokens.input),
    output: average((tokens) => tokens.output),
    cacheRead: average((tokens) => tokens.cacheRead),
    cacheWrite: average((tokens) => tokens.cacheWrite),
  };
}

function timeParts(runs: readonly RunResult[]): ToolFigures["timeSplit"] {
  const splits = defined(runs.map((run) => run.timeSplit));
  if (splits.length === 0) return undefined;
  const part = (name: TimePart): Interval => bootstrapOfMean(splits.map((split) => split[name]));
  return { start: part("start"), model: part("model"), tool: part("tool"), idle: part("idle") };
}

function outcomeCounts(runs: readonly RunResult[]): Partial<Record<Outcome, number>> {
  const result: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of runs) result[outcome] = (result[outcome] ?? 0) + 1;
  return result;
}

/** The figures of one tool over these runs. The runs may be of several tasks. */
export function toolFigures(tool: string, all: readonly RunResult[]): ToolFigures {
  const runs = all.filter((run) => run.tool === tool);
  const counted = runs.filter((run) => counts(run.outcome));
  const successes = counted.filter((run) => run.outcome === "pass").length;
  const costs = defined(counted.map((run) => run.costUsd));
  const paid = counted.flatMap(({ costUsd, outcome }) =>
    costUsd === undefined ? [] : [{ costUsd, passed: outcome === "pass" }],
  );
  const seconds = counted.map((run) => run.seconds);
  const calls = defined(counted.map((run) => run.toolCalls));
  const errors = defined(runs.map((run) => run.toolErrors));
  return {
    tool,
    runs: runs.length,
    counted: counted.length,
    outcomes: outcomeCounts(runs),
    success: counted.length === 0 ? undefined : successRate(successes, counted.length),
    cost: meanInterval(costs),
    medianCost: medianInterval(costs),
    costPerSuccess: costPerSuccess(paid),
    seconds: meanInterval(seconds),
    medianSeconds: medianInterval(seconds),
    timeSplit: timeParts(counted),
    tokens: meanTokens(counted),
    allTokens: meanInterval(counted.map((run) => sum(Object.values(totalTokens(run.tokens))))),
    toolCalls: meanInterval(calls),
    toolErrors: calls.length + errors.length === 0 ? undefined : sum(errors),
    nudges: sum(runs.map((run) => run.nudges)),
    takeovers: sum(runs.map((run) => run.takeovers)),
    retries: sum(runs.map((run) => run.retries)),
    passAt3: passAtK(successes, counted.length, 3),
    passHat3: passHatK(successes, counted.length, 3),
  };
}

/** The names in the order in which they first appear. */
export function namesOf(runs: readonly RunResult[], pick: (run: RunResult) => string): string[] {
  return [...new Set(runs.map(pick))];
}
