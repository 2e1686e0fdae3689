/** Waiting, as options and as a result: shared by `wait`, `start` and `stdin`. */
import { counted } from "../../shared/counted.ts";
import type { WaitCondition, WaitOutcome } from "../../shared/protocol.ts";
import { type Parsed, wholeNumber } from "./options.ts";
import { print, printError } from "./output.ts";

export const WAIT_OPTIONS = {
  "--wait": "value",
  "--prompt": "flag",
  "--input": "flag",
  "--lease": "flag",
  "--quiet": "value",
  "--timeout": "value",
} as const;

/** The exit code of a wait that timed out, as coreutils' `timeout` has it. */
const TIMED_OUT = 124;

/** The condition that the options describe; undefined when they ask for no wait. */
export function waitCondition(options: Parsed<typeof WAIT_OPTIONS>["options"]): WaitCondition | undefined {
  const { "--wait": pattern, "--quiet": quiet, "--timeout": timeout } = options;
  const flags = {
    ...(options["--prompt"] ? { prompt: true } : {}),
    ...(options["--input"] ? { input: true } : {}),
    ...(options["--lease"] ? { lease: true } : {}),
  };
  const isNone = pattern === undefined && quiet === undefined && timeout === undefined && Object.keys(flags).length === 0;
  if (isNone) return undefined;
  return {
    ...flags,
    ...(pattern === undefined ? {} : { pattern }),
    ...(quiet === undefined ? {} : { quietMs: wholeNumber("--quiet", quiet, 1) }),
    ...(timeout === undefined ? {} : { timeoutMs: wholeNumber("--timeout", timeout, 0) }),
  };
}

/** Prints what is new, and why the wait ended where that is not what was asked for. Returns the exit code. */
export function reportOutcome(id: string, condition: WaitCondition, outcome: WaitOutcome): number {
  print(outcome.text);
  if (outcome.omittedLines > 0)
    printError(`[${counted(outcome.omittedLines, "earlier line")} left out; all of it: stream ${id}]\n`);
  return exitCodeOf(id, condition, outcome);
}

/** The exit code alone, with a word on stderr when it is not 0. */
export function exitCodeOf(id: string, condition: WaitCondition, outcome: WaitOutcome): number {
  switch (outcome.ended) {
    case "match":
    case "prompt":
    case "input":
    case "lease":
    case "quiet":
      return 0;
    case "timeout":
      return TIMED_OUT;
    case "exit":
      if (condition.exit || !(condition.pattern ?? condition.prompt ?? condition.input)) return 0;
      // `cotty wait build "all tests passed" && deploy` must not deploy.
      printError(`[Session ${id} exited with code ${outcome.exit?.code ?? "?"} before ${missing(condition)}]\n`);
      return 1;
    case "takeover":
      printError(`[A person has taken over session ${id}]\n`);
      return 1;
    case "cancelled":
      break;
  }
  return 1;
}

function missing({ pattern, prompt }: WaitCondition): string {
  if (pattern !== undefined) return "the pattern matched";
  return prompt ? "it was back at a prompt" : "it asked for input";
}
