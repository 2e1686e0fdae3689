/**
 * A moment on a screen, and what is new since: the baseline of every wait.
 *
 * In the normal buffer, what is new is the text from the baseline on, as the screen
 * shows it: progress that was overwritten and text that was erased are not in
 * it. Around the baseline's line, and in the alternate screen, programs redraw in
 * place; there, what is new is the lines that were not there before. The normal
 * buffer and its cursor stay where they are while the alternate screen shows, so
 * what is new in both can be told at any time.
 */
import type { Terminal } from "@xterm/headless";
import { AlternateBaseline, type AlternateNews } from "./alternate-baseline.ts";
import { BaselineLine } from "./baseline-line.ts";
import { visibleCharacters } from "../../../shared/visible-unicode.ts";
import { type Echoless, firstLine, type Unechoed, withoutEcho } from "./typed-echo.ts";
import { isLowest, standsOut } from "./lowest-row.ts";
import { changedLines } from "./screen-diff.ts";
import type { LearnedPrompts } from "./learned-prompts.ts";
import type { Delta, DeltaOptions, NormalNews } from "./normal-news.ts";
import type { NormalRows } from "./normal-rows.ts";
import type { PackedScrollback } from "./packed-scrollback.ts";
import { RowsAbove } from "./rows-above.ts";
import { unreadRows } from "./unread-rows.ts";
import type { WrappedRows } from "./wrapped-rows.ts";
import {
  type CursorPosition,
  cursorPosition,
  type Line,
  lineAt,
  type LineEnds,
  linesIn,
  lineStart,
  MAX_ROWS_OF_LINE,
  type OnHiddenText,
  rowsText,
  textBefore,
  textLines,
  withoutTrailingBlanks,
  wrappingRowsWithin,
} from "./screen-text.ts";

/** With more rows above the viewport, those that have been read before are not read again. */
const MANY_ROWS_ABOVE = 128;
/** Rows of a line that are kept when it is erased. Each baseline keeps its own, and there may be a hundred. */
const MAX_ERASED_ROWS = 50;

/** What the baselines of one screen share. */
export type BaselineScreen = {
  readonly terminal: Terminal;
  readonly rows: NormalRows;
  readonly scrollback: PackedScrollback;
  readonly wrapped: WrappedRows;
  readonly prompts: LearnedPrompts;
};

export class Baseline {
  /** Where in the output it stands. */
  offset: number;
  /** How many prompts the shell had marked when it was made. */
  readonly shellPrompts: number;
  /** The number of the first row of the line the cursor was in, of the normal buffer; of a very long line, of its last rows. */
  row: number;
  /** That line. */
  readonly own: BaselineLine;
  /** The line up to the cursor, in the buffer that showed. */
  readonly line: string;
  /** The text before the cursor stood out in the lowest row, as the line of a pager does. */
  readonly standsOut: boolean;
  /** It is known that the program does not echo the first line of what was typed. */
  isSilent = false;
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #scrollback: PackedScrollback;
  readonly #wrapped: WrappedRows;
  readonly #prompts: LearnedPrompts;
  /** Its line began so far above that its row is in the middle of it. */
  readonly #isMidLine: boolean;
  #typed: string;
  /** What was typed before it, and had not been echoed here. */
  #pending: string;
  readonly #bare: readonly string[];
  readonly #above: RowsAbove;
  /** The viewport below its line as it was. */
  #below: readonly string[];
  readonly #alternate: AlternateBaseline;

