/**
 * Output that is not parsed when it comes, because nobody looks at its rows yet:
 * a flood of text goes straight into the scrollback. Its end is parsed, so that the
 * viewport is right.
 *
 * Once a flood has filled the scrollback, its lines are only held, and become rows
 * when somebody reads the scrollback. Until then, lines in the plain style are put
 * there as packed rows.
 */
import type { Terminal } from "@xterm/headless";
import type { PatternMatch } from "../screen-types.ts";
import type { SequenceBoundary } from "../../../shared/sequence-boundary.ts";
import { isPlain, linkOf, styleSequence } from "./cell-style.ts";
import { type InternalCore, internalsOf } from "./emulator-internals.ts";
import type { NormalRows } from "./normal-rows.ts";
import type { PackedScrollback } from "./packed-scrollback.ts";
import { OVERLAP } from "./passing-text.ts";
import type { AsciiLines } from "./ascii-lines.ts";
import { endOfLines, plainLength, plainRows } from "./plain-rows.ts";
import { countRows, type Grid, startOfLastRows } from "./row-count.ts";
import { isItsOwnText, runningLength, searchableTexts, styleAfter } from "./running-text.ts";
import type { ScreenWaits } from "./screen-waits.ts";
import { haveNoWord } from "./tabbed-lines.ts";
import { UnparsedLines } from "./unparsed-lines.ts";

/** Shorter output is no flood, and parsed as fast as this could find out. */
const MIN_LENGTH = 32 * 1024;
/** Rows above the viewport that are parsed with it: those that waits look at. */
const PARSED_ROWS = 100;

/** The screen that the output is for. */
type OutputScreen = {
  readonly terminal: Terminal;
  readonly rows: NormalRows;
  readonly scrollback: PackedScrollback;
  readonly waits: ScreenWaits;
  readonly boundary: SequenceBoundary;
  /** Parses output and returns the waits whose pattern has come. */
  readonly write: (text: string) => PatternMatch[];
  /** Parses what is no output of the program. */
  readonly feed: (text: string) => void;
  /** Counts output that is not parsed. */
  readonly pass: (length: number) => void;
};

/** How much of the beginning of a text was taken in, and the waits whose pattern has come in what was parsed of it. */
export type Taken = { readonly length: number; readonly found: readonly PatternMatch[] };

type Leaving = {
  /** Where the line ends that had begun before the text. */
  readonly first: number;
  readonly deadline: number;
  readonly found: PatternMatch[];
  readonly known: AsciiLines | undefined;
};

const NOTHING: Taken = { length: 0, found: [] };

export class UnseenOutput {
  readonly #screen: OutputScreen;
  readonly #core: InternalCore;
  #lines: UnparsedLines;
  /** Up to here, output was looked at. What is left of a piece is parsed. */
  #seenTo = 0;

  constructor(screen: OutputScreen) {
    this.#screen = screen;
    this.#core = internalsOf(screen.terminal);
    this.#lines = this.#newLines();
  }

