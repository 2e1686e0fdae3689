/**
 * How long a program must have been quiet before it counts as being at its
 * prompt, or at a question, by what the screen shows and by what the kernel
 * says of its reader. No single sign is enough: an event loop waits for the
 * terminal at all times, and text before the cursor may be half a line. The less
 * is known, the longer it must have been quiet.
 */
import { endsCertainlyLikePrompt, endsLikePrompt, endsReply, isContinuation } from "../../shared/prompt-shapes.ts";
import type { ScreenEvidence } from "../../shared/screen-evidence.ts";
import { asksAboveForSecret, isQuestion, SETTLED_AFTER_MS, takesKeys, watchesFiles } from "../../shared/questions.ts";
import { asksForSecret } from "../../shared/secret-prompt.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";
import { isAtPage } from "./question-rules.ts";

const WORD = /[\p{L}\p{N}]/u;
const TELLS_WORK = /^[^\p{L}]*\p{L}{2,}ing\b(?!.*\?)/u;

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
/** … that says in its first word what the program does: `Fetching: `. */
const PROGRESS_MS = 5000;
/** A line that ends as prompts alone do, of such a program: it may be the prompt of a program within it, or output such as `Working > `. */
const ANOTHER_PROMPT_MS = 1000;
/** The program has drawn more than a line: a menu, an input field. */
const DRAWN_MS = 1500;
/** A line that does not end as prompts do, or that tells which keys the program takes. */
const UNSHAPED_MS = 2000;
/** A secret is asked for, and nobody is known to read. */
const POLLED_MS = 1500;
/** Nothing at all, where a question is waited for, or another process of the job may go on. */
const BLANK_MS = 3000;
/** … and the whole screen is blank, or it goes on by itself some time: the program may be starting, or be at work. */
const EMPTY_MS = 10_000;
/** Where the kernel does not tell. */
const LEARNED_BLINDLY_MS = 30;
const GUESS_BLINDLY_MS = 300;

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
  const keyMs = keyAfterMs(evidence);
  if (keyMs !== undefined) return keyMs;
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

/** For keys that enter nothing, in an event loop at a known prompt: no command runs yet. What Ctrl+C and its like stop prints something. */
function keyAfterMs({
  reading,
  entered,
  mayStop,
  answered,
  moved,
  started,
  company,
  isBegun,
  before,
}: PromptEvidence): number | undefined {
  if (reading !== "among-others" || entered || !moved || started || company || !isBegun) return undefined;
  if (!answered) return mayStop && before !== "learned" ? undefined : UNSHAPED_MS;
  return mayStop ? undefined : AFTER_EVENT_LOOP_MS;
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
  const { reading, company, entered, mayStop, answered, moved, before, line } = evidence;
  // What was typed has been shown, and waits for its Enter, unless all of it has been deleted again.
  if (answered && !entered && !mayStop && before !== "learned") return undefined;
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
function shapeAfterMs({ reading, line, returns, started, known, timed, shellAsks }: PromptEvidence): number | undefined {
  if (!endsLikePrompt(line)) return undefined;
  if (timed && isQuestion(line)) return AFTER_EVENT_LOOP_MS;
  if (TELLS_WORK.test(line) && !endsCertainlyLikePrompt(line)) return PROGRESS_MS;
  if (timed && shellAsks) return AFTER_EVENT_LOOP_MS;
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
  const { reading, woke, answered, drawn, returns, started, timed, limited, company, line, alternate, lastLine, isLastNew } =
    evidence;
  if (reading !== "among-others" || !woke || !answered) return undefined;
  if (drawn) return DRAWN_MS;
  const tellsWhatIsTaken = takesKeys([lastLine]) || watchesFiles(lastLine);
  if (tellsWhatIsTaken || (isLastNew && (isQuestion(lastLine) || asksAboveForSecret(lastLine)))) return UNSHAPED_MS;
  if (returns && !started && !timed) return undefined;
  if (line.trim() !== "") return TELLS_WORK.test(line) ? PROGRESS_MS : UNSHAPED_MS;
  if (!isAwaited) return undefined;
  // A timer or another process of the job may be what it waits for.
  if (lastLine !== "") return limited || company ? EMPTY_MS : BLANK_MS;
  // A full-screen program that has drawn nothing yet is starting.
  return alternate ? undefined : EMPTY_MS;
}

/**
 * After how long the reply of a server counts as a prompt, in milliseconds: it ends with a line that says so, as those of SMTP,
 * FTP and POP3 do, and these servers say nothing more before the next command.
 */
export function replyAfterMs({
  reading,
  isClient,
  woke,
  answered,
  line,
  drawn,
  returns,
  started,
  lastLine,
  isLastNew,
}: PromptEvidence & Pick<ScreenEvidence, "lastLine" | "isLastNew">): number | undefined {
  if (reading !== "among-others" || !isClient || !woke || !answered) return undefined;
  // A shell far away has a prompt of its own, and what it runs prints what it likes.
  if (returns && !started) return undefined;
  return isLastNew && line === "" && !drawn && endsReply(lastLine) ? UNSHAPED_MS : undefined;
}

/** By the names of their processes: programs that hand on whatever is typed to any kind of server. */
const PLAIN_CLIENT = /^(?:nc(?:at|\.\w+)?|netcat|socat|telnet)$/;
/** What telnet says last before the server does. */
const TELNET_IS_READY = /^Escape character is /;

/**
 * After how long a client that has just been started counts as asking for something, in milliseconds: many servers say nothing
 * before the first command. What has been typed at it may still be answered.
 */
export function silentServerAfterMs({
  reading,
  isClient,
  program,
  started,
  line,
  drawn,
  lastLine,
  isLastNew,
}: PromptEvidence & Pick<ScreenEvidence, "lastLine" | "isLastNew">): number | undefined {
  if (reading !== "among-others" || !isClient || !PLAIN_CLIENT.test(program) || line !== "" || drawn) return undefined;
  const isSilent = !isLastNew || TELNET_IS_READY.test(lastLine);
  return lastLine === "" || (started && isSilent) ? BLANK_MS : undefined;
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
  if (reading === "no" || reading === "unknown" || woke || !answered || entered) return undefined;
  // Another thread of an event loop may have printed something.
  return reading === "alone" ? IN_PLACE_MS : SITS_AFTER_MS;
}

/**
 * After how long a program counts as asking for a secret though nobody is known to read, in milliseconds: Perl's Term::ReadKey
 * sleeps between two looks for keys. What was typed must have taken the cursor from there, so it is not being checked.
 */
export function polledAfterMs({ reading, moved, drawn, line }: PromptEvidence): number | undefined {
  return reading === "no" && moved && !drawn && asksForSecret(line) ? POLLED_MS : undefined;
}

/** As `promptAfterMs`, for a caller that waits for a question: a program that asks nothing must have sat at its prompt for longer. */
export function idleAfterMs(evidence: PromptEvidence): number | undefined {
  const afterMs = promptAfterMs(evidence);
  return afterMs === undefined || evidence.reading === "alone" || evidence.shellAsks ? afterMs : Math.max(afterMs, SITS_AFTER_MS);
}

/**
 * How long a page of a pager must have stood there, in milliseconds; undefined if it is none. The pager waits at the end of
 * its last line, which tells by its words, or by its look, as the name of a file in reverse video does.
 */
export function pageAfterMs(evidence: PromptEvidence & ScreenEvidence): number | undefined {
  return isAtPage(evidence) ? questionAfterMs(evidence) : undefined;
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
