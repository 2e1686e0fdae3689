/** The alternate screen at a moment, and what is new on it since: programs redraw it in place. */
import type { Terminal } from "@xterm/headless";
import { changedLines } from "./screen-diff.ts";
import { cursorPosition, linesIn, type OnHiddenText, textLines, withoutTrailingBlanks } from "./screen-text.ts";

/** What is new in the alternate screen: its lines, by the row on which each begins, from 1. */
export type AlternateNews = {
  /** There was another screen before: then all of it is new, blank lines in the middle too. */
  readonly isFirst: boolean;
  readonly rows: readonly (readonly [row: number, text: string])[];
};

type NewsOptions = { readonly toCursor?: boolean; readonly onHidden?: OnHiddenText | undefined };

export class AlternateBaseline {
  readonly #terminal: Terminal;
  /** Undefined for a moment at which the normal screen showed. */
  readonly #lines: readonly string[] | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    const { active } = terminal.buffer;
    if (active.type === "alternate") this.#lines = textLines(active, active.baseY, active.baseY + terminal.rows);
  }

  /** The alternate screen showed. */
  get isShown(): boolean {
    return this.#lines !== undefined;
  }

  /** One of its lines was this. */
  stood(text: string): boolean {
    return this.#lines?.includes(text) ?? false;
  }

  /** Undefined when it does not show now. */
  news({ toCursor, onHidden }: NewsOptions): AlternateNews | undefined {
    const { active } = this.#terminal.buffer;
    if (active.type === "normal") return undefined;
    const cursor = toCursor ? cursorPosition(this.#terminal) : undefined;
    const now = linesIn(active, active.baseY, active.baseY + this.#terminal.rows, { cursor });
    const told = this.#lines
      ? changedLines(this.#lines, now).added.filter(({ text }) => text.trim() !== "")
      : now.slice(0, withoutTrailingBlanks(now.map(({ text }) => text)).length);
    if (onHidden) for (const line of told) linesIn(active, line.start, line.end, { onHidden });
    return { isFirst: !this.isShown, rows: told.map(({ text, start }) => [start - active.baseY + 1, text]) };
  }
}
