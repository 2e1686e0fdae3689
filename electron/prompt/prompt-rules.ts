/**
 * Whether a program is back at its prompt, from what the screen shows and from
 * what the kernel says of its reader. No single sign is enough: every event
 * loop waits for the terminal at all times, and text before the cursor may be
 * half a line. The less is known, the longer it must have been quiet.
 */
import type { ScreenEvidence } from "../../shared/screen-evidence.ts";
import { isQuestion, questionIn, SETTLED_AFTER_MS } from "./questions.ts";
import type { TerminalReader } from "./terminal-reader.ts";

/** What the screen shows, and what is known of who reads the terminal. */
export type PromptEvidence = Omit<ScreenEvidence, "lastLine" | "changed"> & {
  readonly reading: TerminalReader["reading"];
  /** Its reader has woken up since the input was typed; true when that is not known. */
  readonly woke: boolean;
};

/** What prompts end with. */
const LOOKS_LIKE_PROMPT = /[$#%>:?*)\]}»❯➜λ]\s?$|^(?:\.{3,}|\|) $/;
/** What questions end with, and few prompts: `name? `, `Your name: `, `package name: (x) `. */
const LOOKS_LIKE_QUESTION = /(?:[\p{L}\p{N}"'’)\]>]\s?[?:]|[?:]\s+(?:\[[^[\]]*\]|\([^()]*\))\s*[:?]?)\s*$/u;
/** Those few: `Command (m for help): `, `In [7]: `, `me@here:~/src: `. */
const PROMPT_AFTER_ALL = /\bcommand\b[^?]*$|\[\d+\]:\s*$|(?:^|\s)[^\s'"]*[/~\\@][^\s'"]*:\s*$/i;

/** A redraw may come in two pieces. */
const AFTER_TEXT_MS = 10;
const AFTER_EVENT_LOOP_MS = 100;
const AFTER_REDRAW_MS = 150;
/** It reads, and has not asked for anything: `cat` does, or a program that goes on in a moment. */
const WITHOUT_TEXT_MS = 500;
/** Something came of the input, but the cursor stayed where it was. */
const IN_PLACE_MS = 200;
/** An event loop at a prompt may be at work behind it; one that shows its work does so more often than this. */
const SITS_AFTER_MS = 1000;
/** The kernel does not tell. */
const LEARNED_BLINDLY_MS = 30;
const GUESS_BLINDLY_MS = 300;

/** How long the program must have been quiet for this to be a prompt; undefined if it is none however long. */
export function promptAfterMs(evidence: PromptEvidence): number | undefined {
  const { before, reading, moved, left, woke, alternate } = evidence;
  if (reading === "no" || !woke) return undefined;
  if (!moved) return reading === "unknown" || before === "nothing" ? undefined : IN_PLACE_MS;
  if (before === "marked") return 0;
  if (before === "learned" && reading === "unknown") return LEARNED_BLINDLY_MS;
  // In the line where it was, it may be the prompt that was typed at, with the echo still on its way.
  if (before === "learned") return left ? 0 : AFTER_TEXT_MS;
  if (alternate && reading !== "unknown") return AFTER_REDRAW_MS;
  if (before === "nothing") return reading === "alone" ? WITHOUT_TEXT_MS : undefined;
  if (reading === "alone") return AFTER_TEXT_MS;
  if (!LOOKS_LIKE_PROMPT.test(evidence.line)) return undefined;
  return reading === "among-others" ? AFTER_EVENT_LOOP_MS : GUESS_BLINDLY_MS;
}

/** The same for who waits for a question, not for a prompt: how long the program must have sat there, asking nothing. */
export function idleAfterMs(evidence: PromptEvidence): number | undefined {
  const afterMs = promptAfterMs(evidence);
  return afterMs === undefined || evidence.reading === "alone" ? afterMs : Math.max(afterMs, SITS_AFTER_MS);
}

/**
 * What a program that waits asks for other than its next line; undefined at a
 * prompt. `known`: a question or a page by its words. `page`: a page by its
 * place. `shape`: text that is no prompt we know and ends as questions do; not
 * in a full-screen program. Pages and shapes count where they came of the line
 * that was entered: a program that opens with them may be driven so. With
 * `isAwaited`, pages count in any case.
 */
export function questionAt(evidence: ScreenEvidence, isAwaited: boolean): "known" | "page" | "shape" | undefined {
  const { before, changed, alternate, line, lastLine } = evidence;
  if (isAwaited && questionIn(lastLine) !== undefined) return "known";
  if (before === "marked") return undefined;
  // Below a prompt that is known, anything may be left.
  const last = before === "learned" ? line : lastLine;
  if (isQuestion(line) || isQuestion(last)) return "known";
  if (changed && questionIn(last) !== undefined) return "known";
  if ((changed || isAwaited) && waitsBelow(evidence)) return "page";
  const isShaped = LOOKS_LIKE_QUESTION.test(line) && !PROMPT_AFTER_ALL.test(line);
  return changed && !alternate && isShaped ? "shape" : undefined;
}

/** A full-screen program has left the cursor at the end of the last line: a pager that shows the name of its file, say. */
export function waitsBelow({ alternate, line, lastLine }: { alternate: boolean; line: string; lastLine: string }): boolean {
  return alternate && line.trim() !== "" && line.trimEnd() === lastLine.trimEnd();
}

/** The same for a question on the last line, or what may be one: how long it must have stood there. */
export function questionAfterMs({ reading, moved, woke }: PromptEvidence, isKnown = true): number | undefined {
  if (reading === "no" || !woke || !moved) return undefined;
  if (!isKnown) return reading === "alone" ? AFTER_REDRAW_MS : undefined;
  if (reading === "alone") return AFTER_TEXT_MS;
  return reading === "among-others" ? AFTER_EVENT_LOOP_MS : SETTLED_AFTER_MS;
}
