/**
 * How long a program must have been quiet before it counts as being at its
 * prompt, or at a question, by what the screen shows and by what the kernel
 * says of its reader. No single sign is enough: an event loop waits for the
 * terminal at all times, and text before the cursor may be half a line. The less
 * is known, the longer it must have been quiet.
 */
import { endsCertainlyLikePrompt, endsLikePrompt, isContinuation } from "../../shared/prompt-shapes.ts";
import type { ScreenEvidence } from "../../shared/screen-evidence.ts";
import { isPage, isQuestion, NO_PAGE_AFTER_ALL, questionIn, SETTLED_AFTER_MS, takesKeys } from "../../shared/questions.ts";
import type { TerminalReader } from "./terminal-reader.ts";

/** What the screen shows, and what the kernel says of who reads the terminal. */
export type PromptEvidence = Omit<ScreenEvidence, "lastLine" | "isLastNew" | "changed" | "changedWithin"> & {
  readonly reading: TerminalReader["reading"];
  /** The reader has woken up since the input was typed. True where that is not known. */
  readonly woke: boolean;
  /** The input ends its line. True where nothing was typed. */
  readonly entered: boolean;
  /** It has a key that the terminal makes a signal, such as Ctrl+C, or ends with Escape: it may stop what runs. */
  readonly interrupts: boolean;
  /** Something has been printed since the input was typed. True where nothing was typed. */
  readonly answered: boolean;
  /** Another thread reads than before the input: a program that the input has started. */
  readonly started: boolean;
  /** As of the terminal's reader. */
  readonly company: boolean;
  readonly untimed: boolean;
  /** The reader has a time limit, and waits for nothing but the terminal: `reading` is `among-others`. */
  readonly timed: boolean;
  /** Another program hands on what is typed, and what is printed: it may be on its way. */
  readonly relayed: boolean;
  /** It reads as programs do that read lines, though the screen is another's, such as tmux's. */
  readonly readsLines: boolean;
  /** The session's shell reads for a command of its own, such as `read` or `select`. */
  readonly shellAsks: boolean;
};

