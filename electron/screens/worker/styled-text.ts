/** A row of the screen as text with its colors: sequences for style only (SGR), so that it can be printed anywhere. */
import type { IBufferLine } from "@xterm/headless";
import { isPlain, PLAIN_STYLE, sameStyle, styleSequence } from "./cell-style.ts";
import { Bg } from "./cell-layout.ts";
import { cellAt, type InternalAttributes } from "./emulator-internals.ts";

/** The first `to` cells. Blanks at the end are left out when `trim` is set, unless they have a background. */
export function styledText(line: IBufferLine | undefined, { to, trim }: { to: number; trim: boolean }): string {
  if (!line) return "";
  let text = "";
  let written = "";
  let isWrittenPlain = true;
  let last: InternalAttributes = { fg: 0, bg: 0, extended: { _ext: 0, urlId: 0 } };
  for (let x = 0; x < to;) {
    const cell = cellAt(line, x);
    if (!cell) break;
    // Whether a cell may be erased is no style.
    const style = { fg: cell.fg, bg: cell.bg & ~Bg.PROTECTED, extended: cell.extended };
    if (!sameStyle(last, style)) text += isPlain(style) ? PLAIN_STYLE : styleSequence(style);
    last = style;
    text += cell.getChars() || " ";
    if (cell.getChars().trim() !== "" || !isPlain(style)) [written, isWrittenPlain] = [text, isPlain(style)];
    x += Math.max(1, cell.getWidth());
  }
  if (trim) return isWrittenPlain ? written : `${written}${PLAIN_STYLE}`;
  return isPlain(last) ? text : `${text}${PLAIN_STYLE}`;
}
