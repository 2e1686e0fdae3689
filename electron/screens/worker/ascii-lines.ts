/**
 * Where the lines of a text end, and how wide they are: of one of nothing but printable ASCII, sequences that set the style,
 * and line ends, each of them a return and a line feed. A flood is mostly that, and what it needs to know of its lines follows
 * from these numbers.
 */

const [FEED, RETURN, ESC, BLANK, DELETE] = [0x0a, 0x0d, 0x1b, 0x20, 0x7f];
const [DIGIT_0, SEMICOLON, BRACKET, LETTER_M] = [0x30, 0x3b, 0x5b, 0x6d];

/** Where the numbers of one text are gathered. They become as long as the text with most lines needs. */
let gatheredEnds = new Int32Array(16 * 1024);
let gatheredHidden = new Int32Array(gatheredEnds.length);

/** Of a line: where it ends, and how many characters of sequences there are up to there. */
type Numbers = { readonly ends: Int32Array; readonly hidden: Int32Array | undefined };

export class AsciiLines {
  readonly #numbers: Numbers;
  /** Where the text begins in that of which these are the numbers. */
  readonly #start: number;
  /** The text is as the screen shows it: no line ends with a blank, and no style is set. */
  readonly areAsShown: boolean;

  private constructor(numbers: Numbers, start: number, areAsShown: boolean) {
    this.#numbers = numbers;
    this.#start = start;
    this.areAsShown = areAsShown;
  }

  /** Of these bytes, which begin at a multiple of four in their buffer. Undefined where they are another text. The last sequence may be cut. */
  static in(bytes: Uint8Array): AsciiLines | undefined {
    let count = 0;
    let hidden = 0;
    let areAsShown = true;
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    for (let at = 0; at < bytes.length; at++) {
      if ((at & 3) === 0) while (at >> 2 < words.length && !hasControl(words[at >> 2] ?? 0)) at += 4;
      const code = bytes[at] ?? BLANK;
      if (code >= BLANK && code !== DELETE) continue;
      if (code === RETURN && bytes[at + 1] === FEED) {
        if (bytes[at - 1] === BLANK) areAsShown = false;
      } else if (code === FEED && bytes[at - 1] === RETURN) {
        if (count === gatheredEnds.length) [gatheredEnds, gatheredHidden] = [grown(gatheredEnds), grown(gatheredHidden)];
        gatheredEnds[count] = at + 1;
        gatheredHidden[count++] = hidden;
      } else if (code === ESC) {
        const end = endOfStyle(bytes, at);
        if (end < 0) return undefined;
        areAsShown = false;
        hidden += end - at;
        at = end - 1;
      } else return undefined;
    }
    const ends = gatheredEnds.slice(0, count);
    return new AsciiLines({ ends, hidden: hidden > 0 ? gatheredHidden.slice(0, count) : undefined }, 0, areAsShown);
  }

  /** The lines of the text from `at` on. Where that is in the middle of a line, the width of what is left of it is not known. */
  from(at: number): AsciiLines {
    return new AsciiLines(this.#numbers, this.#start + at, this.areAsShown);
  }

  /** Where the last lines before the end `end` begin that take at least `count` rows of `cols` columns; 0 if there are none. */
  startOfLastRows(count: number, cols: number, end: number): number {
    const { ends } = this.#numbers;
    const first = this.#endsUpTo(0);
    let missing = count;
    let index = this.#endsUpTo(end);
    while (missing > 0 && index > first) missing -= rowsOf(this.#width(--index), cols);
    return index > first ? (ends[index - 1] ?? 0) - this.#start : 0;
  }

  /** How many rows the lines between two ends take on a terminal of `cols` columns that wraps, where the cursor is in `column` (0-based). */
  rows(from: number, to: number, { cols, column }: { readonly cols: number; readonly column: number }): number {
    const first = this.#endsUpTo(from);
    const last = this.#endsUpTo(to);
    let rows = 0;
    for (let index = first; index < last; index++) rows += rowsOf(this.#width(index) + (index === first ? column : 0), cols);
    return rows;
  }

  /** The columns of a line, all of which is in the text. */
  #width(index: number): number {
    const { ends, hidden } = this.#numbers;
    const length = (ends[index] ?? 0) - Math.max(ends[index - 1] ?? 0, this.#start) - 2;
    return hidden ? length - ((hidden[index] ?? 0) - (hidden[index - 1] ?? 0)) : length;
  }

  /** How many lines end at this position or before, by bisection. */
  #endsUpTo(at: number): number {
    const { ends } = this.#numbers;
    const position = this.#start + at;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Where the sequence that begins at `at` ends; -1 for one that does something else than set the style. */
function endOfStyle(bytes: Uint8Array, at: number): number {
  if (at + 1 === bytes.length) return at + 1;
  if (bytes[at + 1] !== BRACKET) return -1;
  for (let end = at + 2; end < bytes.length; end++) {
    const code = bytes[end] ?? 0;
    if (code === LETTER_M) return end + 1;
    // Digits, the colon and the semicolon.
    if (code < DIGIT_0 || code > SEMICOLON) return -1;
  }
  return bytes.length;
}

/** The rows of so many columns that a line of this width takes. */
function rowsOf(width: number, cols: number): number {
  return width <= cols ? 1 : Math.ceil(width / cols);
}

/**
 * Whether one of these four bytes of ASCII is a control character: lower than 0x20, or higher than 0x7e. See Anderson, "Bit
 * Twiddling Hacks", "Determine if a word has a byte less than n"
 * (https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord).
 */
function hasControl(word: number): boolean {
  return ((((word - 0x20202020) & ~word) | (word + 0x01010101)) & 0x80808080) !== 0;
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
