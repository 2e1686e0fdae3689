/**
 * The progress that a program tells its terminal, with OSC 9;4 (ConEmu's
 * sequence, which Windows Terminal documents:
 * https://learn.microsoft.com/windows/terminal/tutorials/progress-bar-sequences).
 */
import type { Progress } from "../../../shared/protocol.ts";

const KINDS: Readonly<Record<string, Progress["kind"]>> = { 1: "normal", 2: "error", 3: "indeterminate", 4: "paused" };

/**
 * The progress after the content of an OSC 9 sequence. `undefined`: none is
 * shown any more. The same object as before for a sequence that changes nothing.
 */
export function progressAfter(before: Progress | undefined, content: string): Progress | undefined {
  const match = /^4;([0-4])(?:;(\d{0,3}))?;?$/.exec(content);
  if (!match) return before;
  const [, state = "", percent = ""] = match;
  const kind = KINDS[state];
  if (kind === undefined) return undefined;
  if (kind === "indeterminate") return before?.kind === kind ? before : { kind };
  // Without a number, an error or a pause leaves the bar where it is.
  const known = percent === "" ? before?.percent : Math.min(100, Number(percent));
  const shown = known ?? (kind === "normal" ? 0 : 100);
  return before?.kind === kind && before.percent === shown ? before : { kind, percent: shown };
}
