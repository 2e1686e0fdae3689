/** What `eval run` is told on the command line. */
import { resolve } from "node:path";
import { oneOf, takeOptions, UsageError, wholeNumber } from "../../cli/options.ts";
import { modes } from "../definitions/agent.ts";
import type { JobRequest } from "../job/job-plan.ts";

const runOptions = {
  "--repeat": "value",
  "--parallel": "value",
  "--mode": "value",
  "--budget": "value",
  "--timeout": "value",
  "--nudges": "value",
  "--seed": "value",
  "--title": "value",
  "--record": "flag",
  "--replay": "value",
  "-o": "value",
  "--output": "value",
  "--dry-run": "flag",
  "--json": "flag",
} as const;

interface RunOptions {
  /** All of the request but where definitions are looked for. */
  readonly request: Omit<JobRequest, "folders" | "cwd">;
  readonly title: string | undefined;
  readonly output: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Parses the arguments of `eval run`. Throws `UsageError` for what makes no sense. */
export function parseRunOptions(args: readonly string[]): RunOptions {
  const { lists, rest: plain } = takeLists(args);
  const { options, rest } = takeOptions(plain, runOptions, "anywhere");
  if (rest.length > 0) throw new UsageError(`Unknown word: ${rest[0]}`);
  const { "--mode": mode, "--budget": budget, "--timeout": timeout, "--record": record, "--replay": replay } = options;
  if (record && replay !== undefined) throw new UsageError("--record and --replay exclude each other");
  return {
    request: {
      agents: lists["--agents"],
      tasks: lists["--tasks"],
      tools: lists["--tools"],
      repeat: wholeNumber("--repeat", options["--repeat"] ?? "1", 1),
      parallel: wholeNumber("--parallel", options["--parallel"] ?? "1", 1),
      ...(mode !== undefined && { mode: oneOf("--mode", modes, mode) }),
      ...(budget !== undefined && { budgetUsd: dollarsOf(budget) }),
      ...(timeout !== undefined && { timeoutSeconds: Math.max(1, positive("--timeout", timeout)) }),
      maxNudges: wholeNumber("--nudges", options["--nudges"] ?? "3", 0),
      ...(record && { gateway: {} }),
      ...(replay !== undefined && { gateway: { replayOf: resolve(replay) } }),
      seed: wholeNumber("--seed", options["--seed"] ?? "1", 0),
    },
    title: options["--title"],
    output: options["-o"] ?? options["--output"],
    dryRun: options["--dry-run"] ?? false,
    json: options["--json"] ?? false,
  };
}

/** The value of `--budget`, in US dollars. Throws `UsageError` for anything but a positive number. */
export const dollarsOf = (text: string): number => positive("--budget", text);

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new UsageError(`${name} must be a number above 0, not "${text}"`);
  return value;
}

type ListOption = "--agents" | "--tasks" | "--tools";

/** Takes the lists out of the arguments. A list may be given several times, with commas, or as several words after the option. */
function takeLists(args: readonly string[]): { lists: Record<ListOption, string[]>; rest: string[] } {
  const lists: Record<ListOption, string[]> = { "--agents": [], "--tasks": [], "--tools": [] };
  const given = new Set<ListOption>();
  const rest: string[] = [];
  let current: ListOption | undefined;
  for (const arg of args) {
    const [name = "", ...inline] = arg.split("=");
    if (Object.hasOwn(lists, name)) {
      current = name as ListOption;
      given.add(current);
      lists[current].push(...namesIn(inline.join("=")));
    } else if (arg.startsWith("-") || current === undefined) {
      current = undefined;
      rest.push(arg);
    } else lists[current].push(...namesIn(arg));
  }
  for (const name of given) if (lists[name].length === 0) throw new UsageError(`${name} needs a value`);
  return { lists, rest };
}

const namesIn = (list: string): string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