  constructor(screen: BaselineScreen, options: { offset: number; typed: string; unechoed: Unechoed; shellPrompts: number }) {
    const { terminal, rows, scrollback, wrapped, prompts } = screen;
    this.offset = options.offset;
    this.#typed = options.typed;
    this.#pending = options.unechoed.pending;
    this.#bare = options.unechoed.bare;
    this.shellPrompts = options.shellPrompts;
    this.#terminal = terminal;
    this.#rows = rows;
    this.#scrollback = scrollback;
    this.#wrapped = wrapped;
    this.#prompts = prompts;
    const { active, normal } = terminal.buffer;
    this.#alternate = new AlternateBaseline(terminal);
    const shown = cursorPosition(terminal);
    this.line = textBefore(active, lineStart(active, shown.row, MAX_ROWS_OF_LINE), shown);
    const cursor = cursorPosition(terminal, normal);
    const start = lineStart(normal, cursor.row, MAX_ROWS_OF_LINE);
    this.#isMidLine = start > 0 && normal.getLine(start)?.isWrapped === true;
    const line = lineAt(normal, start);
    this.own = new BaselineLine(line.text, active === normal ? this.line : textBefore(normal, start, cursor));
    this.standsOut = isLowest(terminal, shown.row) && standsOut(active, shown);
    this.row = rows.first + start;
    this.#below = withoutTrailingBlanks(textLines(normal, line.end, normal.length));
    this.#above = new RowsAbove(terminal, rows, this.row);
  }

  /** What was typed right after it: its echo is not news. */
  get typed(): string {
    return this.#typed;
  }

  /** It was made in the alternate screen. */
  get isAlternate(): boolean {
    return this.#alternate.isShown;
  }

