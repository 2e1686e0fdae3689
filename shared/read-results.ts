/** Formats the results of reading as lines of text, for agents and the command line. */
import type { ExitStatus, HiddenText, Result, WaitOutcome } from "./protocol.ts";

/** A note names this many positions of hidden text and counts the others. */
const MAX_NAMED = 5;

/** The lines of a search in the format of `grep -n`: `12:match`, `13-context`, and `--` between groups. */
export function searchLines({ lines }: Pick<Result<"session/search">, "lines">): string[] {
  const hasContext = lines.some(([, , isMatch]) => !isMatch);
  return lines.flatMap(([number, text, isMatch], index) => {
    const line = `${number}${isMatch ? ":" : "-"}${text}`;
    const before = lines[index - 1]?.[0];
    return hasContext && before !== undefined && number > before + 1 ? ["--", line] : [line];
  });
}

/** The number of the line after the last match, where the next search begins. */
export function nextLine({ lines }: Pick<Result<"session/search">, "lines">): number {
  return (lines.findLast(([, , isMatch]) => isMatch)?.[0] ?? 0) + 1;
}

/** A summary of what has changed, and the changed rows with their numbers. */
export function changedRows(changes: Result<"session/changes">): { header: string; rows: string[] } {
  const { rows, scrolledBy, isFirst, size } = changes;
  const count = isFirst ? `whole screen; ${rows.length} of ${size.rows} rows` : `${rows.length} of ${size.rows} rows changed`;
  const header =
    rows.length === 0 && scrolledBy === 0 ? "nothing changed" : `${scrolledBy > 0 ? `scrolled ${scrolledBy}; ` : ""}${count}`;
  return { header, rows: rows.map(([row, text]) => numberedRow(row, text)) };
}

/** Where the cursor is in a full-screen program, as a note. Undefined when none shows. */
export function cursorNote(cursor: { row: number; col: number } | undefined): string | undefined {
  return cursor && `cursor row ${cursor.row} col ${cursor.col}`;
}

/** What a person did, as notes: that they had the keyboard, and what became of parked writes. */
export function handbackNotes({ by, typed, hidden, parked = [] }: NonNullable<WaitOutcome["handback"]>): string[] {
  const did = [...(typed === "" ? [] : [JSON.stringify(typed)]), ...(hidden ? ["hidden input"] : [])];
  const fates = parked.map(({ text, fate, as, why }) => {
    const more = (as === undefined ? "" : ` as ${JSON.stringify(as)}`) + (why === undefined ? "" : `: ${why}`);
    return `parked ${JSON.stringify(text)} was ${fate}${more}`;
  });
  return by === undefined ? fates : [`${by} had the keyboard and typed ${did.join(" and ") || "nothing"}`, ...fates];
}

/** A row of the screen with its number, from 1. */
export function numberedRow(row: number, text: string): string {
  return `${row}: ${text}`;
}

/** The line with which the output of a program that has ended closes, in terminalcp's words. */
export function exitLine({ code, signal }: ExitStatus): string {
  return `Process exited with code ${code}${signal === undefined ? "" : ` (signal: ${signal})`}`;
}

/** A note about text that was left out because a person could not see it. Undefined when nothing was. */
export function hiddenTextNote(hidden: readonly HiddenText[] | undefined, unit: "row" | "line"): string | undefined {
  if (!hidden || hidden.length === 0) return undefined;
  const place = ({ row, rows = 1 }: HiddenText): string => {
    if (unit === "line" && row < 1) return "earlier lines";
    return rows > 1 ? `${unit}s ${row}-${row + rows - 1}` : `${unit} ${row}`;
  };
  const positions = [...new Set(hidden.map((text) => `${text.kind} ${place(text)}`))];
  const more = positions.length > MAX_NAMED ? ` and ${positions.length - MAX_NAMED} more` : "";
  return `hidden: ${positions.slice(0, MAX_NAMED).join(", ")}${more}`;
}
