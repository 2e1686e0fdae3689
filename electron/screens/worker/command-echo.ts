/** The echo of a command that a shell has begun, or refused: it stands whole on the screen, but other output may stand around it. */
import type { Baseline, Delta } from "./baseline.ts";
import { withoutEcho } from "./typed-echo.ts";

/** The prompt of a line that goes on, at which C-c was pressed. */
const TAKEN_BACK = /^(?:(?:\w+ )*\w*> *)?(?:\^C)?$/;

/**
 * What is new since the command was typed at this baseline, without the command, and without blank lines. What a job has
 * printed before, into, and behind it stays. Of one that has not begun, the line in which it was taken back goes, too.
 */
export function withoutCommand(
  { lines, baselineLine, isCut, isRewritten }: Delta,
  { command, baseline, hasBegun }: { command: string; baseline: Baseline; hasBegun: boolean },
): string[] {
  const { prefix, prompt, wholeLine, wasCleared } = baseline;
  const typed = `${command}\r`;
  const echoless = withoutEcho(lines, { typed, baselineLine, prefix, isCut, isCleared: wasCleared }).lines;
  const isFound = echoless.some((line, index) => line !== lines[index]);
  const rest = isFound ? [...echoless] : cutOut(lines, command.trim());
  const own = rest[baselineLine];
  if (own !== undefined && own !== lines[baselineLine]) {
    // What is left of it is another prompt that has taken the place of the first one, or stood at the right of that.
    const right = wholeLine.slice(prompt.length).trim();
    if (isRewritten || own.trim() === right) rest[baselineLine] = "";
  }
  const told = rest.map((line) => line.trimEnd()).filter((line) => line !== "");
  return !hasBegun && TAKEN_BACK.test(told.at(-1) ?? "") ? told.slice(0, -1) : told;
}

/** The command ends the last line, or another output goes on behind it, or stands before it. */
function cutOut(lines: readonly string[], command: string): string[] {
  const last = lines.findLastIndex((line) => line.trimEnd().endsWith(command));
  const at = last >= 0 ? last : lines.findLastIndex((line) => line.includes(command));
  if (at < 0 || command === "") return [...lines];
  const line = lines[at] ?? "";
  const begin = line.lastIndexOf(command);
  return lines.toSpliced(at, 1, line.slice(0, begin) + line.slice(begin + command.length));
}
