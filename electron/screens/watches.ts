/**
 * The waits on one screen: where each counts from, what it looks for, and what
 * was new when it ended.
 */
import type { Terminal } from "@xterm/headless";
import type { Situation } from "../../shared/situation.ts";
import type { Marks } from "./marks.ts";
import type { NormalRows } from "./normal-rows.ts";
import { HiddenPlaces, MAX_HIDDEN, type TextPart } from "./reads.ts";
import { situationOf } from "./situation.ts";
import { isUnsent } from "./unsent.ts";
import { type EarlierText, ScreenWatch, type WatchPlace } from "./watch.ts";

/** Rows that left the viewport in one piece of output and are searched as they look; as text all of it is. */
const MAX_NEW_ROWS = 100;

/** Where a wait counts from, and what it looks for. */
export type WatchOptions = {
  readonly pattern?: string;
  /** What is about to be typed: the baseline is here. */
  readonly typed?: string;
  readonly reader: string;
  /** It opens a call: begin where this reader's last wait ended, whoever has typed since. */
  readonly own?: boolean;
  /** Tell where the cursor is left; see `situations`. */
  readonly situation?: boolean;
  /** The watch of the step before this one; it looks no more. */
  readonly follows?: number;
  /** Begin at this offset, told by `place`. */
  readonly since?: number;
  /** What is new before that. */
  readonly earlier?: EarlierText;
};

/** A watch whose pattern has come, and the text that matched. */
export type Found = { readonly watch: number; readonly match: string };

export type WatchEnd = TextPart & { readonly unsent: boolean };

/** The screen that is watched; `offset` is the position in the output that it shows. */
type Watched = { readonly terminal: Terminal; readonly rows: NormalRows; readonly offset: number };

export class Watches {
  readonly #screen: Watched;
  readonly #marks: Marks;
  readonly #watches = new Map<number, ScreenWatch>();

  constructor(screen: Watched, marks: Marks) {
    this.#screen = screen;
    this.#marks = marks;
  }

  /** A pattern is looked for and has not come yet. */
  get areLooking(): boolean {
    return [...this.#watches.values()].some((watch) => watch.isLooking);
  }

  /**
   * Begins a wait. With `typed`, the baseline is here; without, it is the last
   * input or the end of this reader's last wait, whichever is later, so that
   * an answer that has come already is found. Returns the match if there is
   * one at once. Throws a SyntaxError for a pattern that is none.
   */
  start(id: number, options: WatchOptions): string | undefined {
    const { pattern, typed, situation, follows, earlier } = options;
    if (typed !== undefined) this.#marks.handleInput(this.#screen.offset, typed);
    const previous = follows === undefined ? undefined : this.#watches.get(follows);
    previous?.stop();
    const { mark, skip } = this.#baseline(options, previous);
    const watch = new ScreenWatch(mark, {
      skip,
      ...(pattern !== undefined && { pattern }),
      ...(situation !== undefined && { situation }),
      isOpening: options.own === true,
      previous,
      earlier,
    });
    if (follows !== undefined) this.#watches.delete(follows);
    this.#watches.set(id, watch);
    if (typed !== undefined) return undefined;
    const found = watch.look(Number.POSITIVE_INFINITY);
    if (!found) return undefined;
    this.#marks.hold(mark);
    watch.found = { mark, skip: found.end };
    return found.match;
  }

  /**
   * Where on this screen a wait for what is new since an offset can begin. What
   * came between the two is for the caller to render, and to say when it begins.
   */
  place(since: number): number {
    return this.#marks.after(since, this.#screen.offset).offset;
  }

  /** Positions in `text` at which to stop and look: what is looked for may be gone a character later. In order, the end among them. */
  places(text: string): number[] {
    const places = [...this.#watches.values()].flatMap((watch) => watch.places(text));
    return [...new Set([...places.sort((a, b) => a - b), text.length])];
  }

  /** Looks at the viewport and the rows that have just left it; what is above has been looked at before. */
  look(rowsScrolledOff: number): Found[] {
    const found: Found[] = [];
    const maxRows = this.#screen.terminal.rows + Math.min(MAX_NEW_ROWS, rowsScrolledOff);
    for (const [id, watch] of this.#watches) {
      const place = watch.look(maxRows);
      if (!place) continue;
      watch.found = { mark: this.#marks.here(this.#screen.offset), skip: 0 };
      found.push({ watch: id, match: place.match });
    }
    return found;
  }

  /** Where the program has left the cursor, for each watch that wants to know and has not been told. */
  situations(): { watch: number; situation: Situation }[] {
    const news: { watch: number; situation: Situation }[] = [];
    for (const [id, watch] of this.#watches) {
      if (!watch.wantsSituation) continue;
      const { shell, prompts } = this.#marks;
      const situation = situationOf(this.#screen.terminal, { mark: watch.mark, shell, prompts });
      const told = JSON.stringify(situation);
      if (told === watch.told) continue;
      watch.told = told;
      news.push({ watch: id, situation });
    }
    return news;
  }

  /**
   * Ends a wait, and with it those it follows: what is new since the first
   * one's baseline, at most `maxLines`. With `reader`, that is what this reader
   * has been told, and its next wait counts from here. `unsent`: what was submitted still
   * stands in the program's input field.
   */
  end(id: number, options: { maxLines: number; reader?: string; submitted?: string }): WatchEnd {
    const watch = this.#watches.get(id);
    if (!watch) return { text: "", omittedLines: 0, unsent: false };
    this.#watches.delete(id);
    const { terminal, offset } = this.#screen;
    const found = new HiddenPlaces(terminal);
    const lines = watch.news({ onHidden: found.add });
    for (let step: ScreenWatch | undefined = watch; step; step = step.previous) this.#forget(step);
    if (options.reader !== undefined) this.#marks.handleRead(options.reader, offset);
    this.#marks.handleGiven(offset);
    const unsent = options.submitted !== undefined && isUnsent(terminal, options.submitted);
    const part = found.in(lines, { lines: options.maxLines, bytes: Number.POSITIVE_INFINITY });
    const hidden = [...watch.hiddenEarlier, ...(part.hiddenText ?? [])].slice(0, MAX_HIDDEN);
    const omittedLines = part.omittedLines + watch.omittedEarlier + watch.rowsLost;
    return { ...part, omittedLines, ...(hidden.length > 0 && { hiddenText: hidden }), unsent };
  }

  /** Holds the mark it returns. A step that types nothing counts from where the step before it found its pattern. */
  #baseline({ typed, reader, own, since }: WatchOptions, previous: ScreenWatch | undefined): WatchPlace {
    const given = since === undefined ? undefined : this.#marks.given(since);
    if (given) {
      this.#marks.hold(given);
      return { mark: given, skip: 0 };
    }
    if (previous && !previous.isOpening && typed === undefined) {
      return previous.takeFound() ?? { mark: this.#marks.here(this.#screen.offset), skip: 0 };
    }
    const mark = own ? this.#marks.lastRead(reader) : this.#marks.baseline(reader);
    this.#marks.hold(mark);
    return { mark, skip: 0 };
  }

  #forget(watch: ScreenWatch): void {
    this.#marks.letGo(watch.mark);
    const found = watch.takeFound();
    if (found) this.#marks.letGo(found.mark);
  }
}
