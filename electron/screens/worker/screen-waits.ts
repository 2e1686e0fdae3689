/**
 * The waits on one screen: where each counts from, what it looks for, and what
 * was new when it ended.
 */
import type { PatternMatch, ScreenWaitOptions, ScreenWaitResult, TextLimit } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import type { ScreenEvidence } from "../../../shared/screen-evidence.ts";
import type { Baselines } from "./baselines.ts";
import type { NormalRows } from "./normal-rows.ts";
import { CallNews, MAX_HIDDEN, type News } from "./call-news.ts";
import { FreshText } from "./fresh-text.ts";
import { cursorPosition } from "./screen-text.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import { HiddenTextList } from "./hidden-text-list.ts";
import { cursorOf } from "./screen-reads.ts";
import type { Baseline } from "./baseline.ts";
import { PatternTooSlow } from "./run-pattern.ts";
import { isUnsent } from "./unsent.ts";
import { limitedLines } from "./limited-lines.ts";
import { PageClock } from "./page-clock.ts";
import { ScreenWait, type NewsPosition } from "./screen-wait.ts";

/** Rows that left the viewport in one piece of output and are searched as they look; as text all of it is. */
const MAX_NEW_ROWS = 100;

/** The screen that is watched; `offset` is the position in the output that it shows. */
type WaitingScreen = { readonly terminal: Terminal; readonly rows: NormalRows; readonly offset: number };

/** A wait whose pattern was too slow, and what its owner is told. */
type SlowPattern = { readonly wait: number; readonly message: string };

export class ScreenWaits {
  readonly #screen: WaitingScreen;
  readonly #baselines: Baselines;
  readonly #waits = new Map<number, ScreenWait>();
  /** The number of the first row to look at: before it, lines were left out. */
  #firstRow = 0;
  #tooSlow: SlowPattern[] = [];
  readonly #clock = new PageClock();

  constructor(screen: WaitingScreen, baselines: Baselines) {
    this.#screen = screen;
    this.#baselines = baselines;
  }