  /** The number of rows that are new and have left the scrollback. */
  get rowsLost(): number {
    return Math.max(0, this.#rows.first - this.row);
  }

  /** The cursor is not in the line any more in which it was. */
  get isLeft(): boolean {
    const terminal = this.#terminal;
    if (this.isAlternate || terminal.buffer.active.type === "alternate" || this.own.wasCleared) return true;
    const { row } = cursorPosition(terminal);
    const start = this.row - this.#rows.first;
    return row < start || lineStart(terminal.buffer.normal, row, row - start + 1) !== start;
  }

  /** What is new in the normal buffer, from the cursor of the baseline on. */
  delta(options: DeltaOptions = {}): Delta {
    const cursor = options.toCursor ? cursorPosition(this.#terminal, this.#terminal.buffer.normal) : undefined;
    const { above, line, below, lost, isCut, beginsMidLine: isMidLine, unread } = this.normalNews(options);
    const lines = [...(line ? [{ ...line, text: this.#newsIn(line, cursor) }] : []), ...below];
    const all = lines.map(({ text }) => text);
    const toCursor = cursor ? lines.findIndex(({ end }) => end > cursor.row) + 1 : 0;
    const kept = all.slice(0, Math.max(withoutTrailingBlanks(all).length, toCursor));
    const isThere = line !== undefined && kept.length > 0;
    const isRewritten = isThere && !this.own.hasPrefix(line.text);
    const texts = [...above.map(({ text }) => text), ...kept];
    const beginsMidLine = isMidLine && above.length === 0;
    return { lines: texts, baselineLine: isThere ? above.length : -1, lost, isCut, isRewritten, beginsMidLine, unread };
  }

  /** What is new in the normal buffer without the echo of what was typed here and before; `typed` where something else was. */
  echoless({ lines, baselineLine, isCut }: Delta, typed = this.#pending + this.#typed): Echoless {
    const { prefix, wasCleared: isCleared } = this.own;
    const mayBeShells = (prompt: string): boolean => this.#prompts.mayBeShells(prompt);
    const context = { baselineLine, prefix, isCut, isCleared, mayBeShells };
    const echoless = withoutEcho(lines, { ...context, typed });
    if (this.#bare.length === 0) return echoless;
    const before = withoutEcho(echoless.lines, { ...context, typed: this.#bare.join("\r"), isCut: true });
    const isRead = typed !== "" && echoless.pending === "" && echoless.bare.length === 0;
    return { ...echoless, lines: before.lines, bare: isRead ? [] : [...before.bare, ...echoless.bare] };
  }

  /** Whether lines of the normal buffer are new, seen or not: the one that the cursor is in, a prompt often, is none of them. */
  hasLinesAfter(): boolean {
    const { active, normal } = this.#terminal.buffer;
    if (active !== normal) return false;
    const { row } = cursorPosition(this.#terminal);
    // More than a screen of rows: a flood, which takes time to read, and is read once more to be told.
    if (row - (this.row - this.#rows.first) > this.#terminal.rows) return true;
    const cursorLine = lineStart(normal, row, MAX_ROWS_OF_LINE);
    const hidden: number[] = [];
    const { above, line, below } = this.normalNews({ onHidden: (_, at) => hidden.push(at) });
    const changed = line && line.text !== this.own.text ? [line] : [];
    const old = line && changed.length === 0 ? line : { start: 0, end: 0 };
    const isHidden = hidden.some((at) => (at < cursorLine || at > row) && !(at >= old.start && at < old.end));
    return (
      isHidden || [...above, ...changed, ...below].some(({ start, end, text }) => text !== "" && !(start <= row && row < end))
    );
  }

  /** The line of the cursor, up to the cursor, of the normal buffer, and what of it is new. */
  beforeCursor(): { cursorLine: string; freshInLine: string } {
    const { active, normal } = this.#terminal.buffer;
    if (active !== normal) return { cursorLine: "", freshInLine: "" };
    const cursor = cursorPosition(this.#terminal);
    const start = lineStart(normal, cursor.row, MAX_ROWS_OF_LINE);
    const cursorLine = textBefore(normal, start, cursor);
    const isOwn = start === this.row - this.#rows.first;
    return { cursorLine, freshInLine: isOwn ? this.own.afterPrefix(cursorLine) : cursorLine };
  }

  /** All text in the rows from which what is new is told, seen or not. Undefined where characters in it are invisible by themselves. */
  rowsText(maxRows: number): string | undefined {
    const { active, normal } = this.#terminal.buffer;
    const { start, own, from } = this.#rowsOfNews(maxRows);
    // Whether the last row above the viewport wraps may still change.
    const unchanging = normal.baseY - 1;
    const isLong = unchanging - from > MANY_ROWS_ABOVE;
    const long = isLong ? this.#wrapped.textBetween(from, unchanging) : "";
    if (long === undefined) return undefined;
    const above = rowsText(normal, Math.max(0, start - this.#above.count), own);
    const alternate = active.type === "alternate" ? rowsText(active, active.baseY, active.baseY + this.#terminal.rows) : "";
    const rest = rowsText(normal, isLong ? unchanging : from, normal.length) + alternate;
    // Without what is invisible, the letters beside it may be a word.
    const isPlain = [above, rest].every((text) => visibleCharacters(text) === text);
    return isPlain ? above + long + rest : undefined;
  }

  /** What is new in the normal buffer, line by line; the baseline's own line is there whether it is new or not. */
  normalNews({ maxRows = Number.POSITIVE_INFINITY, toCursor, wanted, onHidden }: DeltaOptions = {}): NormalNews {
    const buffer = this.#terminal.buffer.normal;
    const { start, own, from } = this.#rowsOfNews(maxRows);
    const cursor = toCursor ? cursorPosition(this.#terminal, buffer) : undefined;
    const hidden: Parameters<OnHiddenText>[] = [];
    const options = {
      cursor,
      onHidden: onHidden && ((...place: Parameters<OnHiddenText>) => hidden.push(place)),
      known: this.#wrapped,
      ends: wanted && this.#lineEnds(wanted.bytes),
    };
    const aboveNow = linesIn(buffer, Math.max(0, start - this.#above.count), own, options);
    // The rest of a line whose beginning has left the scrollback is not new.
    if (aboveNow.length > 0 && start < this.#above.count && buffer.getLine(0)?.isWrapped) aboveNow.shift();
    // What has left the scrollback since, or was erased with it, has not moved: another line like it is new.
    const aboveChanges = changedLines(this.#above.kept(), aboveNow);
    // What is gone may have moved to anywhere below.
    const isAllRead = wanted === undefined || wanted.isFirst || this.#below.length > 0 || aboveChanges.gone.length > 0;
    const newRows = { terminal: this.#terminal, scrollback: this.#scrollback, from, isLost: start < 0 };
    const gap = isAllRead ? undefined : unreadRows(newRows, wanted);
    const lines = linesIn(buffer, from, gap?.start ?? buffer.length, options);
    if (gap) lines.push(...linesIn(buffer, gap.end, buffer.length, options));
    const line = from === start ? lines.shift() : undefined;
    const belowChanges =
      this.#below.length === 0 ? { added: lines, gone: [] } : changedLines(this.#below, lines, this.#terminal.rows);
    const above = aboveChanges.added.filter(({ text }) => text !== "");
    const below = belowChanges.added;
    const told = hidden.length > 0 ? rowsOf([...above, ...(line ? [line] : []), ...below]) : undefined;
    for (const place of hidden) if (told?.has(place[1])) onHidden?.(...place);
    return {
      above,
      line,
      below,
      gone: [...aboveChanges.gone, ...belowChanges.gone],
      lost: start < 0,
      isCut: from > start,
      beginsMidLine: from > own && below[0]?.start === from && buffer.getLine(from)?.isWrapped === true,
      unread: gap ? this.#scrollback.linesBetween(gap.start, gap.end) : 0,
    };
  }

  /** What is new in the alternate screen; undefined when that does not show. */
  alternateNews(options: DeltaOptions = {}): AlternateNews | undefined {
    return this.#alternate.news(options);
  }

  /** A line of the alternate screen was this. */
  stood(text: string): boolean {
    return this.#alternate.stood(text);
  }

  /** This was typed, too. Of all that was typed, the last `max` characters count. */
  addTyped(typed: string, max: number): void {
    this.#typed = (this.#typed + typed).slice(-max);
  }

  /** The program does not echo this, so text that looks like it is news. */
  handleSilence(typed: string): void {
    if (firstLine(typed) !== "" && firstLine(typed) === firstLine(this.#typed)) this.isSilent = true;
    this.#typed = this.#typed.replace(typed, () => "");
  }

  /** The same of what was typed before it. */
  handleSilenceBefore(typed: string): void {
    this.#pending = this.#pending.replace(typed, () => "");
  }

  /** The viewport is about to be cleared; the next row to be written is `next`. */
  handleClear(next: number): void {
    if (next > this.row && next < this.#rows.end) return;
    this.#noteErased();
    this.own.handleClear();
    this.#above.handleClear(next, this.row);
    this.#below = [];
    this.row = next;
  }

  /** The scrollback is about to be erased. */
  handleForget(): void {
    if (this.row < this.#rows.top) this.#noteErased();
  }

  #noteErased(): void {
    const start = this.row - this.#rows.first;
    if (!this.own.wasCleared && start >= 0) this.own.erased = lineAt(this.#terminal.buffer.normal, start, MAX_ERASED_ROWS).text;
  }

  /** The rows have been numbered anew. */
  handleResize(row: number): void {
    this.row = row;
    this.#above.handleResize(row);
  }

  /** Of the normal buffer: the row of the baseline, the first of its line, and the first of the last `maxRows` from there. */
  #rowsOfNews(maxRows: number): { start: number; own: number; from: number } {
    const { normal } = this.#terminal.buffer;
    const start = this.row - this.#rows.first;
    // A line that begins above may go on into the row of the baseline now.
    const own = this.#isMidLine ? Math.max(0, start) : this.#lineStart(Math.max(0, start));
    const from = Math.max(own, normal.length - maxRows);
    // What is looked at begins with a line, if that is not too long.
    return { start, own, from: from > own ? Math.max(own, this.#lineStart(from)) : from };
  }

  /** Of a line that is too long for an answer of so many bytes. What stood there at the time of the baseline is among the first rows. */
  #lineEnds(bytes: number): LineEnds {
    const rows = Math.max(wrappingRowsWithin(this.#terminal, bytes), MAX_ROWS_OF_LINE + this.#terminal.rows);
    return { rows, isWrapped: (row) => this.#scrollback.isWrapped(row) };
  }

  #lineStart(row: number): number {
    return lineStart(this.#terminal.buffer.normal, row, MAX_ROWS_OF_LINE, this.#wrapped);
  }

  /** What is new in the line of the baseline. With a cursor in it, blanks before that count. */
  #newsIn({ start, end, text }: Line, cursor: CursorPosition | undefined): string {
    const isIn = cursor !== undefined && start <= cursor.row && cursor.row < end;
    const beforeCursor = isIn ? textBefore(this.#terminal.buffer.normal, start, cursor).length : 0;
    return this.own.newsIn(text, beforeCursor);
  }
}

function rowsOf(lines: readonly Line[]): Set<number> {
  return new Set(lines.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)));
}
