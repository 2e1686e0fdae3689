/**
 * What a call brought about, as text for a model: what is new, then always one
 * last line in brackets that is ours, whatever the program printed before it.
 * Agents pay for every word of it in every later turn.
 */
import { counted } from "../../shared/counted.ts";
import type { StepFailure, WaitOutcome } from "../../shared/protocol.ts";
import { hiddenTextNote } from "../../shared/read-results.ts";
import { visibleCharacters } from "../../shared/visible-unicode.ts";
import { asOutput } from "./notices.ts";

const MAX_MATCH = 200;

export type OutcomeContext = {
  /** The session's id, where the agent does not know it yet. */
  readonly id?: string | undefined;
  readonly failed?: StepFailure | undefined;
  /** Steps taken before the first one the agent gave. */
  readonly stepsBefore?: number;
};

/** `42\n[prompt @57]`: the text, how the call ended, the offset to go on from, and what else there is to know. */
export function outcomeText(outcome: WaitOutcome, context: OutcomeContext = {}): string {
  const { text, offset, omittedLines } = outcome;
  const facts = [`${ending(outcome)}${stepNote(outcome, context)} @${offset}`, ...notes(outcome)];
  if (context.id !== undefined) facts.unshift(`id ${context.id}`);
  if (omittedLines > 0) facts.push(`first ${counted(omittedLines, "line")} left out`, ...missingMatch(outcome));
  return `${asOutput(text)}${text === "" ? "" : "\n"}[${facts.join("; ")}]`;
}

function ending({ ended, exit, heldBy }: WaitOutcome): string {
  const exited = exit && (exit.signal ? `killed by ${exit.signal}` : `exited ${exit.code}`);
  if (ended === "exit") return exited ?? "stopped";
  if (ended === "takeover") return `${heldBy ?? "a person"} took the keyboard, input is refused until they hand it back`;
  if (ended === "lease" && heldBy === undefined) return "keyboard is free";
  return exited ? `${ended}, ${exited}` : ended;
}

function stepNote({ ended }: WaitOutcome, { failed, stepsBefore = 0 }: OutcomeContext): string {
  if (!failed) return "";
  const step = failed.step - stepsBefore;
  const of = failed.of - stepsBefore;
  if (step < 1) return ", no step sent";
  if (failed.error !== undefined) return `, step ${step} of ${of} and later not sent (${failed.error})`;
  if (ended === "input") return `: step ${step} of ${of} waits for an answer, ${of - step} not sent`;
  return step < of ? ` in step ${step} of ${of}, later not sent` : ` in step ${step}`;
}

function notes({ ended, hidden, hiddenText, unsent, heldBy, handback }: WaitOutcome): string[] {
  const facts: string[] = [];
  if (handback) {
    const did = [
      ...(handback.typed === "" ? [] : [JSON.stringify(handback.typed)]),
      ...(handback.hidden ? ["hidden input"] : []),
    ];
    facts.push(`${handback.by} had the keyboard and typed ${did.join(" and ") || "nothing"}`);
  }
  if (heldBy !== undefined && ended !== "takeover") facts.push(`${heldBy} has the keyboard`);
  const note = hiddenTextNote(hiddenText, "row");
  if (note) facts.push(note);
  if (hidden) facts.push("input is hidden");
  if (unsent) facts.push("unsent: text is still in the input field");
  return facts;
}

/** What the pattern matched, where it is among the lines left out. */
function missingMatch({ match, text }: WaitOutcome): string[] {
  if (match === undefined || text.includes(match.trimEnd())) return [];
  return [`matched ${JSON.stringify(visibleCharacters(match).slice(0, MAX_MATCH))}`];
}
