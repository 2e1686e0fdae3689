/**
 * What is new since a baseline, as text without the echo of what was typed:
 * what patterns are tried on, and what a call of one step answers with. For a
 * wait that counts from an earlier offset, the output up to the baseline comes
 * first.
 */
import type { EarlierText, TextLimit } from "../screen-types.ts";
import type { HiddenText } from "../../../shared/protocol.ts";
import { numberedRow } from "../../../shared/read-results.ts";
import type { AlternateNews } from "./alternate-baseline.ts";
import type { Baseline } from "./baseline.ts";
import type { Delta, DeltaOptions } from "./normal-news.ts";
import { type OnHiddenText, withoutTrailingBlanks } from "./screen-text.ts";
import { withoutEcho } from "./typed-echo.ts";

type FreshOptions = DeltaOptions & {
  /** The baseline's line is told whole if it was written anew, be it with what was typed. */
  readonly keepsRewritten?: boolean;
};

type ShownOptions = {
  /** More is not asked for. */
  readonly wanted: TextLimit;
  readonly onHidden: OnHiddenText;
  readonly onHiddenInNormal: OnHiddenText;
};

/** Text to try a pattern on. */
export type SearchedText = {
  readonly lines: readonly string[];
  /** The first line has begun before its first character: no `^` matches there. */
  readonly beginsMidLine: boolean;
};

/** A row's number, its text without the echo, and all of its text. */
type AlternateRow = readonly [row: number, text: string, whole: string];

export class FreshText {
  readonly baseline: Baseline;
  /** New lines before the baseline; the last one may go on after it. */
  readonly #earlier: readonly string[];
  readonly #hiddenEarlier: readonly HiddenText[];

  constructor(baseline: Baseline, earlier?: EarlierText) {
    this.baseline = baseline;
    this.#earlier = earlier?.text ? earlier.text.split("\n") : [];
    this.#hiddenEarlier = earlier?.hiddenText ?? [];
  }

