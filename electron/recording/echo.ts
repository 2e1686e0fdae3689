/**
 * Decides which input a recording may contain: only text that the terminal has
 * shown. A password is typed while the terminal does not echo, so its echo is
 * never found, and the recording contains a mask of fixed length instead. Keys
 * without text (Enter, arrows, Ctrl-C) are always recorded.
 *
 * Reading the terminal's ECHO flag instead would be too late for a client that
 * sends a password and Enter at once: the program has already restored the flag.
 */
import { endOfDrawn } from "../../shared/drawn-text.ts";
import type { OutputText } from "../../shared/output-text.ts";
import { MASK } from "../../shared/mask.ts";
import { ownCopy } from "../../shared/own-copy.ts";
import { CONTROLS, KEY_SOURCE } from "../../shared/key-sequences.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import { stripSequences } from "../../shared/strip-sequences.ts";

/** A shorter text counts as its echo only at the start or the end of a line. Elsewhere it may be a coincidence. */
const MIN_DISTINCT_LENGTH = 3;
/** In a longer line, a short text at the end may be a coincidence, too. */
const MAX_REDRAWN_LINE = 64;
/** An echo is searched only in this much output, in UTF-16 units: an echo comes at once or never. */
const MAX_SHOWN = 4096;
/** What may be the beginning of a sequence, at the end of output that is not searched, in UTF-16 units. */
const MAX_BEGUN = 256;
/** More keys than this are hardly typed before the line is redrawn. */
const MAX_RUN = 16;
/** At most this many inputs wait for their echo. Beyond that, the oldest stays masked. */
const MAX_WAITING = 256;

/** Keys that send sequences, Enters, runs of other control characters, and runs of text. */
const PIECES = new RegExp(`${KEY_SOURCE}|[\\r\\n]|[${CONTROLS}]+|[^${CONTROLS}\\x1b]+`, "gu");

/** What a terminal shows for an Enter. */
const LINE_BREAK = /^\r*\n/;
/** It may be the beginning of a line break. */
const LINE_BREAK_BEGUN = /^\r*$/;

/** An echo is there in another form: a shell has wrapped the line itself, or shows a character that has no width by its number. */
const DRAWN_OTHERWISE = / \r|<[\da-f]{4,6}>/;

/** The keys of a hidden input that may be told: Enter, Ctrl-C and Ctrl-D. The others edit what is hidden. */
const ENDS_LINE = /[\r\n\x03\x04]/g;
const ENDS_LINE_ONLY = /^[\r\n\x03\x04]*$/;

/** `done` means that its echo has been found or, for keys, the line break that they caused. */
type Piece = { readonly text: string; readonly isText: boolean; done: boolean };

/** The input of one write, until it is known which of its text was shown. */
export class TypedInput {
  /** The end of the shown output when the input was typed. Its echo comes after this. */
  readonly at: number;
  #pieces: Piece[];

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

  /** Nothing of it may come any more. */
  get isOver(): boolean {
    return this.#pieces.every(({ done }) => done);
  }

  /** The input as it may be recorded now. Text that was not shown is masked. */
  get recordable(): string {
    return this.#pieces.map(({ text, isText, done }) => (done || !isText ? text : MASK)).join("");
  }

  /** Forgets the text: it was hidden, and an echo would be a coincidence. Keeps a mask, unless it is part of a line that has one, and the keys that end a line. */
  hide(isPart = false): void {
    const ends = this.#pieces.flatMap(({ text, isText }) => (isText ? [] : (text.match(ENDS_LINE) ?? [])));
    const hasText = this.#pieces.some(({ text, isText }) => isText || !ENDS_LINE_ONLY.test(text));
    const mask = { text: hasText && !isPart ? MASK : "", isText: false, done: true };
    this.#pieces = [mask, ...ends.map((text) => ({ text, isText: false, done: true }))];
  }

  /** The text that waits for its echo, where that is all of the input. */
  get waitingText(): string | undefined {
    const [piece, ...more] = this.#pieces;
    return piece?.isText === true && !piece.done && more.length === 0 ? piece.text : undefined;
  }

