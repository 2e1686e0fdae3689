/** The end of a screen as lines, read from the end: of 10 000 rows, most readers want a few. */
import type { TextLimit } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import type { PackedScrollback } from "./packed-scrollback.ts";
import { HiddenTextList } from "./hidden-text-list.ts";
import { type Line, linesIn, lineStart, wrappingRowsWithin } from "./screen-text.ts";

/** Rows looked at first, besides those of the viewport, which may be blank. */
const FIRST_LOOK = 100;

export type LastLines = {
  /** Without blank lines at the end. */
  readonly lines: readonly Line[];
  /** The number of lines before these. */
  readonly before: number;
  /** What is hidden in them. */
  readonly hidden: HiddenTextList;
};

/** At least the lines that are within the limit. All lines if the limit is for the first ones. */
export function lastLines(terminal: Terminal, scrollback: PackedScrollback, limit: TextLimit): LastLines {
  const { active } = terminal.buffer;
  const mostRows = wrappingRowsWithin(terminal, limit.bytes + 2);
  for (let rows = terminal.rows + FIRST_LOOK; ; rows *= 4) {
    const start = limit.isFirst ? 0 : lineStart(active, Math.max(0, active.length - rows), mostRows);
    const hidden = new HiddenTextList(terminal);
    const lines = linesIn(active, start, active.length, { onHidden: hidden.add });
    while (lines.at(-1)?.text === "") lines.pop();
    // The first line may have begun above.
    const cut = start > 0 && active.getLine(start)?.isWrapped ? 1 : 0;
    const isEnough =
      lines.length - cut >= limit.lines || lines.reduce((sum, { text }) => sum + text.length + 1, 0) > limit.bytes + 1;
    if (start > 0 && !isEnough) continue;
    return { lines, before: scrollback.linesBefore(start) - cut, hidden };
  }
}
