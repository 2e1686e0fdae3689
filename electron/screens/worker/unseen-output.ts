/**
 * Output that is not parsed, because nobody will see it on the screen: lines that
 * leave the scrollback again at once, and plain lines that go straight into it.
 */
import type { Terminal } from "@xterm/headless";
import type { PatternMatch } from "../screen-types.ts";
import type { SequenceBoundary } from "../../../shared/sequence-boundary.ts";
import { isPlain } from "./cell-style.ts";
import { type InternalCore, internalsOf } from "./emulator-internals.ts";
import type { NormalRows } from "./normal-rows.ts";
import type { PackedScrollback } from "./packed-scrollback.ts";
import { OVERLAP } from "./passing-text.ts";
import { endOfLines, plainLength, plainRows } from "./plain-rows.ts";
import type { ScreenWaits } from "./screen-waits.ts";
import { type ScrolledOff, scrolledOff, scrolledOffWithoutMatch } from "./scrolled-off.ts";

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
};

export class UnseenOutput {
  readonly #screen: OutputScreen;
  readonly #core: InternalCore;
  /** Up to here, looking for lines to leave out was in vain. Looking again at the rest of a piece would take longer than parsing it. */
  #searchedTo = 0;

  constructor(screen: OutputScreen) {
    this.#screen = screen;
    this.#core = internalsOf(screen.terminal);
  }

  /**
   * Leaves out the beginning of `text`, which stands at `at` in the output, if it would
   * be gone from the scrollback at the end of `text` anyway. Returns its length. While
   * patterns are looked for, it decides by `deadline` (of `performance.now`).
   */
  skip(text: string, at: number, deadline: number): number {
    if (!this.#isOrdinary) return 0;
    const { terminal, rows, waits, feed } = this.#screen;
    // More than a full list and what `pack` parses: then it need not keep a row of those that are there now.
    const kept = (terminal.options.scrollback ?? 0) + 5 * terminal.rows;
    const off = waits.areLooking ? this.#withoutMatch(text, { at, kept, deadline }) : scrolledOff(text, kept);
    if (!off) return 0;
    rows.handleSkip(off.lines);
    feed("\r");
    waits.pass(text.slice(0, off.length));
    return off.length;
  }

  /**
   * Takes in the beginning of `text`, as far as it is plain lines that at least a
   * screenful follows. Parses the first `parsed` characters; puts the `packed` characters
   * after them into the scrollback as they are. While patterns are looked for, it
   * decides by `deadline`.
   */
  pack(text: string, deadline: number): { parsed: number; packed: number; found: PatternMatch[] } {
    const { terminal, scrollback, waits, write } = this.#screen;
    const { rows, cols } = terminal;
    const plain = this.#isOrdinary ? plainLength(text, 2 * rows) : 0;
    if (plain === 0) return { parsed: 0, packed: 0, found: [] };
    // After a screenful of plain lines, the cursor is at the beginning of the last row.
    const parsed = endOfLines(text, rows);
    const found = write(text.slice(0, parsed));
    const { active } = this.#core.buffers;
    const isAtEnd = active.x === 0 && active.y === rows - 1;
    const lines = isAtEnd && this.#isPlain ? this.#clearOfMatches(text.slice(parsed, plain), deadline) : "";
    if (lines !== "") {
      scrollback.append(plainRows(lines, cols));
      waits.pass(lines);
    }
    return { parsed, packed: lines.length, found };
  }

  /** Lines that scroll up leave the viewport into the scrollback, and no sequence is open. */
  get #isOrdinary(): boolean {
    const { terminal, boundary } = this.#screen;
    const { scrollTop, scrollBottom } = this.#core.buffers.active;
    const isWhole = scrollTop === 0 && scrollBottom === terminal.rows - 1;
    return terminal.buffer.active.type === "normal" && isWhole && boundary.heldLength === 0 && !boundary.isDropping;
  }

  /** Text is put on the screen as it is, in no style. */
  get #isPlain(): boolean {
    const { modes } = this.#screen.terminal;
    const { charset } = this.#core._charsetService;
    return isPlain(this.#core._inputHandler._curAttrData) && modes.wraparoundMode && !modes.insertMode && !charset;
  }

  /** The beginning of these plain lines that surely has nothing that is looked for. */
  #clearOfMatches(lines: string, deadline: number): string {
    const { waits } = this.#screen;
    if (!waits.areLooking) return lines;
    const clear = waits.clearLength(lines, deadline);
    // A match begins at most that far before its end, and must not be cut.
    return clear === lines.length ? lines : lines.slice(0, lines.lastIndexOf("\n", Math.max(0, clear - OVERLAP)) + 1);
  }

  #withoutMatch(text: string, { at, kept, deadline }: { at: number; kept: number; deadline: number }): ScrolledOff | undefined {
    if (at < this.#searchedTo) return undefined;
    const clearLength = (lines: string): number => this.#screen.waits.clearLength(lines, deadline);
    const off = scrolledOffWithoutMatch(text, { kept, longest: OVERLAP, clearLength });
    if (!off) this.#searchedTo = at + text.length;
    return off;
  }
}
