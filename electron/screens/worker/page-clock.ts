/**
 * Tells output that only moves a clock in a full-screen program from news. A
 * program that shows the time of day prints every second though it is as idle as
 * one that prints nothing. What counts its own time may be at work, so no other
 * number is a clock.
 */
import type { Terminal } from "@xterm/headless";
import { cellText } from "./cell-text.ts";
import { cursorPosition } from "./screen-text.ts";

/** A clock moves with a few characters. */
const MAX_TICK = 256;
/** Larger pages are not looked at: that would take longer than to parse what has come. */
const MAX_CELLS = 50_000;
const CLOCK = /(?<![\d:])\d{1,2}:\d\d:\d\d(?![\d:])/g;
/** Between what the program has read off its clock and this look. */
const LATE_S = 2;
const HALF_DAY_S = 12 * 60 * 60;

/** The page when it was looked at last, and where in the output that was. */
type Look = { readonly offset: number; readonly rows: readonly string[]; readonly cursor: string };

export class PageClock {
  readonly #now: () => Date;
  /** The last page that was news, with the clocks of the last tick. */
  #base: Look | undefined;
  #last: Look | undefined;
  /** Where the news ends that the base shows; undefined where that is the base's own offset. */
  #newsEnd: number | undefined;
  #isTicking = false;

  /** `now`: the time of day. A test has one of its own. */
  constructor(now = (): Date => new Date()) {
    this.#now = now;
  }

  /**
   * Looks at what has been printed up to `offset`, since the last look. Answers with the end of the last output that did
   * more than move a clock; undefined where that is the end of all output. A tick may come in pieces: the first of them is
   * news until the last has come.
   */
  look(terminal: Terminal, offset: number): number | undefined {
    if (offset !== this.#last?.offset) this.#handlePage(pageNow(terminal, offset));
    return this.#isTicking ? this.#newsEnd : undefined;
  }

  #handlePage(page: Look): void {
    const [base, last] = [this.#base, this.#last];
    this.#last = page;
    const from = [base, last].find((earlier) => this.#isTick(earlier, page));
    this.#isTicking = from !== undefined;
    // Where the cursor alone has moved, it may be on its way to the clock.
    if (!from && base && base.cursor !== page.cursor && this.#isAlike(base, page)) return;
    this.#newsEnd = from && ((from === base ? this.#newsEnd : undefined) ?? from.offset);
    this.#base = page;
  }

  /** The cursor has come back, and a clock has moved. */
  #isTick(before: Look | undefined, now: Look): boolean {
    return before?.cursor === now.cursor && this.#isAlike(before, now) && before.rows.some((row, y) => row !== now.rows[y]);
  }

  /** Little has been printed, and nothing but clocks has changed. */
  #isAlike(before: Look, now: Look): boolean {
    if (now.offset - before.offset > MAX_TICK || now.rows.length === 0 || now.rows.length !== before.rows.length) return false;
    return now.rows.every((row, y) => row === before.rows[y] || this.#hasMoved(before.rows[y] ?? "", row));
  }

  /** All that differs are clocks, and these tell the time of day. */
  #hasMoved(was: string, row: string): boolean {
    if (was.replaceAll(CLOCK, "") !== row.replaceAll(CLOCK, "")) return false;
    const [old, current] = [was.match(CLOCK) ?? [], row.match(CLOCK) ?? []];
    return old.length === current.length && current.every((clock, at) => clock === old[at] || this.#isTime(clock));
  }

  /** The time of day here or at Greenwich, with or without its half. */
  #isTime(clock: string): boolean {
    const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
    const now = this.#now();
    return [now.getHours(), now.getUTCHours()].some((hour) => {
      const passed = secondsOf(hour, now.getMinutes(), now.getSeconds()) - secondsOf(hours, minutes, seconds);
      const apart = Math.abs(passed) % HALF_DAY_S;
      return Math.min(apart, HALF_DAY_S - apart) <= LATE_S;
    });
  }
}

function secondsOf(hours: number, minutes: number, seconds: number): number {
  return (hours * 60 + minutes) * 60 + seconds;
}

/** Without rows where no full-screen program has the screen. */
function pageNow(terminal: Terminal, offset: number): Look {
  const buffer = terminal.buffer.active;
  const isPage = buffer.type === "alternate" && terminal.rows * terminal.cols <= MAX_CELLS;
  if (!isPage) return { offset, rows: [], cursor: "" };
  const { row, x } = cursorPosition(terminal);
  const lines = Array.from({ length: terminal.rows }, (_, y) => buffer.getLine(buffer.baseY + y));
  return { offset, rows: lines.map((line) => (line ? cellText(line, true) : "")), cursor: `${row};${x}` };
}
