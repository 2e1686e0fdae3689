/** What every session of the window's benchmark prints: colored lines, so that each row has several runs. */

const LINES_PER_SECOND = 200;
const BATCHES_PER_SECOND = 20;

export const FEED = {
  linesPerSecond: LINES_PER_SECOND,
  batch: LINES_PER_SECOND / BATCHES_PER_SECOND,
  everyMs: 1000 / BATCHES_PER_SECOND,
};

/** Line number `n`, with its end. */
export function feedLine(n) {
  const words = Array.from({ length: 7 }, (_, i) => `\x1b[3${1 + ((n + i) % 7)}mword${(n * 7 + i * 13) % 997}`);
  return `\x1b[3${1 + (n % 7)}m${n}\x1b[0m ${words.join(" ")}\x1b[0m\r\n`;
}
