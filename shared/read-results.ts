/** Results of reading as lines of text: the same for agents and on the command line. */
import type { HiddenText, Result } from "./protocol.ts";

/** Places of hidden text that are named. */
const MAX_NAMED = 5;

/** As `grep -n` shows them: `12:match`, `13-context`, `--` between groups. */
export function searchLines({ lines }: Pick<Result<"session/search">, "lines">): string[] {
  const hasContext = lines.some(([, , isMatch]) => !isMatch);
  return lines.flatMap(([number, text, isMatch], index) => {
    const line = `${number}${isMatch ? ":" : "-"}${text}`;
    const before = lines[index - 1]?.[0];
    return hasContext && before !== undefined && number > before + 1 ? ["--", line] : [line];
  });
}

/** The line after the last match that is shown. */
export function nextLine({ lines }: Pick<Result<"session/search">, "lines">): number {
  return (lines.findLast(([, , isMatch]) => isMatch)?.[0] ?? 0) + 1;
}

/** What has changed, in a few words, and the rows by number. */
export function changedRows(changes: Result<"session/changes">): { header: string; rows: string[] } {
  const { rows, scrolledBy, isFirst, size } = changes;
  const count = isFirst ? `full screen; ${rows.length} of ${size.rows} rows` : `${rows.length} of ${size.rows} rows changed`;
  const header =
    rows.length === 0 && scrolledBy === 0 ? "nothing changed" : `${scrolledBy > 0 ? `scrolled ${scrolledBy}; ` : ""}${count}`;
  return { header, rows: rows.map(([row, text]) => `${row}: ${text}`) };
}

/** What was left out because nobody could see it; undefined if that is nothing. */
export function hiddenTextNote(hidden: readonly HiddenText[] | undefined, unit: "row" | "line"): string | undefined {
  if (!hidden || hidden.length === 0) return undefined;
  const places = [...new Set(hidden.map(({ kind, row }) => `${kind} ${unit} ${row}`))];
  const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : "";
  return `hidden: ${places.slice(0, MAX_NAMED).join(", ")}${more}`;
}
