/** Where a program has left the cursor: what a wait for a prompt or for a question judges by. */
import type { Terminal } from "@xterm/headless";
import type { Situation } from "../../shared/situation.ts";
import { type LearntPrompts, promptShape } from "./learnt-prompts.ts";
import type { ScreenMark } from "./mark.ts";
import { cursorPlace, lastLine, lineStart, textBefore } from "./screen-text.ts";
import type { ShellMarks } from "./shell-marks.ts";

/** Judged by its end; a program may make a line as long as it likes. */
const MAX_LINE = 200;

export function situationOf(
  terminal: Terminal,
  known: { mark: ScreenMark; shell: ShellMarks; prompts: LearntPrompts },
): Situation {
  const buffer = terminal.buffer.active;
  const cursor = cursorPlace(terminal);
  const line = textBefore(buffer, lineStart(buffer, cursor.row), cursor);
  const after = buffer.getLine(cursor.row)?.translateToString(true, cursor.x) ?? "";
  const { mark, shell, prompts } = known;
  const isEntered = /[\r\n]/.test(mark.typed);
  const alternate = buffer.type === "alternate";
  return {
    before: before(),
    moved: !isEntered || mark.isLeft,
    left: mark.isLeft,
    changed: isEntered && (mark.isAlternate ? !alternate : promptShape(mark.prefix) !== promptShape(line)),
    alternate,
    line: line.slice(-MAX_LINE),
    lastLine: lastLine(terminal).slice(-MAX_LINE),
  };

  function before(): Situation["before"] {
    if (shell.isAtPrompt && shell.prompts > mark.shellPrompts) return "marked";
    if (line.trim() === "") return "nothing";
    if (prompts.has(line)) return "learnt";
    return after.trim() === "" ? "text" : "nothing";
  }
}
