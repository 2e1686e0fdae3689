/** The buffer as text: wrapped rows joined, trailing blanks dropped. */
import type { IBuffer, Terminal } from "@xterm/headless";

/** A line of text and the buffer row it begins on. */
export type TextLine = { readonly row: number; readonly text: string };

/**
 * The lines from row `from` to row `to` (exclusive). A line that began above
 * `from` is taken from `from` on.
 */
export function textLines(buffer: IBuffer, from: number, to: number): TextLine[] {
  const lines: TextLine[] = [];
  let row = from;
  while (row < to) {
    const start = row;
    let text = "";
    for (;;) {
      const line = buffer.getLine(row);
      row++;
      const wraps = row < to && buffer.getLine(row)?.isWrapped === true;
      // A full row keeps its blanks: the words of the next row follow them.
      text += line?.translateToString(!wraps) ?? "";
      if (!wraps) break;
    }
    lines.push({ row: start, text: text.trimEnd() });
  }
  return lines;
}

/** Drops blank lines at the end. */
export function withoutTrailingBlanks(lines: readonly TextLine[]): TextLine[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.text === "") end--;
  return lines.slice(0, end);
}

/** The whole buffer as lines, viewport and scrollback, without blank lines at the end. */
export function allLines(terminal: Terminal): TextLine[] {
  const buffer = terminal.buffer.active;
  return withoutTrailingBlanks(textLines(buffer, 0, buffer.length));
}

/** The last line of the viewport that is not blank. */
export function lastLine(terminal: Terminal): string {
  const buffer = terminal.buffer.active;
  for (let y = terminal.rows - 1; y >= 0; y--) {
    const text = buffer
      .getLine(buffer.baseY + y)
      ?.translateToString(true)
      .trim();
    if (text) return text;
  }
  return "";
}
