/**
 * The outcome of a wait as text for a model: the new text, then one last line in
 * brackets, which is always a notice of ours. The line is short because an agent
 * pays for every word of it in every later turn.
 */
import { counted } from "../../shared/counted.ts";
import type { ExitStatus, RunOutcome, StepFailure, WaitOutcome } from "../../shared/protocol.ts";
import { cursorNote, handbackNotes, hiddenTextNote } from "../../shared/read-results.ts";
import { visibleCharacters } from "../../shared/visible-unicode.ts";
import { asOutput, notice } from "./notices.ts";

const MAX_MATCH = 200;
const HIDDEN_INPUT = "input is hidden: send_secret";

export type OutcomeTextOptions = {
  /** The session's id, if the agent does not know it yet. */
  readonly id?: string | undefined;
  readonly failed?: StepFailure | undefined;
  /** The number of steps that ran before the first one that the agent named. */
  readonly stepsBefore?: number;
};

/** For example `42\n[prompt @57]`: the new text, how the call ended, the offset for the next read, and other facts. */
export function outcomeText(outcome: WaitOutcome, options: OutcomeTextOptions = {}): string {
  const { text, offset, omittedLines, omittedAtEnd = 0 } = outcome;
  // After the end there is nothing to read on from.
  const position = outcome.ended === "exit" && outcome.exit ? "" : ` @${offset}`;
  const end = `${ending(outcome)}${stepNote(outcome, options)}${position}`;
  const facts = [end, ...answerNote(outcome, options), ...notes(outcome)];
  if (options.id !== undefined) facts.unshift(`id ${options.id}`);
  if (omittedLines > 0) facts.push(`first ${counted(omittedLines, "line")} left out`, ...missingMatch(outcome));
  if (omittedAtEnd > 0) facts.push(`last ${counted(omittedAtEnd, "line")} left out`);
  return `${asOutput(text)}${text === "" ? "" : "\n"}[${facts.join("; ")}]`;
}

/** What a command in a shell has printed, and how it has ended: `ok\n[command exited 0 @57]`. What came before it comes first. */
export function runText({
  earlier,
  ended,
  exitCode,
  text,
  omittedLines,
  omittedAtEnd = 0,
  offset,
  ...outcome
}: RunOutcome): string {
  const how = {
    finished: `command exited ${exitCode ?? 0}`,
    exit: `the shell has ended, ${exited(outcome.exit) ?? "stopped"}`,
    input: "the command waits for input",
    timeout: "timeout, the command goes on",
    cancelled: "cancelled, the command goes on",
    takeover: `${standstill(outcome)}, the command ${outcome.frozenBy === undefined ? "goes on" : "stands still"}`,
  };
  const facts = [`${how[ended]} @${offset}`];
  if (omittedLines > 0) facts.push(`first ${counted(omittedLines, "line")} left out`);
  if (omittedAtEnd > 0) facts.push(`last ${counted(omittedAtEnd, "line")} left out`);
  const hidden = hiddenTextNote(outcome.hiddenText, "row");
  if (hidden !== undefined) facts.push(hidden);
  if (outcome.handback) facts.push(...handbackNotes(outcome.handback));
  if (ended !== "takeover" && outcome.heldBy !== undefined) facts.push(`${outcome.heldBy} has the keyboard`);
  facts.push(...standstillNotes(outcome));
  if (outcome.hidden) facts.push(HIDDEN_INPUT);
  return `${earlier ? earlierText(earlier) : ""}${asOutput(text)}${text === "" ? "" : "\n"}[${facts.join("; ")}]`;
}

/** What has come before a command was typed, and a line that tells it from the command's output. */
function earlierText({ text, omittedLines, hiddenText }: NonNullable<RunOutcome["earlier"]>): string {
  const facts = ["before the command"];
  if (omittedLines > 0) facts.push(`first ${counted(omittedLines, "line")} left out`);
  const hidden = hiddenTextNote(hiddenText, "row");
  if (hidden !== undefined) facts.push(hidden);
  return `${asOutput(text)}${text === "" ? "" : "\n"}${notice(facts.join("; "))}\n`;
}

