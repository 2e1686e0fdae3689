/**
 * Where in the output a pattern may be found, before that output is on the
 * screen: so that it can be looked for right there, even if the program clears
 * it or overwrites it in the same breath.
 */
import { SEQUENCE } from "../../shared/strip-sequences.ts";

/** A match may begin in one chunk and end in a later one. */
const OVERLAP = 4096;
/** Places in one chunk; echoes and redraws make a few that turn out to be nothing. */
const MAX_PLACES = 64;

/** Carriage returns end what is seen on a line just as line feeds do. */
const TOKEN = new RegExp(`\\r*\\n|\\r|${SEQUENCE}`, "g");
/** Sequences that go to another line. Moving to the right skips blanks. */
const MOVES_LINE = /^(?:\x1b\[|\x9b)[\d;]*[ABEFHdf]$|^\x1b[DEM]$/;
const MOVES_RIGHT = /^(?:\x1b\[|\x9b)\d*C$/;

export class PassingText {
  readonly #pattern: RegExp;
  #before = "";

  constructor(pattern: RegExp) {
    this.#pattern = new RegExp(pattern.source, `${pattern.flags}g`);
  }

  /** Positions in `chunk` after which the pattern may be on the screen, in order. Call with all output, in order. */
  places(chunk: string): number[] {
    const { text, pieces } = readable(chunk);
    const all = this.#before + text;
    const known = this.#before.length;
    this.#before = all.slice(-OVERLAP);
    const places: number[] = [];
    this.#pattern.lastIndex = 0;
    for (const match of all.matchAll(this.#pattern)) {
      const end = match.index + match[0].length - known;
      if (end <= 0) continue;
      const place = origin(pieces, end);
      if (place !== places.at(-1)) places.push(place);
      if (places.length >= MAX_PLACES) break;
    }
    return places;
  }
}

/** A stretch of text and where it stood. */
type Piece = { readonly at: number; readonly from: number };

function readable(chunk: string): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = "";
  let from = 0;
  const keep = (to: number): void => {
    if (to > from) pieces.push({ at: text.length, from });
    text += chunk.slice(from, to);
  };
  for (const token of chunk.matchAll(TOKEN)) {
    keep(token.index);
    from = token.index + token[0].length;
    const instead = replacement(token[0]);
    if (instead) pieces.push({ at: text.length, from: from - 1 });
    text += instead;
  }
  keep(chunk.length);
  return { text, pieces };
}

function replacement(token: string): "" | " " | "\n" {
  if (token.endsWith("\n") || token === "\r" || MOVES_LINE.test(token)) return "\n";
  return MOVES_RIGHT.test(token) ? " " : "";
}

/** The position in the chunk that is the end of the readable text up to `end`. */
function origin(pieces: readonly Piece[], end: number): number {
  const piece = pieces.findLast(({ at }) => at < end);
  return piece ? piece.from + end - piece.at : 0;
}
