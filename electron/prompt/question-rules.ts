/** Whether a program asks something where it stands, by what the screen shows and by who reads. */
import { asksAbove, isPage, isQuestion, looksLikeQuestion, NO_PAGE_AFTER_ALL, questionIn } from "../../shared/questions.ts";
import type { ScreenEvidence } from "../../shared/screen-evidence.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";

/** No prompt ends so. It is the answer that a program proposes (`Geographic area: 12`), or part of a line. */
const FILLED_IN = /[\p{L}\p{N}'"]$/u;

/**
 * By which sign a program asks for something other than its next line:
 * - `words`: a question or a page of a pager, by its words;
 * - `page`: a page of a full-screen program, by where the cursor is;
 * - `shape`: text that ends as questions do, or as no prompt does, and is no prompt
 *   that is known; or any text at which a shell reads for a command of its own; or
 *   a dialog's buttons, or the choices of a menu. Not other text in a full-screen program, but in a shell in tmux.
 *
 * Undefined at a prompt. Pages and shapes count only where they came after the
 * line that was entered: a program that opens with them may be driven so. With
 * `isAwaited`, the caller waits for a question, and pages count in any case.
 */
export function questionAt(
  evidence: ScreenEvidence & Pick<PromptEvidence, "readsLines" | "shellAsks" | "program">,
  isAwaited: boolean,
): "words" | "page" | "shape" | undefined {
  const { before, alternate, line, lastLine, isLastNew, hasChoices, readsLines, shellAsks, program } = evidence;
  const changed = evidence.changed || evidence.asksAgain || (readsLines && evidence.changedWithin);
  // The blank behind a sign tells a prompt from a page.
  const shown = line.trimEnd() === lastLine ? line : lastLine;
  if (isAwaited && questionIn(shown) !== undefined) return "words";
  if (before === "marked") return undefined;
  // Below a learned prompt, old text may be left.
  const last = before === "learned" ? line : shown;
  if (isQuestion(line) || isQuestion(last)) return "words";
  if (changed && questionIn(last) !== undefined) return "words";
  if ((changed || isAwaited) && !readsLines && waitsBelow(evidence)) return "page";
  // Enter at a button has made its place a prompt. A shell whose marks have ended, by exec for one, is known by its own from the
  // second time on.
  if (hasChoices || (shellAsks && before !== "learned")) return "shape";
  if (!changed || (alternate && !readsLines)) return undefined;
  const above = before === "nothing" && isLastNew ? lastLine : "";
  const isFilledIn = before === "text" && FILLED_IN.test(line);
  return asksAbove(above) || isFilledIn || looksLikeQuestion(line, program) ? "shape" : undefined;
}

/** The cursor is at the end of a pager's page, by its words or by its look. */
export function isAtPage({
  before,
  line,
  lastLine,
  standsOut,
  readsLines,
}: ScreenEvidence & Pick<PromptEvidence, "readsLines">): boolean {
  if (before === "learned" || before === "marked") return false;
  const looksLikePage = standsOut && !NO_PAGE_AFTER_ALL.test(line) && !isQuestion(line);
  // Below it, tmux has a line of its own.
  return looksLikePage || (isPage(line) && (readsLines || line.trim() === lastLine.trim()));
}

/** A full-screen program has left the cursor at the end of the last line, as a pager does that shows the name of its file. */
export function waitsBelow({ alternate, line, lastLine }: { alternate: boolean; line: string; lastLine: string }): boolean {
  return alternate && line.trim() !== "" && line.trim() === lastLine.trim();
}
