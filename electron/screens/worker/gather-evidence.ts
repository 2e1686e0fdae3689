/** Gathers where a program has left the cursor. Waits for a prompt or for a question judge by it. */
import type { IBuffer, IBufferCell, IBufferLine, Terminal } from "@xterm/headless";
import { cellText } from "./cell-text.ts";
import { endsLikePrompt, endsLikeShellPrompt, withoutFieldEnd } from "../../../shared/prompt-shapes.ts";
import { choicesIn, isFramed, isInDialog, mayEndMenu } from "../../../shared/questions.ts";
import type { ScreenEvidence } from "../../../shared/screen-evidence.ts";
import { internalsOf } from "./emulator-internals.ts";
import { type LearnedPrompts, MAX_PROMPT, promptShape, setsPrompt } from "./learned-prompts.ts";
import type { Baseline } from "./baseline.ts";
import { backgroundOf, isLowest, isPagerRow, standsOut } from "./lowest-row.ts";
import { cursorPosition, lastRowText, lineStart, MAX_ROWS_OF_LINE, textBefore, textLines } from "./screen-text.ts";
import type { ShellIntegration } from "./shell-integration.ts";

/** A line is judged by its end. A program may make a line of any length. */
export const MAX_LINE = 200;

/** Behind a right prompt, zsh leaves a column free, so this many tell whether one is there. */
const LAST_COLUMNS = 2;

/** Before a prompt at the right border. */
const GAP = /^\s{2,}\S/;

/** What stands around the cursor. */
export type CursorLook = {
  /** The text before the cursor in its line, and after it in its row, but for a prompt at the right border. */
  readonly line: string;
  readonly after: string;
  /** The last line on the screen that is not blank. */
  readonly lastLine: string;
  /** The same with what it is set in by. */
  readonly lastRow: string;
} & Pick<ScreenEvidence, "alternate" | "drawn" | "drawnBelow" | "standsOut">;

/** Reads what stands around the cursor now. */
export function cursorLook(terminal: Terminal): CursorLook {
  const buffer = terminal.buffer.active;
  const cursor = cursorPosition(terminal);
  const maxRows = isPagerRow(terminal) ? 1 : 1 + Math.ceil(MAX_PROMPT / terminal.cols);
  const start = lineStart(buffer, cursor.row, maxRows);
  const line = textBefore(buffer, start, cursor);
  const row = buffer.getLine(cursor.row);
  const behind = row ? cellText(row, true, cursor.x) : "";
  const alternate = buffer.type === "alternate";
  // Full-screen programs show counts and keys there, too.
  const hasRightPrompt = !alternate && endsLikeShellPrompt(line) && isRightPrompt(behind, buffer, cursor.row);
  const after = hasRightPrompt ? "" : behind;
  const { isCursorHidden } = internalsOf(terminal).coreService;
  const lastRow = lastRowText(terminal);
  const last = lastRow.trim().slice(-MAX_LINE);
  const isDrawnHere = after.trim() !== "" || (isCursorHidden && last !== "");
  const end = buffer.baseY + terminal.rows;
  // Multiplexers keep a bar at the bottom of the alternate screen, so text below says nothing there.
  const drawnBelow = !isDrawnHere && !alternate && isTextBetween(buffer, cursor.row + 1, end);
  // … but above that bar, it is an editor's that stands in a blank line.
  const isAmidPage = alternate && line.trim() === "" && isTextBetween(buffer, cursor.row + 1, end - 1);
  return {
    line,
    after,
    lastLine: last,
    lastRow,
    alternate,
    drawn: isDrawnHere || drawnBelow || isAmidPage,
    drawnBelow,
    standsOut: isLowest(terminal, cursor.row) && standsOut(buffer, cursor),
  };
}

