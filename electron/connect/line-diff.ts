/** Shows the user what changes in a file. */
import { withoutTokens } from "./without-tokens.ts";

const CONTEXT_LINES = 3;

/**
 * Lists the removed lines (`-`) and the added lines (`+`), with a few unchanged
 * lines around them, all without tokens. It is always one hunk, because an edit here changes one place.
 */
export function lineDiff(before: string, after: string): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  const rows = [
    ...old.slice(Math.max(0, start - CONTEXT_LINES), start).map((line) => `  ${line}`),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`),
    ...old.slice(old.length - end, old.length - end + CONTEXT_LINES).map((line) => `  ${line}`),
  ];
  return withoutTokens(rows.map((row) => `${row.trimEnd()}\n`).join(""));
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
