/**
 * What is new in a call of several steps, as a person would have seen it: each
 * prompt with what was typed at it, and below that what came of it. A step's part
 * is rendered when the step ends, before the next one types: nothing that the
 * next one brings about can take it away, be it a cleared screen, a full-screen
 * program or a flood of output.
 */
import type { Terminal } from "@xterm/headless";
import type { TextLimit } from "../screen-types.ts";
import { MASK } from "../../../shared/mask.ts";
import type { HiddenText } from "../../../shared/protocol.ts";
import type { Baseline } from "./baseline.ts";
import type { NormalNews } from "./normal-news.ts";
import { alternateLines } from "./fresh-text.ts";
import type { NormalRows } from "./normal-rows.ts";
import { openUpdate } from "./open-update.ts";
import { cursorPosition, type Line, type OnHiddenText, withoutTrailingBlanks } from "./screen-text.ts";
import { isEchoed } from "./typed-echo.ts";

/** No answer has more lines, or tells of more places with hidden text. */
const MAX_LINES = 10_000;
export const MAX_HIDDEN = 20;

/** The part that has begun and not ended. */
type Part = {
  readonly baseline: Baseline;
  /** It began with input, if only with keys. */
  readonly isTyped: boolean;
  /** The line of the baseline has been told as it was then: by the part before, or to an earlier call. */
  readonly isLineTold: boolean;
  readonly isFirst: boolean;
};

/** What is new in a call, or the end of it: lines, and how many are not among them. */
export type News = {
  readonly lines: readonly string[];
  readonly omittedLines: number;
  readonly hiddenText: readonly HiddenText[];
};

/** Where hidden text stood: in a row of the normal buffer by its number, or of the alternate screen. */
type Hidden = { readonly kind: HiddenText["kind"]; readonly number?: number; readonly row: number; readonly col: number };

/** Baselines follow their screen as long as somebody holds them. */
export type BaselineHolder = { hold(baseline: Baseline): void; letGo(baseline: Baseline): void };

export class CallNews {
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #baselines: BaselineHolder;
  #part: Part;
  #lines: string[] = [];
  #omittedLines = 0;
  #hidden: Hidden[] = [];

  constructor(
    { terminal, rows }: { terminal: Terminal; rows: NormalRows },
    { baselines, baseline, isTyped }: { baselines: BaselineHolder; baseline: Baseline; isTyped: boolean },
  ) {
    this.#terminal = terminal;
    this.#rows = rows;
    this.#baselines = baselines;
    // What was typed belongs to the prompt at which it was typed, so that is told again.
    this.#part = { baseline, isTyped, isLineTold: !isTyped || baseline.isAlternate, isFirst: true };
    this.#baselines.hold(baseline);
  }

  /** A step ends, and the next part begins at this baseline, which is where the screen is now. `isTyped`: with input. */
  cut(next: Baseline, isTyped: boolean): void {
    const isLineTold = this.#gather({ goesOn: true });
    this.#baselines.hold(next);
    this.#baselines.letGo(this.#part.baseline);
    this.#part = { baseline: next, isTyped, isLineTold, isFirst: false };
  }

