/** Runs one command in a live shell, as if it had been run here: its output on stdout, its exit code as our own. */
import { counted } from "../../shared/counted.ts";
import type { RunOutcome } from "../../shared/protocol.ts";
import { hiddenTextNote } from "../../shared/read-results.ts";
import { toCommandLine } from "../client/shell-quoting.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { callerName } from "./caller-positions.ts";
import { connectToHost, type Invocation, notFound } from "./command.ts";
import { takeOptions, timeoutOf, UsageError } from "./options.ts";
import { printError, printJson, printNote, printText } from "./output.ts";
import { howEnded, printHandback, standstill, TIMED_OUT } from "./wait-outcome.ts";

/** As many lines as an answer can hold. */
const ALL_LINES = 100_000;

export async function run(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--timeout": "value", "--json": "flag" }, "leading");
  const [id, ...given] = rest;
  // As after the id of `start`.
  const words = given[0] === "--" ? given.slice(1) : given;
  if (id === undefined || words.length === 0) throw new UsageError("");
  const timeout = options["--timeout"];
  const params = {
    id,
    command: toCommandLine(words),
    maxLines: ALL_LINES,
    caller: callerName(),
    ...(timeout !== undefined && { timeoutMs: timeoutOf(timeout) }),
  };
  using client = await connectToHost(invocation);
  const outcome = await client.request("session/run", params).catch(notFound("Session", id));
  printHandback(outcome);
  if (outcome.earlier && !options["--json"]) printEarlier(outcome.earlier);
  if (options["--json"]) printJson(outcome);
  else printText(outcome.text);
  if (outcome.omittedLines > 0)
    printError(`[${counted(outcome.omittedLines, "earlier line")} left out; for all output: stream ${id}]\n`);
  printNote(hiddenTextNote(outcome.hiddenText, "row"));
  if (outcome.ended === "finished") return outcome.exitCode ?? 0;
  if (outcome.ended === "exit") {
    printError(`[The shell ${howEnded(outcome.exit)}]\n`);
    // The command ended with its shell: `exit 3`, or `exec make`.
    return outcome.exit?.code ?? 1;
  }
  if (outcome.ended === "input")
    printError(`[The command waits for ${outcome.hidden ? "a secret" : "input"} in session ${id}]\n`);
  else
    printError(
      `[${whatStopped(outcome)}The command ${outcome.frozenBy === undefined ? "goes on" : "stands still"} in session ${id}]\n`,
    );
  return TIMED_OUT;
}

/** On stderr: stdout has exactly the command's output. */
function printEarlier({ text, omittedLines, hiddenText }: NonNullable<RunOutcome["earlier"]>): void {
  const left = omittedLines > 0 ? `, ${counted(omittedLines, "earlier line")} left out` : "";
  printError(`[Before the command${left}:]\n${text === "" ? "" : `${text}\n`}`);
  printNote(hiddenTextNote(hiddenText, "row"));
  printNote("The command:");
}

function whatStopped(outcome: RunOutcome): string {
  if (outcome.ended !== "takeover") return "";
  return `${standstill(outcome) ?? `${oneLine(outcome.heldBy ?? "A person")} has the keyboard`}. `;
}