  /** Its echo was found together with that of other inputs. */
  resolve(): void {
    for (const piece of this.#pieces) piece.done = true;
  }

  /**
   * All of its text was shown. Where the line breaks of its Enters stand at the beginning of `shown`, they belong to its line
   * and not to the next input's. Returns their end. Not every Enter causes one.
   */
  consumeBreaks(shown: string): number {
    let from = 0;
    for (const piece of this.#pieces) {
      if (piece.done) continue;
      const rest = shown.slice(from);
      const [lineBreak] = LINE_BREAK.exec(rest) ?? [];
      if (lineBreak === undefined && LINE_BREAK_BEGUN.test(rest)) break;
      piece.done = true;
      from += lineBreak?.length ?? 0;
    }
    return from;
  }

  /** Looks for the echo in `shown`, and returns the end of what it has found there. */
  consume(shown: string): number {
    let from = 0;
    for (const piece of this.#pieces) {
      if (piece.done) continue;
      const end = piece.isText ? endOfEcho(shown, from, piece.text) : shown.indexOf("\n", from) + 1;
      if (end === 0) {
        // Enter need not cause a line break. But text without an echo ends the search.
        if (piece.isText) break;
        continue;
      }
      piece.done = true;
      from = end;
    }
    return from;
  }
}

/** The end of the echo of `text` in `shown`. 0 when there is none. */
function endOfEcho(shown: string, from: number, text: string): number {
  if (text.length < MIN_DISTINCT_LENGTH) return endAtEdge(shown, from, text);
  const at = shown.indexOf(text, from);
  if (at >= 0) return at + text.length;
  return DRAWN_OTHERWISE.test(shown) ? endOfDrawn(shown, from, text) : 0;
}

/** The end of `text` in a line of `shown`, if it stands at the beginning or at the end of it. Otherwise 0. */
function endAtEdge(shown: string, from: number, text: string): number {
  const lineEnd = shown.indexOf("\n", from);
  const line = shown.slice(from, lineEnd < 0 ? undefined : lineEnd);
  const start = line.length - line.trimStart().length;
  if (line.startsWith(text)) return from + text.length;
  if (line.startsWith(text, start)) return from + start + text.length;
  // An editor that redraws its line shows the new character last.
  const end = line.trimEnd();
  return end.length <= MAX_REDRAWN_LINE && end.endsWith(text) ? from + end.length : 0;
}

/** Matches inputs, in the order in which they were typed, against the output that follows them. */
export class EchoMatcher {
  #waiting: TypedInput[] = [];
  #shown = "";
  /** A sequence may be cut by the pieces in which output comes. */
  #boundary = new SequenceBoundary();
  /** The end of the latest output, if it was not searched. */
  #unsearched: string | undefined;
  /** The position of the beginning of `#shown` in everything that was shown. */
  #start = 0;
  /** Echoes have been found up to this position, so another input's echo must come after it. */
  #consumed = 0;

  /** Registers an input. Read its `recordable` when the input must be recorded. */
  typed(text: string): TypedInput {
    const input = new TypedInput(text, this.#start + this.#shown.length);
    if (!input.isOver) this.#waiting.push(input);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    return input;
  }

  /** Looks for echoes in new output. */
  output(text: OutputText): void {
    if (this.#waiting.length === 0) return this.#forget(text);
    const shown = this.#shown + this.#strip(text);
    const excess = Math.max(0, shown.length - MAX_SHOWN);
    this.#shown = ownCopy(shown.slice(excess));
    this.#start += excess;
    // Behind text that has not been shown, a line break says nothing: the text may be hidden.
    let isAllShown = true;
    for (const [index, input] of this.#waiting.entries()) {
      const from = Math.max(input.at, this.#consumed, this.#start);
      const behind = this.#shown.slice(from - this.#start);
      const isText = !input.isResolved;
      const consumed = isText
        ? this.#consumeRun(index, behind) || input.consume(behind)
        : isAllShown && input.consumeBreaks(behind);
      if (consumed) this.#consumed = from + consumed;
      isAllShown &&= input.isResolved;
    }
    this.#waiting = this.#waiting.filter((input) => !input.isOver);
  }

  /**
   * Keys that come fast are shown together by an editor that redraws its line, and only the last of them stands at its
   * end. Looks for the longest run of keys that begins with this one, and returns the end of what it has found.
   */
  #consumeRun(first: number, shown: string): number {
    const runs: string[] = [];
    let run = "";
    for (const { waitingText } of this.#waiting.slice(first, first + MAX_RUN)) {
      if (waitingText === undefined) break;
      runs.push((run += waitingText));
    }
    for (let count = runs.length; count > 1; count--) {
      const end = endAtEdge(shown, 0, runs[count - 1] ?? "");
      if (end === 0) continue;
      for (const input of this.#waiting.slice(first, first + count)) input.resolve();
      return end;
    }
    return 0;
  }

  /** Stops looking for the input's echo, because the input is being recorded now. */
  settle(input: TypedInput): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== input);
  }

  /** The text of the output, where it is searched. */
  #strip(text: OutputText): string {
    if (this.#unsearched !== undefined) {
      this.#boundary = new SequenceBoundary();
      this.#boundary.take(this.#unsearched);
    }
    this.#unsearched = text.length > MAX_SHOWN ? ownCopy(text.slice(-MAX_BEGUN)) : undefined;
    return stripSequences(this.#boundary.take(text.slice(0, MAX_SHOWN)));
  }

  #forget(text: OutputText): void {
    this.#unsearched = ownCopy(text.slice(-MAX_BEGUN));
    this.#start += this.#shown.length;
    this.#shown = "";
  }
}