  /** The call ends. `leavesLine`: the line that the cursor is in is no news yet. `wanted`: more is not asked for. */
  end({ leavesLine = false, wanted }: { leavesLine?: boolean; wanted?: TextLimit | undefined } = {}): News {
    this.#gather({ goesOn: leavesLine, wanted });
    this.#baselines.letGo(this.#part.baseline);
    const { top } = this.#rows;
    const hidden = this.#hidden.map(({ kind, number, row, col }) => ({
      kind,
      row: number === undefined ? row : number - top + 1,
      col,
    }));
    const update = openUpdate(this.#terminal);
    const hiddenText = (update ? [update, ...hidden] : hidden).slice(0, MAX_HIDDEN);
    return { lines: withoutTrailingBlanks(this.#lines), omittedLines: this.#omittedLines, hiddenText };
  }

  /**
   * Adds what is new in the part. `goesOn`: the line that the cursor is in is left
   * to the next part, which goes on in it. Returns whether that line has been told.
   */
  #gather({ goesOn, wanted }: { goesOn: boolean; wanted?: TextLimit | undefined }): boolean {
    const { baseline, isTyped, isLineTold, isFirst } = this.#part;
    const { normal } = this.#terminal.buffer;
    const { above, line, below, gone, unread } = this.#normalNews(wanted);
    const cursorRow = cursorPosition(this.#terminal, normal).row;
    const own = this.#ownLines(line, [...above, ...below], cursorRow);
    // A line that has left the scrollback has not moved: another one like it is new.
    const mayHaveMoved = isLineTold && !isFirst && baseline.rowsLost === 0 && !this.#isInPlace(line);
    const isNew = unlessMoved(mayHaveMoved ? [...gone, baseline.own.text] : gone);
    const all = [...above.filter(isNew), ...own.told, ...own.fresh.filter(isNew), ...below.filter(isNew)];
    // Below the cursor of a menu stand its entries. Then the cursor's line is told with them.
    const isMenu = all.some(({ start, text }) => start > cursorRow && text !== "");
    const isLeft = goesOn && !isMenu && all.some((line) => hasRow(line, cursorRow));
    const lines = (isLeft ? all.filter((line) => !hasRow(line, cursorRow)) : all).map(({ text }) => text);
    const alternate = alternateLines(baseline.alternateNews({ onHidden: this.#noteHidden(false) }));
    this.#lines.push(...(isTyped && baseline.isAlternate ? [MASK] : []), ...withoutTrailingBlanks(lines), ...alternate);
    const lost = Math.max(0, baseline.rowsLost - (isTyped ? 1 : 0));
    this.#omittedLines += lost + unread + Math.max(0, this.#lines.length - MAX_LINES);
    this.#lines = this.#lines.slice(-MAX_LINES);
    return !isLeft;
  }

  /** The news of the normal buffer; all of them where what has come of the baseline's line may be among those that are not asked for. */
  #normalNews(wanted: TextLimit | undefined): NormalNews {
    const { baseline, isTyped } = this.#part;
    const known = this.#hidden.length;
    const read = (limit?: TextLimit): NormalNews => baseline.normalNews({ wanted: limit, onHidden: this.#noteHidden(true) });
    const news = read(wanted);
    const { line } = news;
    const isUnchanged = line?.text === baseline.own.text;
    const isKept = line ? this.#isInPlace(line) && !(isTyped && isUnchanged) : baseline.rowsLost > 0;
    if (news.unread === 0 || isKept) return news;
    this.#hidden = this.#hidden.slice(0, known);
    return read();
  }

  /** The line of the baseline as it is to be told, with what was typed at it; `fresh` is what has taken its place. */
  #ownLines(line: Line | undefined, others: readonly Line[], cursorRow: number): { told: Line[]; fresh: Line[] } {
    const { baseline, isLineTold } = this.#part;
    const { wasCleared, erased } = baseline.own;
    const before = isLineTold ? [] : [{ start: -1, end: -1, text: baseline.own.text }];
    // A line that is about to be erased is seen for the last time, with what was typed. What stands in its place then is new.
    const isSeen = this.#isTypedInLine && !isLineTold && erased !== undefined;
    const last = isSeen ? { start: -1, end: -1, text: erased } : undefined;
    const now = wasCleared || !line ? last : line;
    const fresh = wasCleared && line ? [line] : [];
    if (!now) return { told: shown(before), fresh: shown(fresh) };
    const masked = this.#masked(now, others, cursorRow);
    if (masked) return { told: masked, fresh: shown(fresh) };
    if (now.text === baseline.own.text) return { told: shown(isLineTold ? [] : [now]), fresh: shown(fresh) };
    if (this.#isKeptIn(now.text)) return { told: shown([now]), fresh: shown(fresh) };
    const hasMoved = others.some(({ text }) => text === baseline.own.text);
    return { told: shown(hasMoved ? [] : before), fresh: shown(wasCleared ? fresh : [now]) };
  }

  /** What was typed was typed at the line of the baseline, not in a full-screen program. */
  get #isTypedInLine(): boolean {
    return this.#part.isTyped && !this.#part.baseline.isAlternate;
  }

  /** The line of the baseline stands where it stood, be it with what was typed at it: another one like it is new. */
  #isInPlace(line: Line | undefined): boolean {
    const { wasCleared, text } = this.#part.baseline.own;
    return line?.text === text || (!wasCleared && line !== undefined && this.#isKeptIn(line.text));
  }

  /** The line of the baseline goes on in this one. */
  #isKeptIn(text: string): boolean {
    const { baseline } = this.#part;
    if (!this.#isTypedInLine) return text.startsWith(baseline.own.text);
    // What was typed stands between the prompt and what the shell shows at the right margin.
    return text.startsWith(baseline.own.prompt.trimEnd()) && baseline.own.hasRight(text);
  }

  /** The line with a mask in place of what was typed in it; undefined if that shows, or may still come. */
  #masked(now: Line, others: readonly Line[], cursorRow: number): Line[] | undefined {
    const { baseline, isLineTold } = this.#part;
    if (!this.#isTypedInLine) return undefined;
    const { isSilent } = baseline;
    const { prompt } = baseline.own;
    const rest = now.text.startsWith(prompt) ? now.text.slice(prompt.length) : "";
    if (!isSilent) {
      const isUnchanged = now.text === baseline.own.text && !hasRow(now, cursorRow);
      const lines = [rest, ...others.map(({ text }) => text)];
      if (!isUnchanged || isEchoed(lines, { typed: baseline.typed, baselineLine: 0, prefix: prompt })) return undefined;
    }
    // It is told at once: an answer in the same line may go on in the next part.
    const masked = { start: -1, end: -1, text: `${prompt}${MASK}` };
    if (rest.trim() === "") return [masked];
    // An answer in the same line came after it; what stood to the right of the cursor was there before.
    return now.text === baseline.own.text ? [...(isLineTold ? [] : [now]), masked] : [masked, { ...now, text: rest }];
  }

  #noteHidden(isNormal: boolean): OnHiddenText {
    const { first } = this.#rows;
    const { baseY } = this.#terminal.buffer.active;
    return (kind, row, column) => {
      if (this.#hidden.length >= MAX_HIDDEN) return;
      this.#hidden.push({ kind, ...(isNormal ? { number: first + row } : {}), row: row - baseY + 1, col: column + 1 });
    };
  }
}

function hasRow({ start, end }: Line, row: number): boolean {
  return start <= row && row < end;
}

/** Without blank lines. */
function shown(lines: readonly Line[]): Line[] {
  return lines.filter(({ text }) => text !== "");
}

/** Whether a line is new: it is not when it stood on the other side of the cursor and has only moved. */
function unlessMoved(gone: readonly string[]): (line: Line) => boolean {
  const left = [...gone];
  return ({ text }) => {
    const at = text === "" ? -1 : left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  };
}
