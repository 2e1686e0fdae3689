/**
 * Output as the text it left behind: everything that scrolled by, as the screen
 * showed it, wrapped lines joined. Memory stays bounded: rows are handed on as
 * soon as they have left the viewport, or are about to be cleared.
 */
import type { IBufferLine } from "@xterm/headless";
import type { RenderProgress } from "../screen-types.ts";
import type { Size } from "../../../shared/protocol.ts";
import { coreOf, type GuardedCore } from "../../../shared/terminal-internals.ts";
import { ignoreLinks } from "../../../shared/terminal-links.ts";
import { cellText } from "./cell-text.ts";
import { GatheredText } from "./gathered-text.ts";
import { LineStamps } from "./line-stamps.ts";
import { Screen } from "./screen.ts";
import {
  cursorPosition,
  lineStart,
  type OnHiddenText,
  textBefore,
  textLines,
  withoutTrailingBlanks,
  writtenWidth,
} from "./screen-text.ts";
import { openUpdate, SYNCHRONIZED } from "./open-update.ts";
import { sliceAt } from "./slices.ts";
import { finished, type Steps } from "./steps.ts";
import { styledText } from "./styled-text.ts";
import { visibleText } from "./visible-text.ts";
import type { HiddenKind } from "../../../shared/visible-unicode.ts";

/** Characters parsed between two harvests. Each may be a line feed, and all must fit the scrollback. */
export const HARVEST_EVERY = 1024;

/** Characters of one step: of the most costly output, some tens of milliseconds. */
const STEP = 1024;
/** Rows packed in one step: two or three milliseconds. */
const STEP_ROWS = 500;

export type RenderOptions = {
  /** Takes text as it comes; a line may come in pieces. */
  readonly take: (text: string) => void;
  /** Leave out what nobody could see, but for what was erased; a person's export has it all. */
  readonly onlyVisible: boolean;
  /** Keep colors and attributes, as escape sequences. Not together with `onlyVisible`. */
  readonly isStyled?: boolean;
  /** What to put before each line, as it is when the output comes to that line. */
  readonly stamp?: () => string;
  /**
   * Hears of what a person could not see: why, in which line of the text (from 1) and in which column of its row.
   * Of a line that was erased it may hear long after the line itself.
   */
  readonly onHidden?: (kind: HiddenKind, line: number, column: number) => void;
};

export class RenderedText implements Disposable {
  readonly #screen: Screen;
  readonly #options: RenderOptions;
  readonly #text: GatheredText;
  readonly #stamps: LineStamps | undefined;
  /** Rows up to this number have been gathered. */
  #gathered = 0;
  /** Lines that have ended so far. */
  #lines = 0;
  /** The latest lines that have been gathered and not erased: about as many as the scrollback holds. */
  #standing: number[] = [];
  /** The line at the top of the screen when the last synchronized update began. */
  #updateFrom = 1;

  constructor(size: Size, options: RenderOptions, progress?: RenderProgress) {
    this.#options = options;
    this.#screen = new Screen(progress?.size ?? size, { scrollback: HARVEST_EVERY });
    const { terminal, rows } = this.#screen;
    if (!options.isStyled) ignoreLinks(coreOf(terminal) as GuardedCore);
    this.#text = new GatheredText(options.take);
    this.#stamps = options.stamp && new LineStamps(terminal, rows, options.stamp);
    if (progress) {
      this.#screen.write(progress.screen, true);
      this.#gathered = rows.top + progress.gathered;
      this.#lines = progress.lines;
    }
    rows.onClear(({ next }) => {
      this.#gather(rows.top);
      const above = this.#standing.length;
      this.#gatherShown();
      this.#gathered = next;
      this.#report("erased", this.#standing.splice(above));
    });
    rows.onForget(() => {
      this.#gather(rows.top);
      this.#report("erased", this.#standing.splice(0));
    });
    terminal.parser.registerCsiHandler({ prefix: "?", final: "h" }, (modes) => {
      if (modes.includes(SYNCHRONIZED) && !openUpdate(terminal)) this.#updateFrom = this.#topLine();
      return false;
    });
  }

