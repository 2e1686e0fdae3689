/**
 * Looks for a pattern in what is new on a screen, chunk by chunk, so that text
 * is found even if the program clears it right away. What was typed is not
 * news: its echo is taken out before the pattern is tried.
 */
import { stripSequences } from "../../shared/strip-sequences.ts";
import type { Delta, ScreenMark } from "./mark.ts";

/** New output kept for matching text that is gone from the screen, in characters. */
const MAX_RAW = 64 * 1024;
/** What stays of it once it is full: a match may begin in one chunk and end in the next. */
const RAW_OVERLAP = 4096;
/** Rows of the screen that are matched: a pattern is looked for near what has just come. */
const MAX_MATCHED_ROWS = 200;

export class ScreenWatch implements Disposable {
  readonly #mark: ScreenMark;
  readonly #pattern: RegExp | undefined;
  /** The lines that were typed, in order. */
  readonly #typed: readonly string[];
  #raw = "";
  /** The echo is still in `#raw`. */
  #rawHasEcho = true;

  /** Throws a SyntaxError for a pattern that is none. */
  constructor(mark: ScreenMark, pattern: string | undefined) {
    this.#pattern = pattern === undefined ? undefined : new RegExp(pattern, "m");
    this.#mark = mark.hold();
    this.#typed = mark.typed.split(/[\r\n]+/).filter((line) => line !== "");
  }

  /** Call after `text` has been written to the screen; answers with the match, if there is one now. */
  look(text: string): string | undefined {
    if (!this.#pattern) return undefined;
    this.#raw += text;
    const shown = this.delta(MAX_MATCHED_ROWS).lines.join("\n");
    const match = this.#pattern.exec(shown) ?? this.#pattern.exec(this.#passed());
    if (this.#raw.length > MAX_RAW) {
      this.#raw = this.#raw.slice(-RAW_OVERLAP);
      this.#rawHasEcho = false;
    }
    return match?.[0];
  }

  /** What is new, without the echo of what was typed; `maxRows` bounds the work. */
  delta(maxRows?: number): Delta {
    const { lines, lost } = this.#mark.delta(maxRows);
    const fresh = withoutEcho(lines, this.#typed);
    // Enter moved on to the next line: the empty rest of the echoed one is not news.
    return { lines: fresh[0] === "" ? fresh.slice(1) : fresh, lost };
  }

  [Symbol.dispose](): void {
    this.#mark.letGo();
  }

  /** Everything that was written, as lines, even what is no longer on the screen. */
  #passed(): string {
    const lines = stripSequences(this.#raw).split(/\r*\n|\r/);
    return (this.#rawHasEcho ? withoutEcho(lines, this.#typed) : lines).join("\n");
  }
}

/**
 * Takes what was typed out of the first lines that end with it. Each typed line
 * counts once, in order; a program that prints the same text again is heard.
 */
function withoutEcho(lines: readonly string[], typed: readonly string[]): string[] {
  const rest = [...lines];
  let from = 0;
  for (const text of typed) {
    const echo = text.trimEnd();
    if (echo === "") continue;
    const at = rest.findIndex((line, index) => index >= from && line.trimEnd().endsWith(echo));
    if (at < 0) break;
    const line = rest[at] ?? "";
    rest[at] = line.slice(0, line.trimEnd().length - echo.length).trimEnd();
    from = at + 1;
  }
  return rest;
}