/** What stands around the cursor, judged by what was there before and by what the shell has marked. */
export function gatherEvidence(
  terminal: Terminal,
  history: { baseline: Baseline; shell: ShellIntegration; prompts: LearnedPrompts; panePrompts: LearnedPrompts },
): ScreenEvidence {
  const { line, after, lastRow, ...look } = cursorLook(terminal);
  const { baseline, shell, prompts, panePrompts } = history;
  const isEntered = /[\r\n]/.test(baseline.typed);
  const isOtherLine = promptShape(baseline.own.prefix) !== promptShape(line) && !setsPrompt(baseline.typed, line);
  const isOther = isEntered && (isOtherLine || isBelowNews());
  return {
    ...look,
    isLastNew: baseline.line.trim() === "" || !look.lastLine.trim().startsWith(baseline.line.trim()),
    before: before(),
    atMarkedPrompt: shell.isAtPrompt,
    runsCommand: shell.isRunning,
    moved: !isEntered || baseline.isLeft,
    left: baseline.isLeft,
    changed: baseline.isAlternate ? isEntered && !look.alternate : isOther,
    asksAgain: isEntered && prompts.asksAgain(line),
    changedWithin: baseline.isAlternate && look.alternate && isOther,
    returns: isEntered && (baseline.isAlternate ? endsLikeShellPrompt(baseline.line) : prompts.returns),
    known: prompts.hasLike(line) || (look.alternate && panePrompts.hasLike(line)),
    isBegun: prompts.begins(line) || (look.alternate && panePrompts.begins(line)) || isBegunHere(),
    line: line.slice(-MAX_LINE),
    hasChoices: isInDialogHere() || isAtMenu(),
    continued: isEntered && after.trim() === "" && isContinued(),
  };

  /** One blank line is like another. Above this one stands something else than what was entered, or its last row: `cat` repeats that. */
  function isBelowNews(): boolean {
    return line.trim() === "" && !lastEntered(baseline.typed).endsWith(look.lastLine);
  }

  /** At the first prompt, nothing has been learned. */
  function isBegunHere(): boolean {
    const { prefix } = baseline.own;
    return !isEntered && endsLikeShellPrompt(prefix) && line.startsWith(prefix);
  }

  // To read more rows takes as long as all else here, so a look at the one that is known comes first.
  function isInDialogHere(): boolean {
    return (look.alternate || look.drawn) && isFramed(line + after) && isInDialog(rowsFrom(cursorPosition(terminal).row));
  }

  function isAtMenu(): boolean {
    if (look.alternate || endsLikePrompt(line)) return false;
    return (
      mayEndMenu(lastRow) && choicesIn(rowsFrom(terminal.buffer.active.baseY).filter((row) => row.trim() !== "")) !== undefined
    );
  }

  function rowsFrom(row: number): string[] {
    const { active } = terminal.buffer;
    return textLines(active, row, active.baseY + terminal.rows);
  }

  function isContinued(): boolean {
    return line.trim() === "" ? isSetIn(terminal, baseline, line.length) : prompts.isContinuedBy(line);
  }

  function before(): ScreenEvidence["before"] {
    if (shell.isAtPrompt && shell.prompts > baseline.shellPrompts) return "marked";
    if (line.trim() === "") return "nothing";
    if (prompts.has(line)) return "learned";
    return after.trim() === "" ? "text" : "nothing";
  }
}

/** The line above the cursor ends with what was entered last, and that begins in this column or left of it, behind a prompt or blanks. A prompt at the right border may follow. */
function isSetIn(terminal: Terminal, baseline: Baseline, column: number): boolean {
  const buffer = terminal.buffer.active;
  const { row } = cursorPosition(terminal);
  if (row === 0 || buffer.getLine(row)?.isWrapped === true) return false;
  const start = lineStart(buffer, row - 1, MAX_ROWS_OF_LINE);
  const above = textBefore(buffer, start, { row: row - 1, x: terminal.cols }).trimEnd();
  const typed = lastEntered(baseline.typed);
  if (typed === "") return above === "" && baseline.line.trim() === "" && baseline.line !== "" && column >= baseline.line.length;
  // The same text may stand in the prompt at the right border, too.
  for (let begin = above.indexOf(typed, 1); begin > 0 && begin <= column; begin = above.indexOf(typed, begin + 1)) {
    const behind = above.slice(begin + typed.length);
    if (behind === "" || GAP.test(behind)) return true;
  }
  return false;
}

/** The last line of what was typed; empty where only Enter was. */
function lastEntered(typed: string): string {
  return (
    typed
      .split(/[\r\n]+/)
      .findLast((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}

/** What stands behind the cursor is a shell's second prompt: it ends at the right border, a gap away, and is not the border of a field. */
function isRightPrompt(behind: string, buffer: IBuffer, row: number): boolean {
  if (!GAP.test(behind) || withoutFieldEnd(behind) !== behind) return false;
  const line = buffer.getLine(row);
  if (!line) return false;
  return cellText(line, false, line.length - LAST_COLUMNS).trim() !== "";
}

/** Something is seen in these rows. */
function isTextBetween(buffer: IBuffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const line = buffer.getLine(at);
    if (line && !line.isWrapped && isSeen(line, buffer.getNullCell())) return true;
  }
  return false;
}

/** Blanks are seen where they have a background of their own, as bars and fields do. Otherwise they have erased something, or made room. */
function isSeen(line: IBufferLine, reused: IBufferCell): boolean {
  const text = cellText(line, true);
  if (text.trim() !== "" || text === "") return text !== "";
  for (let x = 0; x < line.length; x++) if (backgroundOf(line.getCell(x, reused)) !== undefined) return true;
  return false;
}
