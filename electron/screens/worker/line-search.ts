/** Looks for a regular expression in lines as they come, and keeps what is to be shown of it. */
import type { LineProgress, SearchRequest, SearchResult } from "../screen-types.ts";
import { LineSplitter } from "../../../shared/line-splitter.ts";
import { compilePattern } from "../../../shared/patterns.ts";
import type { HiddenText } from "../../../shared/protocol.ts";

/** Characters of one line that are shown: from a little before the match on. */
const MAX_LINE = 1000;
const LEAD = 200;
/** Of a line that never ends, so much is searched at a time. */
const MAX_PENDING = 1024 * 1024;
/** Text in one answer. */
const MAX_BYTES = 256 * 1024;
const MAX_HIDDEN = 20;
/** Places that are remembered until it is certain whether their lines are shown. */
const MAX_NOTED = 1000;

export class LineSearch {
  readonly #request: SearchRequest;
  readonly #pattern: RegExp;
  readonly #shown: SearchResult["lines"] = [];
  readonly #shownLines = new Set<number>();
  #hidden: HiddenText[] = [];
  /** The latest lines, in case the next one matches. */
  readonly #before: [number, string][] = [];
  readonly #lines: LineSplitter;
  #line: number;
  #matches = 0;
  #more = 0;
  /** Lines still to be shown after the last match. */
  #after = 0;
  #bytes = 0;

  constructor(request: SearchRequest, progress?: LineProgress) {
    this.#request = request;
    this.#pattern = compilePattern(request.pattern);
    this.#line = progress?.line ?? 0;
    this.#lines = new LineSplitter(progress?.pending);
  }

  get progress(): LineProgress {
    return { line: this.#line, pending: this.#lines.rest };
  }

  take(text: string): void {
    for (const line of this.#lines.push(text)) this.#look(line);
    if (this.#lines.rest.length > MAX_PENDING) this.#look(this.#lines.takeRest());
  }

  /** Nobody could see something in this line. Of a line that is erased later, it may be said after the line has come. */
  noteHidden(kind: HiddenText["kind"], line: number, column: number): void {
    if (line < this.#request.from) return;
    if (line <= this.#line - this.#before.length && !this.#isShown(line)) return;
    if (this.#hidden.length >= MAX_NOTED) this.#forgetUnshown();
    if (this.#hidden.length < MAX_NOTED) this.#hidden.push({ kind, row: line, col: column + 1 });
  }

  /** What was found. If that is not all there is, the line that has not ended is left to the next search. */
  result(isComplete: boolean): SearchResult {
    if (isComplete && this.#lines.rest !== "") this.#look(this.#lines.takeRest());
    const hidden = this.#hidden.filter(({ row }) => this.#isShown(row)).slice(0, MAX_HIDDEN);
    return {
      lines: this.#shown,
      matches: this.#matches,
      more: this.#more,
      totalLines: this.#line,
      isComplete,
      ...(hidden.length > 0 && { hiddenText: hidden }),
    };
  }

  #isShown(line: number): boolean {
    return this.#shownLines.has(line);
  }

  /** Lines that have come and are not shown, nor may be as the context of the next match. */
  #forgetUnshown(): void {
    const settled = this.#line - this.#before.length;
    this.#hidden = this.#hidden.filter(({ row }) => row > settled || this.#isShown(row));
  }

  #look(text: string): void {
    const number = ++this.#line;
    if (number < this.#request.from) return;
    const match = this.#pattern.exec(text);
    if (!match) {
      if (this.#after > 0) {
        this.#after--;
        this.#show(number, text, 0, false);
      } else if (this.#request.context > 0) {
        this.#before.push([number, text]);
        if (this.#before.length > this.#request.context) this.#before.shift();
      }
      return;
    }
    if (this.#matches >= this.#request.limit || this.#bytes >= MAX_BYTES) {
      this.#more++;
      this.#after = 0;
      return;
    }
    for (const [line, before] of this.#before.splice(0)) this.#show(line, before, 0, false);
    this.#show(number, text, match.index, true);
    this.#matches++;
    this.#after = this.#request.context;
  }

  #show(line: number, text: string, at: number, isMatch: boolean): void {
    const shown = excerpt(text, at);
    this.#bytes += Buffer.byteLength(shown) + 8;
    this.#shown.push([line, shown, isMatch]);
    this.#shownLines.add(line);
  }
}

/** A long line, from a little before the match on. */
function excerpt(text: string, at: number): string {
  if (text.length <= MAX_LINE) return text;
  const from = Math.max(0, Math.min(at - LEAD, text.length - MAX_LINE));
  const cut = text.slice(from, from + MAX_LINE).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return `${from > 0 ? "\u2026" : ""}${cut}${from + MAX_LINE < text.length ? "\u2026" : ""}`;
}
