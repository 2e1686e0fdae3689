/**
 * Where the lines of a plain text end: one of nothing but printable ASCII and line ends, each of them a return and a line
 * feed. A flood is mostly that, and what it needs to know of its lines follows from these numbers.
 */

const [FEED, RETURN, BLANK, DELETE] = [0x0a, 0x0d, 0x20, 0x7f];

/** Where the ends of one text are gathered. It becomes as long as the text with most lines needs. */
let gathered = new Int32Array(16 * 1024);

export class PlainLines {
  /** After each line feed, in order. */
  readonly #ends: Int32Array;
  /** Where the text begins in that of which these are the ends. */
  readonly #start: number;
  /** Some line ends with a blank. */
  readonly haveBlankEnds: boolean;

  private constructor(ends: Int32Array, start: number, haveBlankEnds: boolean) {
    this.#ends = ends;
    this.#start = start;
    this.haveBlankEnds = haveBlankEnds;
  }

  /** Of these bytes of ASCII, which begin at a multiple of four in their buffer. Undefined where they are no plain text. */
  static in(bytes: Uint8Array): PlainLines | undefined {
    let count = 0;
    let haveBlankEnds = false;
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    for (let index = 0; index <= words.length; index++) {
      if (index < words.length && !hasControl(words[index] ?? 0)) continue;
      const to = Math.min(4 * index + 4, bytes.length);
      for (let at = 4 * index; at < to; at++) {
        const code = bytes[at] ?? 0;
        if (code >= BLANK && code !== DELETE) continue;
        if (code === RETURN && bytes[at + 1] === FEED) haveBlankEnds ||= bytes[at - 1] === BLANK;
        else if (code === FEED && bytes[at - 1] === RETURN) {
          if (count === gathered.length) gathered = grown(gathered);
          gathered[count++] = at + 1;
        } else return undefined;
      }
    }
    return new PlainLines(gathered.slice(0, count), 0, haveBlankEnds);
  }

  /** The lines of the text from `at` on. */
  from(at: number): PlainLines {
    return new PlainLines(this.#ends, this.#start + at, this.haveBlankEnds);
  }

  /** How many lines end between these two positions of the text. */
  count(from: number, to: number): number {
    return this.#endsUpTo(to) - this.#endsUpTo(from);
  }

  /** Where the last lines before `end`, the end of a line, begin that take at least `count` rows of `cols` columns; 0 if there are none. */
  startOfLastRows(count: number, cols: number, end: number): number {
    let missing = count;
    let index = this.#endsUpTo(end) - 1;
    for (; missing > 0 && index > 0; index--)
      missing -= rowsOf((this.#ends[index] ?? 0) - (this.#ends[index - 1] ?? 0) - 2, cols);
    return Math.max(0, (index < 0 || missing > 0 ? 0 : (this.#ends[index] ?? 0)) - this.#start);
  }

  /** How many rows the lines between two ends take on a terminal of `cols` columns that wraps, where the cursor is in `column` (0-based). */
  rows(from: number, to: number, { cols, column }: { readonly cols: number; readonly column: number }): number {
    let rows = 0;
    let begin = this.#start + from - column;
    const last = this.#endsUpTo(to);
    for (let index = this.#endsUpTo(from); index < last; index++) {
      const end = this.#ends[index] ?? 0;
      rows += rowsOf(end - 2 - begin, cols);
      begin = end;
    }
    return rows;
  }

  /** How many lines end at this position or before, by bisection. */
  #endsUpTo(at: number): number {
    const position = this.#start + at;
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Whether one of these four bytes of ASCII is a control character: lower than 0x20, or higher than 0x7e. See Anderson, "Bit
 * Twiddling Hacks", "Determine if a word has a byte less than n"
 * (https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord).
 */
function hasControl(word: number): boolean {
  return ((((word - 0x20202020) & ~word) | (word + 0x01010101)) & 0x80808080) !== 0;
}

/** The rows of so many columns that a line of this length takes. */
function rowsOf(length: number, cols: number): number {
  return length <= cols ? 1 : Math.ceil(length / cols);
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
