/** What readers are told of one screen: all of it, what is new since an offset, or the rows that have changed since they last looked. */
import type { Changes, TextLimit, TextPart } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import type { HiddenText } from "../../../shared/protocol.ts";
import { MAX_HIDDEN } from "./call-news.ts";
import { alternateLines } from "./fresh-text.ts";
import { Checkpoints } from "./checkpoints.ts";
import type { Baselines } from "./baselines.ts";
import type { NormalRows } from "./normal-rows.ts";
import { openUpdate } from "./open-update.ts";
import { allLines, type OnHiddenText, viewportRows } from "./screen-text.ts";

/** Readers whose last look is remembered; the one that looked longest ago is forgotten. */
const MAX_READERS = 32;

/** The viewport as a reader last saw it; `top` numbers its first row in the normal buffer. */
type Look = {
  readonly isAlternate: boolean;
  readonly top: number;
  readonly rows: readonly string[];
  readonly hidden: readonly HiddenText[];
};

export class ScreenReads {
  readonly checkpoints: Checkpoints;
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #baselines: Baselines;
  readonly #looks = new Map<string, Look>();

  constructor(terminal: Terminal, options: { rows: NormalRows; baselines: Baselines; offset: number }) {
    this.#terminal = terminal;
    this.#rows = options.rows;
    this.#baselines = options.baselines;
    this.checkpoints = new Checkpoints(terminal, options.offset);
  }

