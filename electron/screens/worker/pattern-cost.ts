/**
 * What a pattern can cost at most in V8's engine, which backtracks: tells a
 * harmless pattern from one that needs a watch, and from one that must not run.
 */

/** V8 compiles a pattern in a time that doubles with every three optional parts. With this many it is at most 50 ms. */
const MAX_OPTIONAL = 16;
/** V8 writes a counted loop out up to this length, as optional parts. */
const WRITTEN_OUT = 3;

/** What a pattern is made of, as far as its cost goes. */
type Shape = {
  /** Loops over one character, such as `\d+`: each may end at any place of the text. */
  readonly loops: number;
  /** Loops that cannot go past the end of a line; they are among `loops`. */
  readonly loopsInLine: number;
  /** Two ways to go on: `|` and `?`. */
  readonly choices: number;
  /** Parts that may be left out; see MAX_OPTIONAL. */
  readonly optional: number;
  /** A group is repeated: there may be more ways through it than there are atoms. */
  readonly repeatsGroup: boolean;
};

/** An escape, a class, or the beginning of a group: what must not be taken for single characters. */
const TOKEN = /\\[pPu]\{[^}]*\}|\\k<[^>]*>|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|<[^>]*>|[^)]?:?)|\{\d+(?:,\d*)?\}|[^]/g;
const LOOP = /^[*+]$|^\{/;
/** Atoms that match no line feed: the dot, and characters that are meant literally or by a class escape of letters and digits. */
const IN_LINE = /^(?:\.|[^\\[\])|]|\\[wdnrtbB]|\\[^a-zA-Z\d])$/;
const shapes = new WeakMap<RegExp, Shape>();

/** V8 would compile it for so long that the thread hangs, and nothing can interrupt that. */
export function compilesSlowly(pattern: RegExp): boolean {
  return shape(pattern).optional > MAX_OPTIONAL;
}

/** An upper bound for the steps that `pattern` takes on `text`. Infinite where no bound is known. */
export function maxSteps(pattern: RegExp, text: string): number {
  const { loops, loopsInLine, choices, repeatsGroup } = shape(pattern);
  if (repeatsGroup) return Number.POSITIVE_INFINITY;
  const length = text.length + 1;
  const line = loopsInLine > 0 ? longestLine(text) + 1 : 1;
  const ways = 2 ** choices * line ** loopsInLine * length ** (loops - loopsInLine);
  // Without any choice, there are still the characters of the pattern itself to compare.
  return length * Math.max(ways, pattern.source.length);
}

function shape(pattern: RegExp): Shape {
  let known = shapes.get(pattern);
  if (!known) shapes.set(pattern, (known = shapeOf(pattern.source)));
  return known;
}

function shapeOf(source: string): Shape {
  let [loops, loopsInLine, choices, optional, repeatsGroup] = [0, 0, 0, 0, false];
  let before = "";
  let wasQuantified = false;
  for (const [token] of source.matchAll(TOKEN)) {
    const isLazy: boolean = token === "?" && wasQuantified;
    wasQuantified = !isLazy && (LOOP.test(token) || token === "?");
    if (isLazy) continue;
    if (token === "|" || token === "?") choices++;
    if (token === "?" || (before === "|" && /^[)|]/.test(token)) || (token === "|" && before.startsWith("("))) optional++;
    if (token.startsWith("{")) optional += WRITTEN_OUT;
    // A group is compared again as often as it is referred to: like one more loop.
    if (/^\\[1-9k]/.test(token)) loops++;
    if (LOOP.test(token)) {
      if (before === ")") repeatsGroup = true;
      loops++;
      if (IN_LINE.test(before) && before !== "\\n" && before !== "\\r") loopsInLine++;
    }
    before = token;
  }
  return { loops, loopsInLine, choices, optional, repeatsGroup };
}

function longestLine(text: string): number {
  let longest = 0;
  for (let from = 0; from <= text.length;) {
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    longest = Math.max(longest, end - from);
    from = end + 1;
  }
  return longest;
}
