/** What a screen says about what its program is at, to whoever looks without having typed. */
import type { Terminal } from "@xterm/headless";
import type { RestingPlace } from "../../../shared/screen-evidence.ts";
import { internalsOf } from "./emulator-internals.ts";
import { cursorLook, MAX_LINE } from "./gather-evidence.ts";
import type { LearnedPrompts } from "./learned-prompts.ts";
import { isPagerRow } from "./lowest-row.ts";
import { cursorPosition, textLines } from "./screen-text.ts";
import type { ShellIntegration } from "./shell-integration.ts";

/** Menus and questions with their choices are shorter. */
const MAX_LINES = 30;

export function restingPlace(
  terminal: Terminal,
  { shell, prompts }: { shell: ShellIntegration; prompts: LearnedPrompts },
): RestingPlace {
  const { active } = terminal.buffer;
  const look = cursorLook(terminal);
  const end = active.baseY + terminal.rows;
  const { row } = cursorPosition(terminal);
  const rows = isPagerRow(terminal)
    ? [...textLines(active, active.baseY, row), ...textLines(active, row, end)]
    : textLines(active, active.baseY, end);
  const lines = rows.filter((line) => line.trim() !== "").map((line) => line.slice(0, MAX_LINE));
  return {
    before: before(),
    line: look.line.slice(-MAX_LINE),
    lines: lines.slice(-MAX_LINES),
    alternate: look.alternate,
    drawn: look.drawn,
    drawnBelow: look.drawnBelow,
    standsOut: look.standsOut,
    isCursorHidden: internalsOf(terminal).coreService.isCursorHidden,
  };

  function before(): RestingPlace["before"] {
    if (shell.isAtPrompt) return "marked";
    if (look.line.trim() === "") return "nothing";
    if (prompts.has(look.line)) return "learned";
    return look.after.trim() === "" ? "text" : "nothing";
  }
}
