/** The options that describe a wait, and the report of its outcome. Used by `wait`, `start`, `stdin` and `click`. */
import { ATTENTION_STATES } from "../../shared/attention-states.ts";
import { counted } from "../../shared/counted.ts";
import type { Attention, ExitStatus, WaitCondition, WaitOutcome } from "../../shared/protocol.ts";
import { cursorNote, handbackNotes, hiddenTextNote } from "../../shared/read-results.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { oneOf, type ParsedOptions, timeoutOf, wholeNumber } from "./options.ts";
import { printError, printNote, printText } from "./output.ts";

export const WAIT_OPTIONS = {
  "--wait": "value",
  "--prompt": "flag",
  "--input": "flag",
  "--lease": "flag",
  "--state": "value",
  "--quiet": "value",
  "--timeout": "value",
} as const;

/** The exit code of a wait that timed out, the same as that of coreutils' `timeout`. */
export const TIMED_OUT = 124;

/** The condition that the options describe. Undefined when they ask for no wait. */
export function waitCondition(options: ParsedOptions<typeof WAIT_OPTIONS>["options"]): WaitCondition | undefined {
  const { "--wait": pattern, "--state": states, "--quiet": quiet, "--timeout": timeout } = options;
  const flags = {
    ...(options["--prompt"] ? { prompt: true } : {}),
    ...(options["--input"] ? { input: true } : {}),
    ...(options["--lease"] ? { lease: true } : {}),
    ...(states === undefined ? {} : { state: statesIn(states) }),
  };
  const isNone = pattern === undefined && quiet === undefined && timeout === undefined && Object.keys(flags).length === 0;
  if (isNone) return undefined;
  return {
    ...flags,
    ...(pattern === undefined ? {} : { pattern }),
    ...(quiet === undefined ? {} : { quietMs: wholeNumber("--quiet", quiet, 1) }),
    ...(timeout === undefined ? {} : { timeoutMs: timeoutOf(timeout) }),
  };
}

/** The states in a list such as `waiting,failed`. */
function statesIn(list: string): Attention["state"][] {
  return list.split(",").map((word) => oneOf("--state", ATTENTION_STATES, word.trim()));
}

export type ReportOptions = {
  readonly id: string;
  /** Undefined when the command did not wait. */
  readonly condition: WaitCondition | undefined;
  /** Without a wait it is there if the input was parked, or if a person has typed meanwhile. */
  readonly outcome: WaitOutcome | undefined;
  /** The command has printed the outcome as JSON, so that the text is not printed again. */
  readonly asJson: boolean | undefined;
};

/**
 * Ends a command that may have waited. Prints the new text, says on stderr why
 * the wait failed if it did, and returns the exit code.
 */
export function reportOutcome({ id, condition, outcome, asJson = false }: ReportOptions): number {
  if (!outcome) return 0;
  const { heldBy } = outcome;
  printHandback(outcome);
  if (outcome.ended === "parked") {
    printError(`[Parked: ${oneLine(heldBy ?? "a person")} sends or drops it]\n`);
    return 0;
  }
  if (!condition) return 0;
  if (!asJson) {
    printText(outcome.text);
    if (outcome.omittedLines > 0)
      printError(`[${counted(outcome.omittedLines, "earlier line")} left out; for all output: stream ${id}]\n`);
  }
  printNotes(outcome);
  return exitCode(id, condition, outcome);
}

/** Says what the text does not show. */
function printNotes({ resized, hiddenText, cursor, unsent }: WaitOutcome): void {
  printNote(resized && `The terminal is ${resized.cols}x${resized.rows} now`);
  printNote(hiddenTextNote(hiddenText, "row"));
  printNote(cursorNote(cursor));
  printNote(unsent ? "unsent: text is still in the input field" : undefined);
}

/** Says what a person did since this caller last looked. */
export function printHandback({ handback }: Pick<WaitOutcome, "handback">): void {
  if (handback) printError(`[${oneLine(handbackNotes(handback).join("; "))}]\n`);
}

function exitCode(id: string, condition: WaitCondition, outcome: WaitOutcome): number {
  switch (outcome.ended) {
    case "match":
    case "prompt":
    case "pager":
    case "input":
    case "lease":
    case "quiet":
    case "sent":
      return 0;
    case "state":
      if (outcome.attention) printError(`[Session ${id} is ${outcome.attention.state}: ${oneLine(outcome.attention.reason)}]\n`);
      return 0;
    case "timeout":
      return TIMED_OUT;
    case "exit": {
      const isAsked = condition.exit === true || !(condition.pattern ?? condition.prompt ?? condition.input ?? condition.state);
      printError(`[Session ${id} ${howEnded(outcome.exit)}${isAsked ? "" : ` before ${expectation(condition)}`}]\n`);
      // `cotty wait build "all tests passed" && deploy` must not deploy.
      return isAsked ? 0 : 1;
    }
    case "takeover":
      printError(`[${standstill(outcome) ?? `A person has taken over session ${id}`}]\n`);
      return 1;
    case "cancelled":
    case "parked":
      break;
  }
  return 1;
}

/** What ended a wait where no person took the keyboard. */
export function standstill({
  heldBy,
  frozenBy,
  haltedBy,
  readOnlyBy,
}: Pick<WaitOutcome, "heldBy" | "frozenBy" | "haltedBy" | "readOnlyBy">): string | undefined {
  if (heldBy !== undefined) return undefined;
  if (haltedBy !== undefined) return `${oneLine(haltedBy)} has halted all agents`;
  if (frozenBy !== undefined) return `${oneLine(frozenBy)} has frozen the program`;
  return readOnlyBy === undefined ? undefined : `${oneLine(readOnlyBy)} has made the session read-only`;
}

/** How a program has ended, after its name. */
export function howEnded(exit: ExitStatus | undefined): string {
  if (exit?.signal !== undefined) return `was ended by ${oneLine(exit.signal)}`;
  return exit ? `exited with code ${exit.code}` : "was stopped";
}

function expectation({ pattern, prompt, state }: WaitCondition): string {
  if (pattern !== undefined) return "the pattern matched";
  if (state) return `it was ${state.join(" or ")}`;
  return prompt ? "it was back at a prompt" : "it asked for input";
}