function ending(outcome: WaitOutcome): string {
  const { ended, exit, heldBy, attention } = outcome;
  if (ended === "exit") return exited(exit) ?? "stopped";
  if (ended === "parked") return `parked until ${heldBy ?? "a person"} sends or drops it`;
  if (ended === "takeover") return standstill(outcome);
  if (ended === "state" && attention) return `${attention.state}: ${quoted(attention.reason)}`;
  if (ended === "lease" && heldBy === undefined) return "keyboard is free";
  return exit ? `${ended}, ${exited(exit)}` : ended;
}

type Standstill = Pick<WaitOutcome, "heldBy" | "frozenBy" | "haltedBy" | "readOnlyBy">;

/** What a person has done that ended a wait. */
function standstill({ heldBy, frozenBy, haltedBy, readOnlyBy }: Standstill): string {
  if (heldBy === undefined && haltedBy !== undefined) return "halted";
  if (heldBy === undefined && frozenBy !== undefined) return "frozen";
  if (heldBy === undefined && readOnlyBy !== undefined) return "read-only";
  return `${heldBy ?? "a person"} took the keyboard, input is refused until they hand it back`;
}

function standstillNotes({ frozenBy, haltedBy, readOnlyBy }: Standstill): string[] {
  if (haltedBy !== undefined) return [`${haltedBy} has halted all agents, input is refused until they undo it`];
  const notes = frozenBy === undefined ? [] : [`${frozenBy} has frozen the program, it stands still until they resume it`];
  return readOnlyBy === undefined ? notes : [...notes, `${readOnlyBy} has made the session read-only, input is refused`];
}

function exited(exit: ExitStatus | undefined): string | undefined {
  return exit && (exit.signal ? `killed by ${exit.signal}` : `exited ${exit.code}`);
}

function stepNote({ ended }: WaitOutcome, { failed, stepsBefore = 0 }: OutcomeTextOptions): string {
  if (!failed) return "";
  const step = failed.step - stepsBefore;
  const of = failed.of - stepsBefore;
  if (step < 1) return ", no step sent";
  if (failed.stoppedOn !== undefined) {
    return `: stop_on matched ${quoted(failed.stoppedOn)} in step ${step} of ${of}, ${of - step} not sent`;
  }
  if (failed.error !== undefined) return `, step ${step} of ${of} and later not sent (${failed.error})`;
  if (ended === "input" || ended === "pager") return `: step ${step} of ${of} waits for an answer, ${of - step} not sent`;
  return step < of ? ` in step ${step} of ${of}, later not sent` : ` in step ${step}`;
}

/** How a call goes on that has stopped at a question. */
function answerNote({ ended, hidden }: WaitOutcome, { failed }: OutcomeTextOptions): string[] {
  // No step may answer what is hidden.
  if (
    hidden ||
    (ended !== "input" && ended !== "pager") ||
    !failed ||
    failed.error !== undefined ||
    failed.stoppedOn !== undefined
  )
    return [];
  return [`to answer in the same call: a step ${ended === "pager" ? '{"key":"Space"}' : '{"data":"…\\r"}'}`];
}

function notes({
  ended,
  hidden,
  hiddenText,
  unsent,
  heldBy,
  handback,
  resized,
  cursor,
  frozenBy,
  haltedBy,
  readOnlyBy,
}: WaitOutcome): string[] {
  const facts: string[] = [];
  if (handback) facts.push(...handbackNotes(handback));
  if (heldBy !== undefined && ended !== "takeover" && ended !== "parked") facts.push(`${heldBy} has the keyboard`);
  facts.push(...standstillNotes({ frozenBy, haltedBy, readOnlyBy }));
  if (resized) facts.push(`the terminal is ${resized.cols}x${resized.rows} now`);
  const notes = [hiddenTextNote(hiddenText, "row"), cursorNote(cursor)];
  facts.push(...notes.filter((note) => note !== undefined));
  if (hidden) facts.push(HIDDEN_INPUT);
  if (unsent) facts.push("unsent: text is still in the input field");
  return facts;
}

/** The match of the pattern, if it stands in the lines that were left out. */
function missingMatch({ match, text }: WaitOutcome): string[] {
  if (match === undefined || text.includes(match.trimEnd())) return [];
  return [`matched ${quoted(match)}`];
}

function quoted(text: string): string {
  return JSON.stringify(visibleCharacters(text).slice(0, MAX_MATCH));
}
