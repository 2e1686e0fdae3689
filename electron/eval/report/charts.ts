import type { Interval } from "../statistics/interval.ts";
import { type Markup, markup } from "./markup.ts";

/** One line of a chart: its runs as dots, and its mean with the interval as a whisker. */
export interface Strip {
  readonly label: string;
  readonly values: readonly number[];
  readonly interval: Interval | undefined;
}

const LABEL_WIDTH = 132;
const PLOT_WIDTH = 420;
const END = 24;
const ROW = 30;
const AXIS = 26;
const DOT = 3.5;

/** Steps of 1, 2 or 5 times a power of ten, so that an axis has three to six of them. */
function axisSteps(limit: number): number[] {
  const rough = limit / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const steps: number[] = [];
  for (let value = 0; value <= limit * 1.0001; value += step) steps.push(value);
  return steps;
}

/** Moves dots apart that would cover each other: up and down in turns, the same in every build. */
function offsetOf(at: number): number {
  return ((at % 3) - 1) * 4;
}

/**
 * A strip of dots for each tool, on one axis that begins at 0. `write` words the steps
 * of the axis and the text for a reader who does not see it. `line` marks a value for
 * all strips, such as 1 for ratios.
 */
export function dotStrips(
  title: string,
  strips: readonly Strip[],
  { write, limit, line }: { write: (value: number) => string; limit?: number; line?: number },
): Markup {
  const values = strips.flatMap((strip) => [...strip.values, strip.interval?.high ?? 0]).filter(Number.isFinite);
  const end = limit ?? (Math.max(...values, 0) || 1);
  const x = (value: number): string => (LABEL_WIDTH + (Math.min(value, end) / end) * PLOT_WIDTH).toFixed(1);
  const height = strips.length * ROW + AXIS;
  const spoken = strips.map(({ label, interval }) =>
    interval === undefined
      ? `${label}: no figure`
      : `${label}: ${write(interval.estimate)}, from ${write(interval.low)} to ${write(interval.high)}`,
  );
  return markup`<svg class="strips" viewBox="0 0 ${LABEL_WIDTH + PLOT_WIDTH + END} ${height}" role="img" aria-label="${title}. ${spoken.join("; ")}">
${axisSteps(end).map(
  (value) => markup`<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="0" y2="${height - AXIS}"/>
<text class="tick" x="${x(value)}" y="${height - 8}" text-anchor="middle">${write(value)}</text>`,
)}
${line === undefined ? undefined : markup`<line class="mark" x1="${x(line)}" x2="${x(line)}" y1="0" y2="${height - AXIS}"/>`}
${strips.map((strip, row) => stripRow(strip, row * ROW + ROW / 2, x))}
</svg>`;
}

function stripRow({ label, values, interval }: Strip, y: number, x: (value: number) => string): Markup {
  return markup`<text class="name" x="${LABEL_WIDTH - 12}" y="${y + 4}" text-anchor="end">${label}</text>
${values.map((value, at) => markup`<circle class="dot" cx="${x(value)}" cy="${y + offsetOf(at)}" r="${DOT}"/>`)}
${
  interval === undefined
    ? undefined
    : markup`<line class="whisker" x1="${x(interval.low)}" x2="${x(interval.high)}" y1="${y}" y2="${y}"/>
<line class="whisker" x1="${x(interval.low)}" x2="${x(interval.low)}" y1="${y - 5}" y2="${y + 5}"/>
<line class="whisker" x1="${x(interval.high)}" x2="${x(interval.high)}" y1="${y - 5}" y2="${y + 5}"/>
<rect class="mean" x="${Number(x(interval.estimate)) - 1.5}" y="${y - 9}" width="3" height="18" rx="1"/>`
}`;
}

export interface Bar {
  readonly label: string;
  /** One length for each class, in the order of `classes`. */
  readonly lengths: readonly number[];
}

/** One bar for each tool, made of parts of different classes. The classes have their color and their word in the legend. */
export function stackedBars(
  title: string,
  classes: readonly string[],
  bars: readonly Bar[],
  write: (value: number) => string,
): Markup {
  const sum = (bar: Bar): number => bar.lengths.reduce((total, length) => total + length, 0);
  const end = Math.max(...bars.map(sum), 1);
  const height = bars.length * ROW;
  return markup`<svg class="bars" viewBox="0 0 ${LABEL_WIDTH + PLOT_WIDTH + END + 60} ${height}" role="img" aria-label="${title}. ${bars
    .map((bar) => `${bar.label}: ${bar.lengths.map((length, at) => `${classes[at]} ${write(length)}`).join(", ")}`)
    .join("; ")}">
${bars.map((bar, row) => {
  let from = LABEL_WIDTH;
  const y = row * ROW + ROW / 2;
  const parts = bar.lengths.map((length, at) => {
    const width = (length / end) * PLOT_WIDTH;
    const part = markup`<rect class="class-${at}" x="${from.toFixed(1)}" y="${y - 8}" width="${width.toFixed(1)}" height="16"/>`;
    from += width;
    return part;
  });
  return markup`<text class="name" x="${LABEL_WIDTH - 12}" y="${y + 4}" text-anchor="end">${bar.label}</text>
${parts}
<text class="tick" x="${from + 6}" y="${y + 4}">${write(sum(bar))}</text>`;
})}
</svg>
<ul class="legend">${classes.map((name, at) => markup`<li><span class="swatch class-${at}"></span>${name}</li>`)}</ul>`;
}