  /** Lines that are new and have been left out: what left the scrollback, and what came before that. */
  get omittedLines(): number {
    const { rowsLost, typed } = this.baseline;
    // The line in which something was typed is none of them. The last of the earlier ones goes on in the row of the baseline.
    return (typed === "" ? rowsLost : Math.max(0, rowsLost - 1)) + (this.#hasHole ? this.#earlier.length - 1 : 0);
  }

  /** Where text before the baseline was left out because nobody could see it: no row of the screen has it any more. */
  get hiddenEarlier(): HiddenText[] {
    return this.#hasHole ? [] : this.#hiddenEarlier.map((hidden) => ({ ...hidden, row: 0 }));
  }

  /** The text to try a pattern on: blanks before the cursor count. */
  searched(maxRows: number): SearchedText {
    const options = { maxRows, toCursor: true };
    const { lines, beginsMidLine } = this.#withEarlier(this.baseline.delta(options), options);
    return { lines: [...lines, ...(this.#alternate(options)?.rows.map(([, text]) => text) ?? [])], beginsMidLine };
  }

  /** Text in which each word of the searched text stands, in a fraction of the time; undefined if there is none. */
  wordsOf(maxRows: number): string | undefined {
    if (this.#earlier.length > 0) return undefined;
    return this.baseline.rowsText(maxRows);
  }

  /** The text to answer with, or as much of it as is wanted and how many lines before that were not read. */
  shown({ wanted, onHidden, onHiddenInNormal }: ShownOptions): { lines: string[]; unread: number } {
    const news = this.#alternate({ onHidden });
    const alternate = alternateLines(news && { ...news, rows: news.rows.map(([row, , whole]) => [row, whole]) });
    const normal = { onHidden: onHiddenInNormal, keepsRewritten: true };
    const delta = this.#wantedOrAll(wanted, normal);
    const lines = this.#hasHole ? this.#withoutEcho(delta, normal) : this.#withEarlier(delta, normal).lines;
    return { lines: [...lines.map((line) => line.trimEnd()), ...alternate], unread: delta.unread };
  }

  /** What is new; all of it where an echo may be among the lines that are not asked for. */
  #wantedOrAll(wanted: TextLimit, options: FreshOptions): Delta {
    const hidden: Parameters<OnHiddenText>[] = [];
    const delta = this.baseline.delta({ ...options, wanted, onHidden: (...place) => hidden.push(place) });
    if (delta.unread > 0 && this.#mayHaveLateEcho(delta, wanted.lines)) return this.baseline.delta(options);
    for (const place of hidden) options.onHidden?.(...place);
    return delta;
  }

  /** An echo was taken out of the last lines, or would be if one before it were known. */
  #mayHaveLateEcho(delta: Delta, lastLines: number): boolean {
    if (this.baseline.isAlternate) return false;
    const { lines, pending } = this.baseline.echoless(delta);
    const isTaken = lines.some((line, at) => at >= lines.length - lastLines && line !== delta.lines[at]);
    return isTaken || (pending !== "" && /[^\r\n][\r\n]+[^\r\n]/.test(pending));
  }

  /** What came right after the earlier lines has left the scrollback: with them, the text would have a hole that does not show. */
  get #hasHole(): boolean {
    return this.#earlier.length > 0 && this.baseline.rowsLost > 0;
  }

  #withEarlier(delta: Delta, options: FreshOptions): SearchedText {
    const fresh = this.#withoutEcho(delta, options);
    if (this.#earlier.length === 0) return { lines: fresh, beginsMidLine: delta.beginsMidLine };
    const earlier = this.#earlier.slice(-(options.maxRows ?? this.#earlier.length));
    // The line of the baseline, unless it is gone or only the echo stood in it.
    const goesOn = delta.baselineLine === 0 && fresh.length === delta.lines.length;
    const [first = "", ...others] = fresh;
    const lines = goesOn ? [...earlier.slice(0, -1), `${earlier.at(-1) ?? ""}${first}`, ...others] : [...earlier, ...fresh];
    return { lines: options.toCursor ? lines : withoutTrailingBlanks(lines), beginsMidLine: false };
  }

  /** What was typed in a full-screen program is echoed there, if anywhere. */
  #withoutEcho(delta: Delta, { keepsRewritten }: FreshOptions): readonly string[] {
    const { lines, baselineLine, isRewritten } = delta;
    if (this.baseline.isAlternate) return lines;
    const fresh = this.baseline.echoless(delta).lines;
    // Enter moved on to the next line: the empty rest of the echoed one is not news, nor are the rows into which it was broken.
    if (baselineLine >= 0 && fresh[baselineLine] === "") {
      const end = fresh.findIndex((line, at) => at > baselineLine && (line !== "" || lines[at] === ""));
      return fresh.toSpliced(baselineLine, (end < 0 ? fresh.length : end) - baselineLine);
    }
    return keepsRewritten && isRewritten ? fresh.with(baselineLine, lines[baselineLine] ?? "") : fresh;
  }

  /** The rows without the echo, and whole. One that was there before it was typed in is not among them. */
  #alternate(options: DeltaOptions): (Omit<AlternateNews, "rows"> & { rows: readonly AlternateRow[] }) | undefined {
    const news = this.baseline.alternateNews(options);
    if (!news) return undefined;
    const whole = news.rows.map(([row, text]): AlternateRow => [row, text, text]);
    if (news.isFirst) return { ...news, rows: whole };
    const { lines } = withoutEcho(
      news.rows.map(([, text]) => text),
      { typed: this.baseline.typed, baselineLine: -1, prefix: "" },
    );
    const rows = whole.map(([row, , text], at): AlternateRow => [row, lines[at] ?? "", text]);
    return { ...news, rows: rows.filter(([, text, all]) => text !== "" && (text === all || !this.baseline.stood(text))) };
  }
}

/** What is new in the alternate screen as lines of text. Where it is not all of the screen, each line says in which row it begins. */
export function alternateLines(news: AlternateNews | undefined): string[] {
  return news?.rows.map(([row, text]) => (news.isFirst ? text : numberedRow(row, text)).trimEnd()) ?? [];
}
