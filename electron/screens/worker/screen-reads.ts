/** What readers are told of one screen: all of it, what is new since an offset, or the rows that have changed since they last looked. */
import type { Changes, TextLimit, TextPart } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import type { HiddenText } from "../../../shared/protocol.ts";
import { alternateLines } from "./fresh-text.ts";
import { Checkpoints } from "./checkpoints.ts";
import { HiddenTextList, hiddenTextOf } from "./hidden-text-list.ts";
import { lastLines } from "./last-lines.ts";
import type { PackedScrollback } from "./packed-scrollback.ts";
import type { Baselines } from "./baselines.ts";
import type { NormalRows } from "./normal-rows.ts";
import { viewportRows } from "./screen-text.ts";

/** Readers whose last look is remembered; the one that looked longest ago is forgotten. */
const MAX_READERS = 32;

/** The viewport as a reader last saw it; `top` numbers its first row in the normal buffer. */
type SeenViewport = {
  readonly isAlternate: boolean;
  readonly top: number;
  readonly rows: readonly string[];
  readonly hidden: readonly HiddenText[];
};

type ReadsOptions = {
  readonly rows: NormalRows;
  readonly scrollback: PackedScrollback;
  readonly baselines: Baselines;
  readonly offset: number;
};

export class ScreenReads {
  readonly checkpoints: Checkpoints;
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #scrollback: PackedScrollback;
  readonly #baselines: Baselines;
  readonly #looks = new Map<string, SeenViewport>();

  constructor(terminal: Terminal, options: ReadsOptions) {
    this.#terminal = terminal;
    this.#rows = options.rows;
    this.#scrollback = options.scrollback;
    this.#baselines = options.baselines;
    this.checkpoints = new Checkpoints(terminal, options.offset);
  }

  /** The last lines of viewport and scrollback, as many as may be told. `offset` is noted: a reader may go on from there. */
  text(limit: TextLimit, offset: number): TextPart {
    this.#baselines.handleGiven(offset);
    const { lines, before, hidden } = lastLines(this.#terminal, this.#scrollback, limit);
    const texts = lines.map(({ text }) => text);
    const last = hidden.in(texts, limit, (line) => lines[line]?.start ?? this.#terminal.buffer.active.length);
    const part = { ...last, omittedLines: last.omittedLines + before };
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
    const { lines, unread } = baseline.delta({ wanted: limit, onHidden: found.inNormal });
    const part = found.in([...lines, ...alternate], limit);
    return { ...part, omittedLines: part.omittedLines + unread, ...cursorOf(this.#terminal) };
  }

  changes(reader: string): Changes {
    const before = this.#looks.get(reader);
    const found = new HiddenTextList(this.#terminal);
    const now: SeenViewport = {
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

  #remember(reader: string, look: SeenViewport): void {
    this.#looks.delete(reader);
    this.#looks.set(reader, look);
    const [oldest] = this.#looks.keys();
    if (oldest !== undefined && this.#looks.size > MAX_READERS) this.#looks.delete(oldest);
  }
}

/** Where the cursor is, if a full-screen program shows: there, the text does not tell. */
export function cursorOf(terminal: Terminal): Pick<TextPart, "cursor"> {
  const { type, cursorX, cursorY } = terminal.buffer.active;
  return type === "alternate" ? { cursor: { row: cursorY + 1, col: Math.min(cursorX, terminal.cols - 1) + 1 } } : {};
}