  /** Lines that have ended since the text began. */
  get lines(): number {
    return this.#lines;
  }

  output(text: string): void {
    finished(this.outputInSteps(text));
  }

  *outputInSteps(text: string): Steps<void> {
    for (let at = 0; at < text.length; at += HARVEST_EVERY) {
      const part = text.slice(at, at + HARVEST_EVERY);
      for (let from = 0; from < part.length;) {
        const slice = sliceAt(part, from, STEP);
        this.#screen.write(slice, true);
        from += slice.length;
        yield;
      }
      this.#stamps?.note();
      this.#gather(this.#screen.rows.top);
      this.#text.handOn();
    }
  }

  /** Makes it small, for when it is kept: rows that have been gathered are needed again only by a resize. */
  *packInSteps(): Steps<void> {
    const { scrollback } = this.#screen;
    while (scrollback.packableCells > 0) {
      scrollback.pack(STEP_ROWS);
      yield;
    }
  }

  /** After output, never after a resize: its rows above the viewport are not gathered yet. */
  progress(): RenderProgress {
    const { size, rows } = this.#screen;
    return { size, screen: this.#screen.snapshot().screen, gathered: this.#gathered - rows.top, lines: this.#lines };
  }

  /** What has come so far is not part of the text; what follows in the same line is. */
  begin(): void {
    const { terminal, rows } = this.#screen;
    this.#text.begin("");
    this.#lines = 0;
    this.#standing = [];
    this.#updateFrom = 1;
    if (terminal.buffer.active.type === "alternate") return void (this.#gathered = this.#shownEnd());
    const cursor = cursorPosition(terminal);
    const start = lineStart(terminal.buffer.normal, cursor.row);
    this.#gathered = rows.first + start;
    this.#text.begin(textBefore(terminal.buffer.normal, start, cursor));
  }

  resize(size: Size): void {
    this.#gather(this.#lineEnd(this.#gathered));
    const { rows } = this.#screen;
    [this.#gathered = rows.first] = rows.acrossResize([this.#gathered], () => this.#screen.resize(size));
  }

  /** The rest, each line with its end. A full-screen program that is still running is the last of it. */
  finish(): void {
    const { active } = this.#screen.terminal.buffer;
    this.#gatherShown();
    if (active.type === "alternate") {
      const lines = this.#options.onlyVisible
        ? textLines(active, 0, active.length, { onHidden: this.#hiddenIn((row) => row + 1) })
        : Array.from({ length: active.length }, (_, row) => this.#wholeText(active.getLine(row), true).trimEnd());
      for (const line of withoutTrailingBlanks(lines)) this.#text.add(`${this.#stamps?.now ?? ""}${line}\n`);
    }
    this.#reportUpdate();
    this.#text.handOn(true);
  }

  /** The rest as far as the cursor: a line that has not ended has no line end. Full-screen programs leave nothing. */
  finishAtCursor(): void {
    const { terminal, rows } = this.#screen;
    const { active, normal } = terminal.buffer;
    const shown = this.#shownEnd();
    if (active.type === "alternate") this.#gather(shown);
    else {
      const cursor = cursorPosition(terminal);
      this.#gather(rows.first + lineStart(normal, cursor.row));
      const from = this.#gathered - rows.first;
      const to = Math.max(shown - rows.first, cursor.row + 1);
      const onHidden = this.#hiddenIn((row) => row - from + 1);
      this.#text.add(textLines(normal, from, to, { cursor, onHidden }).join("\n"));
    }
    this.#reportUpdate();
    this.#text.handOn(true);
  }

  [Symbol.dispose](): void {
    this.#screen[Symbol.dispose]();
  }

  /** The number after the last row that is not blank. */
  #shownEnd(): number {
    const { normal } = this.#screen.terminal.buffer;
    let end = normal.length;
    const isBlank = (line: IBufferLine | undefined): boolean => line !== undefined && cellText(line, true).trim() === "";
    while (end > 0 && isBlank(normal.getLine(end - 1))) end--;
    return this.#screen.rows.first + end;
  }

  #gatherShown(): void {
    this.#gather(this.#shownEnd());
  }

  /** The end of the line that goes on in `row`: lines are wrapped anew by a resize, and only whole ones keep their position. */
  #lineEnd(row: number): number {
    const { first } = this.#screen.rows;
    let end = row;
    while (this.#isWrapped(end - first)) end++;
    return end;
  }

  /** Whether the row goes on the line above it. */
  #isWrapped(index: number): boolean {
    const { normal } = this.#screen.terminal.buffer;
    // After the last row of a full buffer, xterm answers with the first one.
    return index < normal.length && normal.getLine(index)?.isWrapped === true;
  }

  /** Rows above the viewport do not change any more: each is taken as it is, with a line end unless it wraps. */
  #gather(end: number): void {
    const { first } = this.#screen.rows;
    for (let row = Math.max(this.#gathered, first); row < end; row++) {
      const wraps = this.#isWrapped(row - first + 1);
      const text = this.#rowText(row - first, wraps);
      const kept = wraps ? text : text.trimEnd();
      if (!this.#isWrapped(row - first)) this.#text.add(this.#stamps?.of(row) ?? "");
      // Blanks at the end of a line may have wrapped, too.
      if (!wraps && kept === "" && this.#isWrapped(row - first)) this.#text.trimBlanks();
      this.#text.add(wraps ? kept : `${kept}\n`);
      if (!wraps) this.#standing.push(++this.#lines);
    }
    if (this.#standing.length > 2 * HARVEST_EVERY) this.#standing = this.#standing.slice(-HARVEST_EVERY);
    this.#gathered = Math.max(this.#gathered, end);
  }

  #rowText(index: number, wraps: boolean): string {
    const { normal } = this.#screen.terminal.buffer;
    const line = normal.getLine(index);
    const to = wraps ? writtenWidth(normal, index) : (line?.length ?? 0);
    if (!this.#options.onlyVisible) return this.#wholeText(line, !wraps, to);
    const onHidden = this.#hiddenIn(() => 1);
    return visibleText(normal, index, {
      trim: !wraps,
      to,
      onHidden: onHidden && ((kind, column) => onHidden(kind, index, column)),
    });
  }

  /** What stands in these lines could not be seen. */
  #report(kind: HiddenKind, lines: readonly number[]): void {
    for (const line of lines) this.#options.onHidden?.(kind, line, 0);
  }

  /** The output ends inside a synchronized update: what it drew may never have been shown. */
  #reportUpdate(): void {
    if (!openUpdate(this.#screen.terminal)) return;
    const end = this.#lines + (this.#text.isInLine ? 1 : 0);
    this.#report(
      "unfinished",
      Array.from({ length: Math.max(0, end + 1 - this.#updateFrom) }, (_, index) => this.#updateFrom + index),
    );
  }

  /** The number of the line at the top of the screen. */
  #topLine(): number {
    const { rows } = this.#screen;
    let line = this.#lines + 1;
    for (let row = this.#gathered - rows.first; row < rows.top - rows.first; row++) {
      if (!this.#isWrapped(row + 1)) line++;
    }
    return line;
  }

  /** A row with what nobody could see, too. */
  #wholeText(line: IBufferLine | undefined, trim: boolean, to = line?.length ?? 0): string {
    return this.#options.isStyled ? styledText(line, { to, trim }) : line ? cellText(line, trim, 0, to) : "";
  }

  #hiddenIn(lineOf: (row: number) => number): OnHiddenText | undefined {
    const { onHidden } = this.#options;
    return onHidden && ((kind, row, column) => onHidden(kind, this.#lines + lineOf(row), column));
  }
}
