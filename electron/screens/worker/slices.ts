/**
 * How much output is parsed between two looks at the clock. Slices become shorter
 * when one took long. But a first one may be full of sequences that each redo the
 * whole screen, of two or three characters each: it is cut after a few of those.
 */

/** A full reset (RIS) and a screen full of E (DECALN). */
const WHOLE_SCREEN = ["\x1bc", "\x1b#8"] as const;
/** Each takes up to 0.5 ms. */
const MAX_WHOLE_SCREENS = 8;
/** Several of one, each right after the other. */
const REPEATED = /(\x1bc)(?:\x1bc)+|(\x1b#8)(?:\x1b#8)+/g;

/**
 * The same output, with one of each sequence that redoes the whole screen where
 * several follow each other: the others change nothing. A flood of them alone would
 * keep the screen busy for a thousand times as long as other output.
 */
export function withoutRepeats(text: string): string {
  return WHOLE_SCREEN.some((sequence) => text.includes(sequence + sequence)) ? text.replace(REPEATED, "$1$2") : text;
}

/** The output from `at` on that is parsed at once: at most `length` characters. */
export function sliceAt(text: string, at: number, length: number): string {
  const slice = text.slice(at, at + length);
  if (!slice.includes("\x1b")) return slice;
  const ends = WHOLE_SCREEN.map((sequence) => (isRuledOut(slice, sequence) ? slice.length : endOfMany(slice, sequence)));
  return slice.slice(0, Math.min(...ends));
}

/** Whether the text does not even have the end of the sequence. In text that is full of sequences, that is found much sooner than their beginnings are. */
function isRuledOut(slice: string, sequence: string): boolean {
  return sequence.length > 2 && !slice.includes(sequence.slice(1));
}

/** Where the last of as many as may be in one slice ends. */
function endOfMany(slice: string, sequence: string): number {
  let end = 0;
  for (let count = 0; count < MAX_WHOLE_SCREENS; count++) {
    const next = slice.indexOf(sequence, end);
    if (next < 0) return slice.length;
    end = next + sequence.length;
    while (slice.startsWith(sequence, end)) end += sequence.length;
  }
  return end;
}
