/** Where hidden text was met while rows were read, and the part of their lines that a reader is told. */
import type { TextLimit, TextPart } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import type { HiddenText } from "../../../shared/protocol.ts";
import { MAX_HIDDEN } from "./call-news.ts";
import { linesWithin } from "../../../shared/lines-within.ts";
import { openUpdate } from "./open-update.ts";
import type { OnHiddenText } from "./screen-text.ts";

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
    const { texts, whole } = linesWithin(lines, limit);
    const text = texts.join("\n");
    const omitted = lines.length - whole;
    if (limit.isFirst) {
      const to = rowOfLine?.(texts.length) ?? Number.POSITIVE_INFINITY;
      return {
        text,
        omittedLines: 0,
        ...(omitted > 0 && { omittedAtEnd: omitted }),
        ...this.list((row) => row + this.#baseY <= to),
      };
    }
    const from = omitted > 0 && this.#found.length > 0 ? (rowOfLine?.(lines.length - texts.length) ?? 0) : 0;
    return { text, omittedLines: omitted, ...this.list((row) => row + this.#baseY > from) };
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
export function hiddenTextOf(places: readonly HiddenText[]): { hiddenText?: HiddenText[] } {
  return places.length > 0 ? { hiddenText: places.slice(0, MAX_HIDDEN) } : {};
}