  /** A pattern is looked for and has not come yet. */
  get areLooking(): boolean {
    return [...this.#waits.values()].some((wait) => wait.isLooking);
  }

  /**
   * Begins a wait. With `typed`, the baseline is here; without, it is the last
   * input or the end of this reader's last wait, whichever is later, so that
   * an answer that has come already is found. Returns the match if there is
   * one at once. Throws a SyntaxError for a pattern that is none.
   */
  start(id: number, options: ScreenWaitOptions): string | undefined {
    const { typed, follows } = options;
    const unread = follows === undefined ? this.#unreadBefore(options) : undefined;
    if (typed !== undefined) this.#baselines.handleInput(this.#screen.offset, typed);
    const previous = follows === undefined ? undefined : this.#waits.get(follows);
    previous?.stop();
    const isFound = previous?.found !== undefined;
    const { baseline, skip } = this.#baseline(options, previous);
    const wait = new ScreenWait(new FreshText(baseline, options.earlier), {
      skip,
      pattern: options.pattern,
      stopOn: options.stopOn,
      wantsEvidence: options.evidence === true,
      isOpening: options.own === true,
      goesOn: options.goesOn === true,
      typedAt: typed === undefined ? previous?.typedAt : baseline.line,
      news: previous
        ? this.#newsAfter(previous, baseline, { isTyped: typed !== undefined, isFound })
        : this.#firstNews(options, baseline, unread),
    });
    if (previous) this.#forget(previous);
    if (follows !== undefined) this.#waits.delete(follows);
    this.#waits.set(id, wait);
    this.#baselines.handleSearch(this.areLooking);
    if (typed !== undefined) return undefined;
    const found = this.#watch(id, wait, () => wait.look(Number.POSITIVE_INFINITY));
    if (!found) return undefined;
    this.#baselines.hold(baseline);
    wait.found = { baseline, skip: found.end };
    if (wait.goesOn) this.#cutHere(wait);
    return found.match;
  }

  /**
   * Where on this screen a wait for what is new since an offset can begin. What
   * came between the two is for the caller to render, and to say when it begins.
   */
  startSince(since: number): number {
    return this.#baselines.after(since, this.#screen.offset).offset;
  }

  /** Positions in `text` at which to stop and look: what is looked for may be gone a character later. In order, the end among them. */
  stops(text: string): number[] {
    const stops = [...this.#waits].flatMap(([id, wait]) => this.#watch(id, wait, () => wait.stops(text)) ?? []);
    return [...new Set([...stops.sort((a, b) => a - b), text.length])];
  }

  /** False where running text surely has nothing that is looked for. */
  mayFind(text: string): boolean {
    return [...this.#waits.values()].some((wait) => wait.mayFind(text));
  }

  /** The same of lines of which only the words are known. */
  mayFindWords(words: string): boolean {
    return [...this.#waits.values()].some((wait) => wait.mayFindWords(words));
  }

  /** How much of the beginning of `text`, which is plain lines, surely has nothing that is looked for. */
  clearLength(text: string, deadline: number): number {
    let length = text.length;
    for (const [id, wait] of this.#waits)
      length = this.#watch(id, wait, () => wait.clearLength(text.slice(0, length), deadline)) ?? length;
    return length;
  }

  /** These plain lines have nothing that is looked for, and are not written to the screen. The rows up to the cursor are not joined to what follows. */
  pass(lines: string): void {
    for (const wait of this.#waits.values()) wait.pass(lines);
    this.#firstRow = this.#screen.rows.first + cursorPosition(this.#screen.terminal).row + 1;
  }

  /** The rows have been numbered anew. */
  handleResize(): void {
    this.#firstRow = 0;
  }

  /** Looks at the viewport and at the rows that have just left it. The rows above them have been looked at before. `at`: see ScreenWait.look. */
  look(rowsScrolledOff: number, at: number): PatternMatch[] {
    const found: PatternMatch[] = [];
    const { terminal, rows } = this.#screen;
    const maxRows = Math.min(terminal.rows + Math.min(MAX_NEW_ROWS, rowsScrolledOff), rows.end - this.#firstRow);
    for (const [id, wait] of this.#waits) {
      const match = this.#watch(id, wait, () => wait.look(maxRows, at));
      if (!match) continue;
      wait.found = { baseline: this.#baselines.here(this.#screen.offset), skip: 0 };
      if (wait.goesOn) wait.news?.cut(wait.found.baseline, false);
      found.push({ wait: id, match: match.match });
    }
    return found;
  }

  /** The waits whose pattern was too slow since this was last called. They look for nothing any more. */
  takeTooSlow(): SlowPattern[] {
    const tooSlow = this.#tooSlow;
    this.#tooSlow = [];
    return tooSlow;
  }

  /** For each wait that wants evidence: where the program has left the cursor, if that has changed. */
  evidence(): { wait: number; evidence: ScreenEvidence }[] {
    const news: { wait: number; evidence: ScreenEvidence }[] = [];
    const waits = [...this.#waits].filter(([, { wantsEvidence }]) => wantsEvidence);
    if (waits.length === 0) return news;
    const { terminal, offset } = this.#screen;
    const newsEnd = this.#clock.look(terminal, offset);
    for (const [id, wait] of waits) {
      const { shell, prompts, panePrompts } = this.#baselines;
      const gathered = gatherEvidence(terminal, { baseline: wait.baseline, shell, prompts, panePrompts });
      const evidence = newsEnd === undefined ? gathered : { ...gathered, newsEnd };
      const seen = JSON.stringify(evidence);
      if (seen === wait.lastEvidence) continue;
      wait.lastEvidence = seen;
      news.push({ wait: id, evidence });
    }
    return news;
  }

  /** What the pattern that stops steps has matched in the output of this step, if it has. */
  stopped(id: number): string | undefined {
    return this.#waits.get(id)?.stopped;
  }

  /** What was submitted in this step still stands in the program's input field. */
  isUnsent(id: number, submitted: string): boolean {
    const wait = this.#waits.get(id);
    return wait !== undefined && isUnsent(this.#screen.terminal, submitted, wait.typedAt);
  }

  /**
   * Ends a wait, and with it those it follows: what is new since the first
   * one's baseline, as far as the limit goes. With `reader`, that is what this reader
   * has been told, and its next wait counts from here. `unsent`: what was submitted still
   * stands in the program's input field.
   */
  end(id: number, options: { limit: TextLimit; reader?: string; submitted?: string }): ScreenWaitResult {
    const wait = this.#waits.get(id);
    if (!wait) return { text: "", omittedLines: 0, unsent: false };
    this.#waits.delete(id);
    const { terminal, offset } = this.#screen;
    const { limit: wanted } = options;
    const news = wait.news?.end({ wanted }) ?? freshNews(wait.fresh, { terminal, wanted });
    this.#baselines.handleSearch(this.areLooking);
    this.#forget(wait);
    if (options.reader !== undefined) this.#baselines.handleRead(options.reader, offset);
    else this.#baselines.handleGiven(offset);
    const { submitted } = options;
    return {
      ...limitedLines(news, wanted),
      ...cursorOf(terminal),
      unsent: submitted !== undefined && isUnsent(terminal, submitted, wait.typedAt),
    };
  }

  /** What a call begins to tell as a person would see it, from what its reader has not read on; undefined for a call that tells only what is new. */
  #firstNews({ typed, asSeen }: ScreenWaitOptions, baseline: Baseline, unread: Baseline | undefined): CallNews | undefined {
    if (!unread && !asSeen) return undefined;
    const isTyped = typed !== undefined;
    const begin = (from: Baseline, isTyped: boolean): CallNews =>
      new CallNews(this.#screen, { baselines: this.#baselines, baseline: from, isTyped });
    if (!unread) return begin(baseline, isTyped);
    const news = begin(unread, false);
    // Without input, what has come since then is told in one, with the inputs that were not waited for.
    if (isTyped) news.cut(baseline, isTyped);
    return news;
  }

  /** Where a reader has come to that has not been told some lines before what the wait counts from; undefined for none, and for a wait that begins elsewhere. */
  #unreadBefore({ typed, reader, own, since }: ScreenWaitOptions): Baseline | undefined {
    if (typed !== undefined) return this.#baselines.unread(reader);
    return own || since !== undefined ? undefined : this.#baselines.skipped(reader);
  }

  /**
   * The same for a step that follows another one. What that has brought about is
   * gathered now, before this one types. An opening is no step, and one that has
   * found its pattern was gathered then.
   */
  #newsAfter(
    { news, isOpening }: ScreenWait,
    baseline: Baseline,
    { isTyped, isFound }: { isTyped: boolean; isFound: boolean },
  ): CallNews | undefined {
    if (isTyped || (!isOpening && !isFound)) news?.cut(baseline, isTyped);
    return news;
  }

  /** What has come up to here is told, even if it goes right after. */
  #cutHere(wait: ScreenWait): void {
    const here = this.#baselines.here(this.#screen.offset);
    wait.news?.cut(here, false);
    this.#baselines.letGo(here);
  }

  /** Holds the baseline it returns. A step that types nothing counts from where the step before it found its pattern. */
  #baseline({ typed, reader, own, since }: ScreenWaitOptions, previous: ScreenWait | undefined): NewsPosition {
    const given = since === undefined ? undefined : this.#baselines.given(since);
    if (given) {
      this.#baselines.hold(given);
      return { baseline: given, skip: 0 };
    }
    if (previous && !previous.isOpening && typed === undefined) {
      return previous.takeFound() ?? { baseline: this.#baselines.here(this.#screen.offset), skip: 0 };
    }
    const baseline = own ? this.#baselines.lastRead(reader) : this.#baselines.forReader(reader);
    this.#baselines.hold(baseline);
    return { baseline, skip: 0 };
  }

  /** Lets a wait look for its patterns. One that is too slow stops only that wait. */
  #watch<T>(id: number, wait: ScreenWait, look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof PatternTooSlow)) throw error;
      wait.stop();
      this.#tooSlow.push({ wait: id, message: error.message });
      return undefined;
    }
  }

  #forget(wait: ScreenWait): void {
    this.#baselines.letGo(wait.baseline);
    const found = wait.takeFound();
    if (found) this.#baselines.letGo(found.baseline);
  }
}

/** What is new in a call of one step. */
function freshNews(fresh: FreshText, { terminal, wanted }: { terminal: Terminal; wanted: TextLimit }): News {
  const found = new HiddenTextList(terminal);
  const { lines, unread } = fresh.shown({ wanted, onHidden: found.add, onHiddenInNormal: found.inNormal });
  const hiddenText = [...fresh.hiddenEarlier, ...(found.list().hiddenText ?? [])].slice(0, MAX_HIDDEN);
  return { lines, omittedLines: fresh.omittedLines + unread, hiddenText };
}
