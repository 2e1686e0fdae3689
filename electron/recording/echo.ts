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

/** Text this short must come at the start or the end of what is shown; anywhere else it is chance. */
const SHORT = 3;
/** Output looked through for an echo; what is typed is shown at once or not at all. */
const MAX_SHOWN = 4096;

/** Runs of printable characters and runs of controls (with the rest of their escape sequences). */
const PIECES = /\x1b(?:\[[\x20-\x3f]*[\x40-\x7e]|O[\x40-\x7e]|.)?|[\x00-\x1f\x7f-\x9f]+|[^\x00-\x1f\x7f-\x9f]+/gsu;

type Piece = { readonly text: string; seen: boolean };

/** One write of a client, until it is known what of it was shown. */
export class TypedInput {
  readonly #pieces: Piece[];

  constructor(text: string) {
    this.#pieces = (text.match(PIECES) ?? []).map((piece) => ({ text: piece, seen: !/^[^\x00-\x1f\x7f-\x9f]/u.test(piece) }));
  }

  get isResolved(): boolean {
    return this.#pieces.every(({ seen }) => seen);
  }

  /** What may be recorded now: shown text as it is, the rest masked. */
  get recordable(): string {
    return this.#pieces.map(({ text, seen }) => (seen ? text : MASK)).join("");
  }

  /** Looks for the echo at the beginning of `shown`; returns what is left of it for the input after this one. */
  consume(shown: string): string {
    let rest = shown;
    for (const piece of this.#pieces) {
      if (piece.seen) continue;
      const at = indexOfEcho(rest, piece.text);
      if (at < 0) break;
      piece.seen = true;
      rest = rest.slice(at + piece.text.length);
    }
    return rest;
  }
}

function indexOfEcho(shown: string, text: string): number {
  if (text.length >= SHORT) return shown.indexOf(text);
  const start = shown.trimStart();
  if (start.startsWith(text)) return shown.length - start.length;
  // An editor that redraws its line shows the new character last.
  const end = shown.trimEnd();
  return end.length <= 64 && end.endsWith(text) ? end.length - text.length : -1;
}

/** Inputs in the order they were typed, matched against the output that follows them. */
export class EchoMatcher {
  #waiting: TypedInput[] = [];
  #shown = "";

  /** Registers an input; ask it for `recordable` when it must be written down. */
  typed(text: string): TypedInput {
    const input = new TypedInput(text);
    if (this.#waiting.length === 0) this.#shown = "";
    if (!input.isResolved) this.#waiting.push(input);
    return input;
  }

  output(text: string): void {
    if (this.#waiting.length === 0) return;
    this.#shown = (this.#shown + stripSequences(text.slice(0, MAX_SHOWN))).slice(-MAX_SHOWN);
    while (this.#waiting[0]) {
      this.#shown = this.#waiting[0].consume(this.#shown);
      if (!this.#waiting[0].isResolved) break;
      this.#waiting.shift();
    }
  }

  /** The input is being written down as it is; nothing more is learnt about it. */
  settle(input: TypedInput): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== input);
  }
}
