/**
 * What state a session is in, by the evidence. Pure. No single source is
 * believed alone: words on the screen count only where the program can read an
 * answer, and a program counts as reading only as far as the kernel says so.
 * docs/protocol.md, "How a state is recognized", has the order of the sources.
 */
import {
  isPage,
  isQuestion,
  looksLikeQuestion,
  NO_PAGE_AFTER_ALL,
  questionIn,
  SETTLED_AFTER_MS,
} from "../prompt/prompt-detector.ts";
import { endedWell } from "../../shared/exit-status.ts";
import type { Attention, ExitStatus, Progress } from "../../shared/protocol.ts";
import { endsLikePrompt } from "../../shared/prompt-shapes.ts";
import { asksAbove, filterIn, menuIn, questionAboveField, takesKeys, tellsPagerKeys } from "../../shared/questions.ts";
import type { RestingPlace } from "../../shared/screen-evidence.ts";
import { sanitized } from "../../shared/sanitized.ts";

/** A program that prints nothing and computes nothing for so long counts as idle. */
export const IDLE_AFTER_MS = 10_000;
/** A program that is blocked reading its terminal may have its last output on the way. */
const BLOCKED_MS = 50;
/** An event loop reads at all times. At a prompt or a menu it must have stood still for longer. */
const STILL_MS = 1000;
/** … where neither its words nor its shape tell. */
const UNSHAPED_MS = 1500;
/** A program that has just printed is at work, whatever it did before. */
const WRITES_MS = 1000;

export type AttentionEvidence = {
  readonly exit?: ExitStatus | undefined;
  /** A client has asked the host to end the program. */
  readonly isStopped?: boolean;
  /** Who reads the terminal, by what the kernel says; see TerminalReader. */
  readonly reading: "alone" | "among-others" | "no" | "unknown";
  /** The program does not show what is typed. Absent where nobody knows. */
  readonly isEchoOff?: boolean | undefined;
  /** Absent where the program does not read, and nobody has looked. */
  readonly place?: RestingPlace | undefined;
  /** The name of the program that reads. Absent where nobody knows. */
  readonly program?: string | undefined;
  /** The last line of the screen, for when nobody has looked closer. */
  readonly lastLine: string;
  /** Since the last output, and since the foreground job was last seen computing, in milliseconds. */
  readonly quietMs: number;
  readonly restingMs: number;
  /** The program has asked its terminal to notify a person, and nothing was typed since. */
  readonly notification?: string | undefined;
  /** What the program in front tells its terminal of its progress. */
  readonly progress?: Progress | undefined;
};

/** `changesInMs`: when the answer may be another one without any new evidence. */
export type Verdict = Pick<Attention, "state" | "reason"> & { readonly changesInMs?: number };

export function judge(evidence: AttentionEvidence): Verdict {
  if (evidence.exit) return afterExit(evidence.exit, evidence.isStopped === true);
  if (evidence.reading === "unknown") return judgeByScreen(evidence);
  if (evidence.reading === "no" || !evidence.place) return whileBusy(evidence);
  return evidence.reading === "alone" ? judgeReader(evidence, evidence.place) : judgeEventLoop(evidence, evidence.place);
}

function afterExit(exit: ExitStatus, isStopped: boolean): Verdict {
  const reason = exit.signal === undefined ? `Exited ${exit.code}` : `Killed (${exit.signal})`;
  return { state: isStopped || endedWell(exit) ? "finished" : "failed", reason };
}

/** Where the system does not say who reads: the words alone, once the program is quiet. */
function judgeByScreen({ place, lastLine, quietMs, progress }: AttentionEvidence): Verdict {
  if (quietMs < SETTLED_AFTER_MS) return { state: "working", reason: "writes output", changesInMs: SETTLED_AFTER_MS - quietMs };
  const question = questionIn(place?.lines.at(-1) ?? lastLine) ?? (place && menuIn(place.lines));
  if (question !== undefined) return waiting(question);
  if (place && isAtPrompt(place)) return idle(promptWords(place));
  return whileBusy({ quietMs, restingMs: quietMs, progress });
}

function whileBusy({ quietMs, restingMs, progress }: Pick<AttentionEvidence, "quietMs" | "restingMs" | "progress">): Verdict {
  if (isRunning(progress)) return { state: "working", reason: `tells its progress${percentOf(progress)}` };
  const stillMs = Math.min(quietMs, restingMs);
  if (stillMs >= IDLE_AFTER_MS) return idle("has printed and computed nothing for a while");
  const reason = quietMs < WRITES_MS ? "writes output" : restingMs < WRITES_MS ? "computes" : "runs";
  return { state: "working", reason, changesInMs: IDLE_AFTER_MS - stillMs };
}

