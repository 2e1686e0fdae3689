/**
 * Lines with tabs, which the screen shows as blanks: how many depends on the column.
 * For a search, it is enough to know the words.
 */
import { type Grid, nextStop } from "./row-count.ts";
import { isAscii, isItsOwnText, withoutSequences } from "./running-text.ts";

/** How much is looked at more closely in one go, in UTF-16 units. It ends with a line. */
const BLOCK = 4096;

/**
 * Whether these lines of running text, which begin in the first column, surely have none of some words. `mayHave` tells of a
 * text whether one may be in it.
 */
export function haveNoWord(lines: string, grid: Grid, mayHave: (words: string) => boolean): boolean {
  const text = withoutSequences(lines);
  const joined = text.replaceAll("\t", "");
  // Tabs are all that the screen shows in other words.
  if (!isAscii(joined) || !isItsOwnText(joined)) return false;
  if (!mayHave(joined)) return true;
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = text.indexOf("\n", at + BLOCK) + 1 || text.length;
    const block = text.slice(at, end);
    if (mayHave(block.replaceAll("\t", "")) && mayHave(withBlanks(block, grid))) return false;
  }
  return true;
}

/** With a blank for each tab that keeps something apart: in the last column, none does. */
function withBlanks(lines: string, grid: Grid): string {
  return lines
    .split("\n")
    .map((line) => withBlanksInLine(line, grid))
    .join("\n");
}

function withBlanksInLine(line: string, { core, cols }: Grid): string {
  const [first = "", ...others] = line.split("\t");
  let text = first;
  let column = columnAfter(0, first.length, cols);
  for (const part of others) {
    const isApart = column < cols - 1;
    text += isApart ? ` ${part}` : part;
    column = columnAfter(isApart ? nextStop(core, column, cols) : column, part.length, cols);
  }
  return text;
}

/** The column after so many characters from `column` on, on a terminal that wraps; `cols` at the end of a row. */
function columnAfter(column: number, length: number, cols: number): number {
  const end = column + length;
  return end <= cols ? end : ((end - 1) % cols) + 1;
}
