/** Output that stands in the lines of a prompt. */

/** Output that did not end its line, in the line of the prompt: before it, or behind it. */
export function beforePrompt(line: string, prompt: string): string {
  const last = lastLine(prompt);
  if (last.trim() === "" || line.trim() === "") return "";
  return (line.endsWith(last) ? line.slice(0, line.length - last.length) : line).trimEnd();
}

/**
 * The text of whole lines above the line of the cursor, without those of a prompt of several lines whose last one is `cursorLine`.
 * Output that did not end its line stands before the first of them.
 */
export function withoutPrompt(text: string, { prompt, cursorLine }: { prompt: string; cursorLine: string }): string {
  const lines = text.split("\n");
  return (cursorLine.endsWith(lastLine(prompt)) ? withoutLinesAbove(lines, prompt) : lines).join("\n").trimEnd();
}

/** Without the lines of the prompt that are told. Blank ones at the end of the text are not. */
function withoutLinesAbove(lines: readonly string[], prompt: string): readonly string[] {
  const [first = "", ...others] = prompt.split("\n").slice(0, -1);
  const kept = [...lines];
  for (const line of others.toReversed()) {
    if (kept.at(-1)?.trim() === line.trim()) kept.pop();
    else if (line.trim() !== "") return lines;
  }
  const last = kept.at(-1)?.trimEnd() ?? "";
  const before = last.endsWith(first.trimEnd()) ? last.slice(0, last.length - first.trimEnd().length) : undefined;
  if (before === undefined) return lines;
  return [...kept.slice(0, -1), ...(before.trim() === "" ? [] : [before])];
}

function lastLine(prompt: string): string {
  return prompt.split("\n").at(-1) ?? "";
}