  /** The last lines of viewport and scrollback, as many as may be told. `offset` is noted: a reader may go on from there. */
  text(limit: TextLimit, offset: number): TextPart {
    this.#baselines.handleGiven(offset);
    const found = new HiddenTextList(this.#terminal);
    const part = found.in(allLines(this.#terminal, found.add), limit, (line) => this.#rowOfLine(line));
    const isBeginningGone = part.omittedLines === 0 && this.#isScrollbackFull;
    return { ...part, ...(isBeginningGone && { isBeginningGone }), ...cursorOf(this.#terminal) };
  }

  /** What is new since an offset that was given out, as the screen shows it; undefined when that is too long ago. */
  since(since: number, limit: TextLimit, offset: number): TextPart | undefined {
    const baseline = this.#baselines.given(since);
    const found = new HiddenTextList(this.#terminal);
    if (!baseline || baseline.rowsLost > 0) return undefined;
    this.#baselines.handleGiven(offset);
    const alternate = alternateLines(baseline.alternateNews({ onHidden: found.add }));
    const lines = [...baseline.delta({ onHidden: found.inNormal }).lines, ...alternate];
    return { ...found.in(lines, limit), ...cursorOf(this.#terminal) };
  }

  changes(reader: string): Changes {
    const before = this.#looks.get(reader);
    const found = new HiddenTextList(this.#terminal);
    const now: Look = {
      isAlternate: this.#terminal.buffer.active.type === "alternate",
      top: this.#rows.top,
      rows: viewportRows(this.#terminal, found.add),
      hidden: found.list().hiddenText ?? [],
    };
    this.#remember(reader, now);
    const isSameScreen = before?.isAlternate === now.isAlternate;
    const scrolledBy = isSameScreen && !now.isAlternate ? Math.max(0, now.top - before.top) : 0;
    const rows = now.rows.flatMap((text, y): [number, string][] => {
      const last = before && isSameScreen ? (before.rows[y + scrolledBy] ?? "") : "";
      return text === last ? [] : [[y + 1, text]];
    });
    const known = new Set((before?.hidden ?? []).map(({ kind, row }) => `${kind} ${row - scrolledBy}`));
    const isNews = ({ kind, row }: HiddenText): boolean =>
      kind === "unfinished" ? rows.length > 0 : !known.has(`${kind} ${row}`);
    return {
      rows,
      scrolledBy,
      isFirst: before === undefined,
      ...cursorOf(this.#terminal),
      ...hiddenTextOf(now.hidden.filter(isNews)),
    };
  }

  /** For each new row an old one goes. A cleared screen, whose rows have gone too, is not full. */
  get #isScrollbackFull(): boolean {
    const { rows, options, buffer } = this.#terminal;
    return buffer.active.type === "normal" && this.#rows.first > 0 && buffer.normal.length >= rows + (options.scrollback ?? 0);
  }

  #remember(reader: string, look: Look): void {
    this.#looks.delete(reader);
    this.#looks.set(reader, look);
    const [oldest] = this.#looks.keys();
    if (oldest !== undefined && this.#looks.size > MAX_READERS) this.#looks.delete(oldest);
  }

  /** The row of the buffer on which the line with this number begins. */
  #rowOfLine(number: number): number {
    const { active } = this.#terminal.buffer;
    let line = -1;
    for (let row = 0; row < active.length; row++) {
      if (row === 0 || !active.getLine(row)?.isWrapped) line++;
      if (line === number) return row;
    }
    return active.length;
  }
}

/** Gathers where hidden text was met while rows were read. */
export class HiddenTextList {
  readonly #found: { kind: HiddenText["kind"]; row: number; column: number }[] = [];
  readonly #baseY: number;
  readonly #isAlternate: boolean;
  readonly #openUpdate: HiddenText | undefined;

  constructor(terminal: Terminal) {
    this.#openUpdate = openUpdate(terminal);
    this.#isAlternate = terminal.buffer.active.type === "alternate";
    this.#baseY = terminal.buffer.active.baseY;
  }

  readonly add: OnHiddenText = (kind, row, column) => {
    this.#found.push({ kind, row, column });
  };

  /** The same for rows of the normal buffer, which is not on the screen while a full-screen program is. */
  readonly inNormal: OnHiddenText = (kind, row, column) => {
    this.add(kind, this.#isAlternate ? -1 : row, column);
  };

  /** The last of these lines that are within the limit, or the first of them, with what is hidden in them. */
  in(lines: readonly string[], limit: TextLimit, rowOfLine?: (line: number) => number): TextPart {
    if (limit.isFirst) {
      const kept = lines.slice(0, countWithin(lines.toReversed(), limit));
      const to = rowOfLine?.(kept.length) ?? Number.POSITIVE_INFINITY;
      const omittedAtEnd = lines.length - kept.length;
      return {
        text: kept.join("\n"),
        omittedLines: 0,
        ...(omittedAtEnd > 0 && { omittedAtEnd }),
        ...this.list((row) => row + this.#baseY <= to),
      };
    }
    const omittedLines = lines.length - countWithin(lines, limit);
    const from = omittedLines > 0 && this.#found.length > 0 ? (rowOfLine?.(omittedLines) ?? 0) : 0;
    return { text: lines.slice(omittedLines).join("\n"), omittedLines, ...this.list((row) => row + this.#baseY > from) };
  }

  /** As a result has it, in rows of the screen from 1; what has scrolled off is 0 and below. Nothing if there is none. */
  list(isRead: (row: number) => boolean = () => true): { hiddenText?: HiddenText[] } {
    const hidden = this.#found
      .map(({ kind, row, column }) => ({ kind, row: row - this.#baseY + 1, col: column + 1 }))
      .filter(({ row }) => isRead(row));
    return hiddenTextOf(this.#openUpdate ? [this.#openUpdate, ...hidden] : hidden);
  }
}

/** The first places of hidden text as a result has them. Nothing if there is none. */
function hiddenTextOf(places: readonly HiddenText[]): { hiddenText?: HiddenText[] } {
  return places.length > 0 ? { hiddenText: places.slice(0, MAX_HIDDEN) } : {};
}

/** Where the cursor is, if a full-screen program shows: there, the text does not tell. */
export function cursorOf(terminal: Terminal): Pick<TextPart, "cursor"> {
  const { type, cursorX, cursorY } = terminal.buffer.active;
  return type === "alternate" ? { cursor: { row: cursorY + 1, col: Math.min(cursorX, terminal.cols - 1) + 1 } } : {};
}

/** How many lines at the end are within the limit. One that is too long by itself counts: it is cut where it is sent. */
function countWithin(lines: readonly string[], { lines: most, bytes }: TextLimit): number {
  let room = bytes;
  let count = 0;
  for (let at = lines.length - 1; at >= 0 && count < most; at--) {
    room -= Buffer.byteLength(lines[at] ?? "") + 1;
    if (room < -1 && count > 0) break;
    count++;
  }
  return count;
}
