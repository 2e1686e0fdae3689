/**
 * Decides which input may go on record. Only what the terminal showed does:
 * a password is typed while the terminal does not echo, so it never matches,
 * and is recorded as a mask of fixed length. Keys that carry no text (Enter,
 * arrows, Ctrl-C) are always kept.
 *
 * Reading the terminal's ECHO flag instead would come too late for a client
 * that sends password and Enter in one go: the program has restored it by then.
 */
import { stripSequences } from "../../shared/strip-sequences.ts";

/** Stands for typed text that was not shown, whatever its length. */
export const MASK = "••••";

/** Text shorter than this must come at the start or the end of the line it is typed in; anywhere else it is chance. */
const SHORT = 3;
/** A line longer than this ends with a short text by chance, too. */
const MAX_REDRAWN_LINE = 64;
/** Output looked through for an echo; what is typed is shown at once or not at all. */
const MAX_SHOWN = 4096;
/** Inputs that wait for their echo; the oldest of more than this stay masked. */
const MAX_WAITING = 256;

/** Runs of printable characters and runs of controls (with the rest of their escape sequences). */
const PIECES = /\x1b(?:\[[\x20-\x3f]*[\x40-\x7e]|O[\x40-\x7e]|.)?|[\x00-\x1f\x7f-\x9f]+|[^\x00-\x1f\x7f-\x9f]+/gsu;

/** `done`: its echo has been found, or for keys, the line break they caused. */
type Piece = { readonly text: string; readonly isText: boolean; done: boolean };

/** One write of a client, until it is known what of it was shown. */
export class TypedInput {
  /** Where the output stood when it was typed: its echo comes later. */
  readonly at: number;
  readonly #pieces: Piece[];

  constructor(text: string, at: number) {
    this.at = at;
    this.#pieces = (text.match(PIECES) ?? []).map((piece) => {
      const isText = /^[^\x00-\x1f\x7f-\x9f]/u.test(piece);
      return { text: piece, isText, done: !isText && !/[\r\n]/.test(piece) };
    });
  }

  get isResolved(): boolean {
    return this.#pieces.every(({ isText, done }) => done || !isText);
  }

  /** What may be recorded now: shown text as it is, the rest masked. */
  get recordable(): string {
    return this.#pieces.map(({ text, isText, done }) => (done || !isText ? text : MASK)).join("");
  }

  /** Looks for the echo at the beginning of `shown`; returns how much of it that was. */
  consume(shown: string): number {
    let from = 0;
    for (const piece of this.#pieces) {
      if (piece.done) continue;
      const end = piece.isText ? endOfEcho(shown, from, piece.text) : shown.indexOf("\n", from) + 1;
      if (end === 0) {
        // Enter need not show a line break; text that does not show ends the search.
        if (piece.isText) break;
        continue;
      }
      piece.done = true;
      from = end;
    }
    return from;
  }
}

/** 0 if `text` is not there. */
function endOfEcho(shown: string, from: number, text: string): number {
  if (text.length >= SHORT) return endOf(shown.indexOf(text, from), text);
  const lineEnd = shown.indexOf("\n", from);
  const line = shown.slice(from, lineEnd < 0 ? undefined : lineEnd);
  const start = line.length - line.trimStart().length;
  if (line.startsWith(text)) return from + text.length;
  if (line.startsWith(text, start)) return from + start + text.length;
  // An editor that redraws its line shows the new character last.
  const end = line.trimEnd();
  return end.length <= MAX_REDRAWN_LINE && end.endsWith(text) ? from + end.length : 0;
}

function endOf(at: number, text: string): number {
  return at < 0 ? 0 : at + text.length;
}

/** Inputs in the order they were typed, matched against the output that follows them. */
export class EchoMatcher {
  #waiting: TypedInput[] = [];
  #shown = "";
  /** Where `#shown` begins, counting all that was shown. */
  #start = 0;
  /** What an echo has been found in is no other input's. */
  #consumed = 0;

  /** Registers an input; ask it for `recordable` when it must be written down. */
  typed(text: string): TypedInput {
    const input = new TypedInput(text, this.#start + this.#shown.length);
    if (!input.isResolved) this.#waiting.push(input);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    return input;
  }

  output(text: string): void {
    if (this.#waiting.length === 0) return this.#forget();
    const shown = this.#shown + stripSequences(text.slice(0, MAX_SHOWN));
    const excess = Math.max(0, shown.length - MAX_SHOWN);
    this.#shown = shown.slice(excess);
    this.#start += excess;
    for (const input of this.#waiting) {
      const from = Math.max(input.at, this.#consumed, this.#start);
      const consumed = input.consume(this.#shown.slice(from - this.#start));
      if (consumed > 0) this.#consumed = from + consumed;
    }
    this.#waiting = this.#waiting.filter((input) => !input.isResolved);
  }

  /** The input is being written down as it is; nothing more is learned about it. */
  settle(input: TypedInput): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== input);
  }

  #forget(): void {
    this.#start += this.#shown.length;
    this.#shown = "";
  }
}
