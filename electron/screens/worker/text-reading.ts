/**
 * Output as text, read piece by piece. The pieces together are what one reading
 * of all the output would give, however it is cut.
 */
import type { RenderedPiece } from "../screen-types.ts";
import type { HiddenText, Size } from "../../../shared/protocol.ts";
import { ownCopy } from "../../../shared/own-copy.ts";
import type { HiddenKind } from "../../../shared/visible-unicode.ts";
import { HARVEST_EVERY, RenderedText } from "./rendered-text.ts";
import type { Steps } from "./steps.ts";

/** Places of hidden text that one piece tells of. */
const MAX_HIDDEN = 20;
/** The most of them that may be of whole lines, so that others are told, too. */
const MAX_OF_LINES = 10;

export class TextReading implements Disposable {
  readonly #rendered: RenderedText;
  /**
   * Output that has not been rendered yet: less than HARVEST_EVERY. Rendering
   * always stops at multiples of that length, because rows are gathered there,
   * and what is gathered depends on where.
   */
  #waiting = "";
  #text = "";
  #hidden: HiddenText[] = [];
  #linesBefore = 0;
  /** What leads to where the reading begins, until it has begun. */
  #before: string | undefined;

  /** `before` leads to where the reading begins, from a checkpoint with `prelude` on. It is not part of the text. */
  constructor(size: Size, { prelude, before }: { prelude: string; before: string }) {
    this.#before = prelude + before;
    this.#rendered = new RenderedText(size, {
      take: (text) => {
        if (this.#before === undefined) this.#text += text;
      },
      onlyVisible: true,
      onHidden: (kind, line, column) => {
        if (this.#before === undefined) this.#noteHidden(kind, line - this.#linesBefore, column);
      },
    });
  }

  /**
   * Takes the next output and returns the text that cannot change any more.
   * Rows that are still on the screen come with a later piece, or at the end.
   * Until that is asked for, the reading takes little memory.
   */
  *next(output: string): Steps<RenderedPiece> {
    yield* this.#begin();
    const text = this.#waiting + output;
    const length = text.length - (text.length % HARVEST_EVERY);
    this.#waiting = ownCopy(text.slice(length));
    yield* this.#rendered.outputInSteps(text.slice(0, length));
    yield* this.#rendered.packInSteps();
    return this.#piece();
  }

  /** Takes the last output and returns the rest of the text, as far as the cursor. */
  *finish(output: string): Steps<RenderedPiece> {
    yield* this.#begin();
    yield* this.#rendered.outputInSteps(this.#waiting + output);
    this.#rendered.finishAtCursor();
    return this.#piece();
  }

  [Symbol.dispose](): void {
    this.#rendered[Symbol.dispose]();
  }

  /** Lines of earlier pieces, which may be erased much later, are 0 together. */
  #noteHidden(kind: HiddenKind, line: number, column: number): void {
    const row = Math.max(0, line);
    const last = this.#hidden.at(-1);
    if (isOfLines(kind) && last?.kind === kind) {
      const rows = row - last.row + 1;
      if (rows === (last.rows ?? 1)) return;
      if (rows === (last.rows ?? 1) + 1 && last.row > 0) return void (this.#hidden[this.#hidden.length - 1] = { ...last, rows });
    }
    if (this.#hidden.length < (isOfLines(kind) ? MAX_OF_LINES : MAX_HIDDEN)) this.#hidden.push({ kind, row, col: column + 1 });
  }

  *#begin(): Steps<void> {
    if (this.#before !== undefined) {
      yield* this.#rendered.outputInSteps(this.#before);
      this.#rendered.begin();
      this.#before = undefined;
    }
    this.#linesBefore = this.#rendered.lines;
  }

  /** What has been gathered. It is not kept: it may be a hundred times as long as the output. */
  #piece(): RenderedPiece {
    const [text, hiddenText] = [this.#text, this.#hidden];
    this.#text = "";
    this.#hidden = [];
    return { text, ...(hiddenText.length > 0 && { hiddenText }) };
  }
}

/** Kinds of which whole lines are told, one after the other. */
function isOfLines(kind: HiddenKind): boolean {
  return kind === "erased" || kind === "unfinished";
}
