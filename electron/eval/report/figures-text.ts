import { formatSeconds } from "../results/duration.ts";
import type { RunResult } from "../results/run-result.ts";
import type { Interval } from "../statistics/interval.ts";

/** US dollars: four digits below ten cents, so that cheap runs can be told apart. */
export function dollars(value: number | undefined): string {
  if (value === undefined) return "–";
  if (value === 0) return "$0";
  return `$${value.toFixed(value < 0.1 ? 4 : 2)}`;
}

export const percent = (share: number | undefined): string => (share === undefined ? "–" : `${Math.round(share * 100)} %`);

/** Tokens, in thousands or millions where that is shorter. */
export function tokens(count: number): string {
  if (count >= 999_500) return `${(count / 1_000_000).toFixed(2)} M`;
  return count >= 1000 ? `${(count / 1000).toFixed(1)} k` : String(Math.round(count));
}

/** A factor, without a sign: the column's head says what it is. */
export const ratio = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : "–");

/** A probability: "0.032", or "< 0.001". */
export const probability = (p: number): string => (p < 0.001 ? "< 0.001" : p.toFixed(3));

/** A difference of two shares, with its sign: "+12 %", "−5 %". */
export const percentDifference = (difference: number): string => {
  const rounded = Math.round(difference * 100);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)} %`;
};

/** What a success has cost. Its interval has no upper end where drawing no success is likely enough. */
export function dollarsPerSuccess(interval: Interval | undefined): string {
  if (interval === undefined) return "–";
  if (interval.estimate === Number.POSITIVE_INFINITY) return "no success";
  return withInterval(interval, (value) => (Number.isFinite(value) ? dollars(value) : "∞"));
}

/** "1.29 [0.98, 1.68]": a figure with its interval, each written by `write`. */
export function withInterval(interval: Interval | undefined, write: (value: number) => string): string {
  return interval === undefined ? "–" : `${write(interval.estimate)} [${write(interval.low)}, ${write(interval.high)}]`;
}

type TimeSplit = NonNullable<RunResult["timeSplit"]>;

/** The parts of a run's time, in the order of `timeLengths`. */
export const TIME_CLASSES = ["start", "model", "tools", "waiting"];

export const timeLengths = <Length>({ start, model, tool, idle }: Readonly<Record<keyof TimeSplit, Length>>): Length[] => [
  start,
  model,
  tool,
  idle,
];

/** "start 1.2s, model 10s, tools 3s, waiting 0.4s" */
export const timeSplitText = (split: TimeSplit): string =>
  timeLengths(split)
    .map((seconds, at) => `${TIME_CLASSES[at]} ${formatSeconds(seconds)}`)
    .join(", ");
