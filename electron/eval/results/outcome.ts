/**
 * How a run ended. The outcomes are kept apart, because a tool that is slow, an agent
 * that lies and a machine without network are three different findings.
 *
 * | outcome | meaning |
 * |---|---|
 * | `pass` | the verifier (or, where there is none, the agent's own marker) says that the task is done |
 * | `fail` | the agent stopped, and the task is not done |
 * | `false-claim` | the agent said that it is done, and the verifier says that it is not |
 * | `gave-up` | the agent said that it failed |
 * | `timeout` | the time was over |
 * | `over-budget` | the money was over |
 * | `toolless` | the agent did not have the tool, so the run says nothing about it |
 * | `infrastructure` | the machine, the network or the model's provider failed; the only outcome that is tried again |
 * | `contaminated` | a person typed into the run, or ended it; or the task's own files changed meanwhile |
 * | `skipped` | it was not started: something it requires is not on this machine, or its task has changed |
 */
export const outcomes = [
  "pass",
  "fail",
  "false-claim",
  "gave-up",
  "timeout",
  "over-budget",
  "toolless",
  "infrastructure",
  "contaminated",
  "skipped",
] as const;

export type Outcome = (typeof outcomes)[number];

/** Outcomes that say nothing about the tool. They are shown, and left out of rates and costs. */
const VOID: ReadonlySet<Outcome> = new Set(["toolless", "infrastructure", "contaminated", "skipped"]);

/** Whether the run counts in the denominator of a success rate. Failed starts do. */
export const counts = (outcome: Outcome): boolean => !VOID.has(outcome);