/** What questions end with, and few prompts do: `name? `, `Your name: `, `package name: (x) `. */
const LOOKS_LIKE_QUESTION = /(?:[\p{L}\p{N}"'’)\]>]\s?[?:]|[?:]\s+(?:\[[^[\]]*\]|\([^()]*\))\s*[:?]?)\s*$/u;
/** Those few prompts: `Command (m for help): `, `In [7]: `, `[1] CL-USER(2): `, `me@here:~/src: `. */
const PROMPT_AFTER_ALL =
  /^(?:\[\d+\w?\] )?[A-Z][A-Z0-9/-]+\(\d+\):\s*$|\bcommand(?:\s*\([^()]*\))?\s*:\s*$|(?:^|\s)In \[\d+\]:\s*$|^\[\d+\]:\s*$|^(?:[[(][^\])]*[\])]\s*)*[^\s'"()[\]]*[/~\\@][^\s'"()[\]]*:\s*$/i;
/** No prompt ends so. It is the answer that a program proposes (`Geographic area: 12`), or part of a line. */
const FILLED_IN = /[\p{L}\p{N}'"]$/u;
/** A question of a sentence, with the line for its answer below. */
const ASKS_ABOVE = /^\s*\p{Lu}\S* .*\?$/u;

const WORD = /[\p{L}\p{N}]/u;

/** A redraw may come in two pieces. */
const AFTER_TEXT_MS = 10;
const AFTER_EVENT_LOOP_MS = 100;
const AFTER_REDRAW_MS = 150;
/** The program reads and has not asked for anything: `cat` does that, and so does a program that goes on in a moment. */
const WITHOUT_TEXT_MS = 500;
/** … where nothing but input can wake it. */
const BLOCKED_MS = 50;
/** The input had an effect, but the cursor stayed where it was. */
const IN_PLACE_MS = 200;
/** An event loop at a prompt may be at work behind it. One that shows its work does so more often than this. */
const SITS_AFTER_MS = 1000;
/** A line that ends as prompts do, and as progress does as well. */
const MAYBE_PROGRESS_MS = 1000;
/** … of a program that is known to have another prompt. */
const NOT_THE_PROMPT_MS = 2000;
/** A line that ends as prompts alone do, of such a program: it may be the prompt of a program within it, or output such as `Working > `. */
const ANOTHER_PROMPT_MS = 1000;
/** The program has drawn more than a line: a menu, an input field. */
const DRAWN_MS = 1500;
/** A line that does not end as prompts do, or that tells which keys the program takes. */
const UNSHAPED_MS = 2000;
/** Nothing at all, where a question is waited for, or another process of the job may go on. */
const BLANK_MS = 3000;
/** … and the whole screen is blank: the program may be starting. */
const EMPTY_MS = 10_000;
/** Where the kernel does not tell. */
const LEARNED_BLINDLY_MS = 30;
const GUESS_BLINDLY_MS = 300;

/**
 * Who reads, for these rules. A program that waits for the terminal with a time limit may only look for keys while it is at
 * work, as an event loop does. Full-screen programs, and menus below the cursor, redraw themselves so. `mayBeKey`: Escape
 * has been typed, and nothing has come of it. For a moment, a program may wait for the rest of another key, which begins so.
 */
export function readingOf(
  { reading, timed }: TerminalReader,
  { alternate, drawnBelow, mayBeKey }: Pick<ScreenEvidence, "alternate" | "drawnBelow"> & { readonly mayBeKey: boolean },
): Pick<PromptEvidence, "reading" | "timed"> {
  const redraws = (alternate || drawnBelow) && !mayBeKey;
  const isTimed = reading === "alone" && timed === true && !redraws;
  return { reading: isTimed ? "among-others" : reading, timed: isTimed };
}

/** How long the program must have been quiet for this to be a prompt, in milliseconds. Undefined if it is none, however long it is quiet. */
export function promptAfterMs(evidence: PromptEvidence): number | undefined {
  return arrivesAfterMs(ownPromptAfterMs(evidence), evidence);
}

/** What a program behind another one has printed before it reads is there after a moment. */
function arrivesAfterMs(afterMs: number | undefined, { relayed }: PromptEvidence): number | undefined {
  return afterMs === undefined || !relayed ? afterMs : Math.max(afterMs, AFTER_EVENT_LOOP_MS);
}

function ownPromptAfterMs(evidence: PromptEvidence): number | undefined {
  const { before, reading, moved, woke, answered, timed } = evidence;
  if (reading === "no") return undefined;
  if (!woke) return untouchedAfterMs(evidence);
  // No command runs yet.
  const isKey = reading === "among-others" && !evidence.entered && !evidence.interrupts && moved && !evidence.started;
  if (isKey && evidence.isBegun) return answered ? AFTER_EVENT_LOOP_MS : UNSHAPED_MS;
  // An event loop wakes for anything. What was typed may still be on its way to a program far away.
  if (reading === "among-others" && !answered) return silentAfterMs(evidence);
  if (!moved && reading !== "alone" && !timed) return undefined;
  if (!moved) return before === "nothing" ? undefined : timed ? SITS_AFTER_MS : IN_PLACE_MS;
  if (before === "marked") return 0;
  if (before === "learned") return learnedAfterMs(evidence);
  if (reading !== "alone" && isContinued(evidence)) return reading === "unknown" ? GUESS_BLINDLY_MS : AFTER_EVENT_LOOP_MS;
  if (reading !== "alone" && before === "text") return shapeAfterMs(evidence);
  if (reading !== "alone") return timed && before === "nothing" && !evidence.drawn ? UNSHAPED_MS : undefined;
  if (evidence.alternate) return AFTER_REDRAW_MS;
  if (before === "text") return AFTER_TEXT_MS;
  // It has drawn text around the cursor, or a prompt at the right border.
  if (evidence.drawn) return AFTER_REDRAW_MS;
  // What the other process prints may come first.
  if (evidence.company) return BLANK_MS;
  return evidence.untimed ? BLOCKED_MS : WITHOUT_TEXT_MS;
}

/** The program awaits the next line of a command, and has drawn nothing else. */
function isContinued({ continued, drawn }: PromptEvidence): boolean {
  return continued && !drawn;
}

/** A key may change nothing at a shell's prompt, as Ctrl+C and Ctrl+U do in fish where nothing was typed. */
function silentAfterMs({ moved, started, atMarkedPrompt, timed, line }: PromptEvidence): number | undefined {
  if (moved && !started && atMarkedPrompt) return SITS_AFTER_MS;
  // Nothing stands between the terminal and this program.
  return timed ? (endsLikePrompt(line) ? SITS_AFTER_MS : UNSHAPED_MS) : undefined;
}

/**
 * The reader has not got the key: the terminal has kept it, as it does with Ctrl+Q, and with Ctrl+Z at a shell's prompt; or
 * it was a signal, which another thread has answered, as with Ctrl+C in GHCi and elvish.
 */
function untouchedAfterMs(evidence: PromptEvidence): number | undefined {
  const { reading, company, entered, interrupts, answered, moved, before, line } = evidence;
  // What was typed has been shown, and waits for its Enter, unless all of it has been deleted again.
  if (answered && !entered && !interrupts && before !== "learned") return undefined;
  const isUntouched = reading !== "unknown" && !company && moved && before !== "nothing";
  return isUntouched && endsLikePrompt(line) ? SITS_AFTER_MS : undefined;
}

function learnedAfterMs({ reading, left, drawn, drawnBelow, company, line }: PromptEvidence): number {
  if (reading === "unknown") return LEARNED_BLINDLY_MS;
  // Programs that draw a field of their own keep it on the screen while they work. Below a prompt with words, old text may be left.
  if (reading === "among-others" && drawn && !(drawnBelow && WORD.test(line))) return DRAWN_MS;
  // A debugger prints its prompt again while the program that it has started goes on.
  if (reading === "among-others" && company) return SITS_AFTER_MS;
  // While the cursor is in the line where it was, this may be the prompt that was typed at, with the echo on its way.
  return left ? 0 : AFTER_TEXT_MS;
}

/** For a text before the cursor that is not known, where the program may be at work: an event loop, or the kernel does not tell. */
function shapeAfterMs({ reading, line, returns, started, known, timed }: PromptEvidence): number | undefined {
  if (!endsLikePrompt(line)) return undefined;
  if (timed && isQuestion(line)) return AFTER_EVENT_LOOP_MS;
  const goesOn = timed || (returns && !started);
  if (!endsCertainlyLikePrompt(line)) return goesOn ? NOT_THE_PROMPT_MS : MAYBE_PROGRESS_MS;
  if (goesOn && !known && !isContinuation(line)) return ANOTHER_PROMPT_MS;
  return reading === "among-others" ? AFTER_EVENT_LOOP_MS : GUESS_BLINDLY_MS;
}

/**
 * After how long an event loop that does not look as if it were at a prompt
 * counts as asking for something, in milliseconds. Menus and agents look like
 * that. So does a program that works without a word: one that has gone on from a
 * prompt to which it comes back is awaited there, unless it has drawn something
 * or tells its keys last, as development servers do.
 * `isAwaited`: the caller waits for a question. Only then does a blank line count.
 */
export function settledAfterMs(
  evidence: PromptEvidence & Pick<ScreenEvidence, "lastLine" | "isLastNew">,
  isAwaited: boolean,
): number | undefined {
  const { reading, woke, answered, drawn, returns, started, timed, line, alternate, lastLine, isLastNew } = evidence;
  if (reading !== "among-others" || !woke || !answered) return undefined;
  if (drawn) return DRAWN_MS;
  if (takesKeys([lastLine]) || (isLastNew && isQuestion(lastLine))) return UNSHAPED_MS;
  if (returns && !started && !timed) return undefined;
  if (line.trim() !== "") return UNSHAPED_MS;
  if (!isAwaited) return undefined;
  if (lastLine !== "") return BLANK_MS;
  // A full-screen program that has drawn nothing yet is starting.
  return alternate ? undefined : EMPTY_MS;
}

/** The same for an event loop that nothing but input can wake: whatever it looks like, it asks for some. */
export function idleLoopAfterMs({
  reading,
  woke,
  answered,
  entered,
  lastLine,
}: Pick<PromptEvidence, "reading" | "woke" | "answered" | "entered"> & Pick<ScreenEvidence, "lastLine">): number | undefined {
  // A key may change nothing, as Tab does where there is nothing to complete.
  const isDone = answered || !entered;
  return reading === "among-others" && woke && isDone && lastLine !== "" ? BLANK_MS : undefined;
}

/**
 * The same for one that has left the cursor at its prompt: the terminal has kept a key for itself, or the program has nothing
 * to say to one, such as an arrow.
 */
export function idlePromptAfterMs({ reading, answered, moved, started, before, line }: PromptEvidence): number | undefined {
  const isSilent = reading === "among-others" && !answered && moved && !started;
  return isSilent && before !== "nothing" && endsLikePrompt(line) ? SITS_AFTER_MS : undefined;
}

/**
 * After how long a program that reads whole lines counts as asking for the rest
 * of one, in milliseconds: the terminal has shown what was typed, and hands it
 * over only with Enter. Undefined where the program has seen it, or may have.
 */
export function unfinishedAfterMs({ reading, woke, answered, entered }: PromptEvidence): number | undefined {
  return reading === "alone" && !woke && answered && !entered ? IN_PLACE_MS : undefined;
}

/** As `promptAfterMs`, for a caller that waits for a question: a program that asks nothing must have sat at its prompt for longer. */
export function idleAfterMs(evidence: PromptEvidence): number | undefined {
  const afterMs = promptAfterMs(evidence);
  return afterMs === undefined || evidence.reading === "alone" ? afterMs : Math.max(afterMs, SITS_AFTER_MS);
}

/**
 * By which sign a program asks for something other than its next line:
 * - `words`: a question or a page of a pager, by its words;
 * - `page`: a page of a full-screen program, by where the cursor is;
 * - `shape`: text that ends as questions do, or as no prompt does, and is no prompt
 *   that is known; or any text at which a shell reads for a command of its own; or
 *   a dialog's buttons. Not other text in a full-screen program, but in a shell in tmux.
 *
 * Undefined at a prompt. Pages and shapes count only where they came after the
 * line that was entered: a program that opens with them may be driven so. With
 * `isAwaited`, the caller waits for a question, and pages count in any case.
 */
export function questionAt(
  evidence: ScreenEvidence & Pick<PromptEvidence, "readsLines" | "shellAsks">,
  isAwaited: boolean,
): "words" | "page" | "shape" | undefined {
  const { before, alternate, line, lastLine, isLastNew, hasButtons, readsLines, shellAsks } = evidence;
  const changed = evidence.changed || (readsLines && evidence.changedWithin);
  if (isAwaited && questionIn(lastLine) !== undefined) return "words";
  if (before === "marked") return undefined;
  // Below a learned prompt, old text may be left.
  const last = before === "learned" ? line : lastLine;
  if (isQuestion(line) || isQuestion(last)) return "words";
  if (changed && questionIn(last) !== undefined) return "words";
  if ((changed || isAwaited) && waitsBelow(evidence)) return "page";
  if (shellAsks || (hasButtons && before !== "learned")) return "shape";
  if (!changed || (alternate && !readsLines)) return undefined;
  const isAbove = before === "nothing" && isLastNew && ASKS_ABOVE.test(lastLine.trimEnd());
  const isFilledIn = before === "text" && FILLED_IN.test(line);
  return isAbove || isFilledIn || looksLikeQuestion(line) ? "shape" : undefined;
}

/** The line ends as questions do, and is none of the prompts that end so as well. */
export function looksLikeQuestion(line: string): boolean {
  return LOOKS_LIKE_QUESTION.test(line) && !PROMPT_AFTER_ALL.test(line);
}

/**
 * How long a page of a pager must have stood there, in milliseconds; undefined if it is none. The pager waits at the end of
 * its last line, which tells by its words, or by its look, as the name of a file in reverse video does.
 */
export function pageAfterMs(evidence: PromptEvidence & ScreenEvidence): number | undefined {
  return isAtPage(evidence) ? questionAfterMs(evidence) : undefined;
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

/** How long a question must have stood there, in milliseconds; undefined if it is none. `isWorded`: its words tell, not its place. */
export function questionAfterMs(evidence: PromptEvidence, isWorded = true): number | undefined {
  return arrivesAfterMs(ownQuestionAfterMs(evidence, isWorded), evidence);
}

function ownQuestionAfterMs({ reading, moved, woke, answered }: PromptEvidence, isWorded: boolean): number | undefined {
  if (reading === "no" || !woke || !moved) return undefined;
  // What was typed may still be on its way to a program far away, at the page or the question that it answers.
  if (reading === "among-others" && !answered) return undefined;
  if (!isWorded) return reading === "alone" ? AFTER_REDRAW_MS : undefined;
  if (reading === "alone") return AFTER_TEXT_MS;
  return reading === "among-others" ? AFTER_EVENT_LOOP_MS : SETTLED_AFTER_MS;
}