  /**
   * Takes in the beginning of `text`, which stands at `at` in the output, as far as
   * it need not be parsed. While patterns are looked for, it decides by `deadline`
   * (of `performance.now`). `known` tells of the lines of an ASCII text.
   */
  take(text: string, { at, deadline, known }: { at: number; deadline: number; known?: AsciiLines | undefined }): Taken {
    if (at < this.#seenTo) return NOTHING;
    if (at > this.#seenTo) this.#lines.clear();
    this.#seenTo = at + text.length;
    const held = this.#hold(text, deadline, known);
    const packed = this.#pack(text.slice(held.length), deadline);
    return { length: held.length + packed.length, found: [...held.found, ...packed.found] };
  }

  /** Rows have another length now, or there are more of them: what is held would make others, or too few. */
  handleResize(): void {
    this.#lines = this.#newLines();
  }

  /** Holds enough to fill the scrollback and the viewport, and a screenful before that, which may have been written over older text. */
  #newLines(): UnparsedLines {
    return new UnparsedLines(this.#core.buffers.normal.lines.maxLength + this.#screen.terminal.rows, this.#grid);
  }

  /** Holds the lines of `text`, all but the last of which need not be parsed once they fill the scrollback. */
  #hold(text: string, deadline: number, known?: AsciiLines): Taken {
    const lines = this.#lines;
    if (lines.isEmpty && text.length < MIN_LENGTH) return NOTHING;
    const running = runningLength(text, lines.rest, known !== undefined);
    const first = text.indexOf("\n") + 1;
    if (first === 0 || first > running) {
      if (running < text.length) lines.clear();
      else lines.addRest(text);
      return NOTHING;
    }
    // The line that has begun, and a sequence that was cut, are parsed.
    const found = this.#screen.write(text.slice(0, first));
    const end = text.lastIndexOf("\n", running - 1) + 1;
    const length = this.#isOrdinary ? this.#leaveOut(text.slice(0, end), { first, deadline, found, known }) : first;
    if (running === text.length && this.#isOrdinary) lines.addRest(text.slice(end));
    else lines.clear();
    return { length, found };
  }

  /** Holds `text`, whole lines of which the first is parsed. Returns how much of it is taken in. */
  #leaveOut(text: string, { first, deadline, found, known }: Leaving): number {
    const { terminal, rows, scrollback, waits, write, feed, pass } = this.#screen;
    const lines = this.#lines;
    const style = this.#style;
    if (!lines.isEmpty) lines.add(text.slice(0, first));
    else if (text.endsWith("\r\n", first)) lines.begin(style);
    lines.add(text.slice(first), known?.from(first));
    const parsed = 2 * terminal.rows + PARSED_ROWS;
    const tail = known?.startOfLastRows(parsed, terminal.cols, text.length) ?? startOfLastRows(parsed, text, this.#grid);
    if (!lines.isFull || tail - first < MIN_LENGTH / 2) return first;
    const left = text.slice(first, tail);
    if (!this.#hasNoMatch(text.slice(first, lineEndAfter(text, tail + OVERLAP)), deadline, known)) return first;
    scrollback.dropAbove(0);
    const skipped = this.#rowsOf(left, known?.from(first));
    rows.handleSkip(skipped.rows);
    this.#core.buffers.active.x = skipped.column;
    feed(styleAfter(left, style));
    waits.pass(left);
    pass(left.length);
    found.push(...write(text.slice(tail)));
    scrollback.dropAbove(PARSED_ROWS);
    const { tabs } = this.#core.buffers.normal;
    rows.handleFill(scrollback.fill(lines.maker({ cols: terminal.cols, tabs })));
    return text.length;
  }

  /**
   * Puts the beginning of `text` into the scrollback as packed rows, as far as it is
   * plain lines that at least a screenful follows. A screenful before it is parsed.
   */
  #pack(text: string, deadline: number): Taken {
    const { terminal, scrollback, waits, write, pass } = this.#screen;
    const { rows, cols } = terminal;
    const plain = this.#isOrdinary ? plainLength(text, 2 * rows) : 0;
    if (plain === 0) return NOTHING;
    // After a screenful of plain lines, the cursor is at the beginning of the last row.
    const parsed = endOfLines(text, rows);
    const found = write(text.slice(0, parsed));
    const { active } = this.#core.buffers;
    const isAtEnd = active.x === 0 && active.y === rows - 1;
    const isInStyle = this.#isOrdinary && isPlain(this.#core._inputHandler._curAttrData);
    const lines = isAtEnd && isInStyle ? this.#clearOfMatches(text.slice(parsed, plain), deadline) : "";
    if (lines !== "") {
      scrollback.append(plainRows(lines, cols));
      waits.pass(lines);
      pass(lines.length);
    }
    return { length: parsed + lines.length, found };
  }

  /** Text goes into rows as it is, those leave the viewport into the scrollback, and no sequence is open. */
  get #isOrdinary(): boolean {
    const { terminal, boundary } = this.#screen;
    const { buffers, _charsetService, _inputHandler } = this.#core;
    const { scrollTop, scrollBottom } = buffers.active;
    const isWhole = scrollTop === 0 && scrollBottom === terminal.rows - 1;
    const { wraparoundMode, insertMode } = terminal.modes;
    const printsPlainly = wraparoundMode && !insertMode && !_charsetService.charset && !terminal.options.convertEol;
    const isComplete = boundary.heldLength === 0 && !boundary.isDropping;
    return (
      terminal.buffer.active.type === "normal" && isWhole && printsPlainly && isComplete && !linkOf(_inputHandler._curAttrData)
    );
  }

  get #grid(): Grid {
    return { core: this.#core, cols: this.#screen.terminal.cols };
  }

  get #style(): string {
    return styleSequence(this.#core._inputHandler._curAttrData, true);
  }

  #rowsOf(lines: string, known?: AsciiLines): ReturnType<typeof countRows> {
    const { cols } = this.#screen.terminal;
    if (!known) return countRows(lines, this.#core, cols);
    return { rows: known.rows(0, lines.length, { cols, column: this.#core.buffers.active.x }), column: 0 };
  }

  /** These lines of running text surely have nothing that is looked for. */
  #hasNoMatch(lines: string, deadline: number, known?: AsciiLines): boolean {
    const { waits } = this.#screen;
    if (!waits.areLooking) return true;
    if (!known && !isItsOwnText(lines)) return haveNoWord(lines, this.#grid, (words) => waits.mayFindWords(words));
    if (!waits.mayFind(lines)) return true;
    const texts = known?.areAsShown ? [lines] : searchableTexts(lines);
    return texts.every((text) => waits.clearLength(text, deadline) === text.length);
  }

  /** The beginning of these plain lines that surely has nothing that is looked for. */
  #clearOfMatches(lines: string, deadline: number): string {
    const { waits } = this.#screen;
    if (!waits.areLooking) return lines;
    const clear = waits.clearLength(lines, deadline);
    // A match begins at most that far before its end, and must not be cut.
    return clear === lines.length ? lines : lines.slice(0, lines.lastIndexOf("\n", Math.max(0, clear - OVERLAP)) + 1);
  }
}

/** Where the line at `at` ends in whole lines. */
function lineEndAfter(lines: string, at: number): number {
  return lines.indexOf("\n", at) + 1 || lines.length;
}