/** The program is blocked reading, and nothing but input can wake it. */
function judgeReader(evidence: AttentionEvidence, place: RestingPlace): Verdict {
  const { quietMs, isEchoOff, program } = evidence;
  if (quietMs < BLOCKED_MS) return { state: "working", reason: "writes output", changesInMs: BLOCKED_MS - quietMs };
  const question = questionAt(place, program);
  if (question !== undefined) return waiting(question);
  if (isEchoOff && !place.alternate && place.before !== "marked" && !isAtPrompt(place, program))
    return waiting("reads input that it does not show");
  if (isAtPrompt(place, program)) return atRest(evidence, promptWords(place));
  if (place.alternate || place.drawn) return atRest(evidence, "a full-screen program waits for a key");
  const last = lastLineOf(place);
  return looksLikeQuestion(last, program) || asksAbove(last)
    ? waiting(`asks: ${last.trim()}`)
    : atRest(evidence, "reads input, and asks for nothing");
}

/** The program waits for its terminal and for other things. */
function judgeEventLoop(evidence: AttentionEvidence, place: RestingPlace): Verdict {
  const { quietMs, program } = evidence;
  const when = (afterMs: number, verdict: () => Verdict): Verdict =>
    quietMs >= afterMs ? verdict() : { state: "working", reason: "writes output", changesInMs: afterMs - quietMs };
  const question = questionAt(place, program);
  if (question !== undefined) return when(STILL_MS, () => waiting(question));
  const { notification } = evidence;
  // Coding agents keep their input field while they work. A shell's own prompt says that the program has gone.
  if (isRunning(evidence.progress) && notification === undefined && place.before !== "marked") return whileBusy(evidence);
  if (isAtPrompt(place, program))
    return when(place.before === "marked" ? BLOCKED_MS : STILL_MS, () => atRest(evidence, promptWords(place)));
  const unshapedMs = notification === undefined ? UNSHAPED_MS : STILL_MS;
  if (place.drawn || place.alternate) return when(unshapedMs, () => atRest(evidence, "a full-screen program waits for a key"));
  if (takesKeys(place.lines)) return when(unshapedMs, () => atRest(evidence, "waits for a key"));
  return whileBusy(evidence);
}

/** A bar that is full is not always taken away. Errors and pauses say that the program has stopped. */
function isRunning(progress: Progress | undefined): progress is Progress {
  return progress?.kind === "indeterminate" || (progress?.kind === "normal" && progress.percent !== 100);
}

function percentOf(progress: Progress): string {
  return progress.percent === undefined ? "" : `: ${progress.percent} %`;
}

/** A program that can read an answer and asks nothing is idle, unless it has called for a person. */
function atRest({ notification }: AttentionEvidence, reason: string): Verdict {
  return notification === undefined ? idle(reason) : waiting(`says: ${notification}`);
}

function promptWords({ line }: RestingPlace): string {
  return `at its prompt: ${line.trim()}`;
}

/** What the program asks where it stands, in words for a person. Undefined when it asks nothing that is known. */
function questionAt(place: RestingPlace, program?: string): string | undefined {
  const { line, before, alternate, standsOut } = place;
  if (before === "marked") return undefined;
  const last = lastLineOf(place);
  if (isPage(line) && line.trim() === last.trim()) return `shows a page: ${line.trim()}`;
  if (alternate && tellsPagerKeys(last)) return `shows a page: ${last.trim()}`;
  if (standsOut && !NO_PAGE_AFTER_ALL.test(line) && !isQuestion(line)) return `shows a page: ${line.trim()}`;
  if (isQuestion(line)) return `asks: ${line.trim()}`;
  const menu = menuIn(place.lines);
  if (menu !== undefined) return menu;
  const drawn = place.drawn || alternate ? (filterIn(place.lines) ?? questionAboveField(place.lines)) : undefined;
  if (drawn !== undefined) return drawn;
  if (isAtPrompt(place, program)) return undefined;
  if (isQuestion(last)) return `asks: ${last.trim()}`;
  return !alternate && looksLikeQuestion(line, program) ? `asks: ${line.trim()}` : undefined;
}

/** A line at which the program takes commands. What asks is none, though somebody may have answered it before. */
export function isAtPrompt({ before, line, alternate }: RestingPlace, program?: string): boolean {
  if (before === "marked") return true;
  if (alternate || line.trim() === "" || looksLikeQuestion(line, program) || isQuestion(line)) return false;
  return before === "learned" || (before === "text" && endsLikePrompt(line));
}

function lastLineOf({ lines }: RestingPlace): string {
  return lines.at(-1) ?? "";
}

const MAX_REASON = 256;

function waiting(reason: string): Verdict {
  return { state: "waiting", reason: shortened(reason) };
}

function idle(reason: string): Verdict {
  return { state: "idle", reason: shortened(reason) };
}

/** Sanitized. Of a long reason the end stays, which has the choices. */
function shortened(reason: string): string {
  const shown = sanitized(reason);
  const [, verb = ""] = /^([a-z ]+: )/.exec(shown) ?? [];
  return shown.length <= MAX_REASON ? shown : `${verb}…${shown.slice(-(MAX_REASON - verb.length - 1))}`;
}
