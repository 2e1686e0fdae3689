/**
 * `cotty eval`: runs coding agents on terminal tasks with different terminal tools, and
 * says what each costs. The command line loads this file only when it is called.
 */
import { HelpRequest, UsageError } from "../cli/options.ts";
import { printError } from "../cli/output.ts";
import { judge } from "./commands/judge-job.ts";
import { compare, importResults, report, stats } from "./commands/read-jobs.ts";
import { resume, run, status } from "./commands/run-jobs.ts";
import type { Installation } from "./commands/runner.ts";
import { EvaluationError } from "./evaluation-error.ts";

interface EvaluationCommand {
  readonly usage: string;
  run(args: readonly string[], installation: Installation): number | Promise<number>;
}

const commands: Readonly<Record<string, EvaluationCommand>> = {
  run: {
    usage:
      "[--agents A] [--tasks T] [--tools T] [--repeat N] [--parallel N] [--mode headless|tui] [--budget USD] [--timeout S] [--nudges N] [--seed N] [--title TEXT] [--record | --replay JOB] [-o JOB] [--dry-run] [--json]",
    run,
  },
  resume: { usage: "[--budget USD] [--json] <job>", run: resume },
  status: { usage: "[--json] <job>", run: status },
  judge: { usage: "[--agent A] [--votes N] [--parallel N] [--pairs] [--json] <job>", run: judge },
  stats: { usage: "[--no-judge] [--json] <job>", run: stats },
  report: { usage: "[-o FILE] [--json] <job>", run: report },
  compare: { usage: "[--json] <job> <job>", run: compare },
  import: { usage: "[-o JOB] [--title TEXT] [--json] <folder or evaluation-summary.json>", run: importResults },
};

/** The result of `evaluate`: an exit code, or the wish for the help of the whole command. */
export type EvaluationEnd = number | "help";

/** Runs one `cotty eval …`. Prints its own errors and resolves with the exit code. */
export async function evaluate(program: string, args: readonly string[], installation: Installation): Promise<EvaluationEnd> {
  const [name = "", ...rest] = args;
  if (name === "" || name === "--help" || name === "-h") return "help";
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    printError(`Unknown command: eval ${name}\nThere are: ${Object.keys(commands).join(", ")}\n`);
    return 1;
  }
  try {
    return await command.run(rest, installation);
  } catch (error) {
    if (error instanceof HelpRequest) return "help";
    if (error instanceof UsageError) {
      const complaint = error.message === "" ? "" : `${error.message}\n`;
      printError(`${complaint}Usage: ${program} eval ${name} ${command.usage}\n`);
      return 1;
    }
    if (!(error instanceof EvaluationError)) throw error;
    printError(`${error.message}\n`);
    return 1;
  }
}
