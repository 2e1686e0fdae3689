import { z } from "zod";
import { outcomes } from "./outcome.ts";

/** Four disjoint classes of tokens: none of them is counted in another. */
const tokenCounts = z.object({
  input: z.number().min(0),
  output: z.number().min(0),
  cacheRead: z.number().min(0),
  cacheWrite: z.number().min(0),
});
export type TokenCounts = z.infer<typeof tokenCounts>;

/** Where the time of a run went, in seconds: until the agent had its prompt, the model, its tools, and waiting for neither. */
const timeSplit = z.object({
  start: z.number().min(0),
  model: z.number().min(0),
  tool: z.number().min(0),
  idle: z.number().min(0),
});

/** One step of the agent: an answer of the model, and what its calls of tools took. In seconds. */
const stepTime = z.object({
  /** When the answer was there, after the recording's beginning. */
  at: z.number().min(0),
  model: z.number().min(0),
  tool: z.number().min(0),
  /** The names of the tools. */
  calls: z.array(z.string()),
});

/**
 * `result.json` of one run. It is written last, by a rename: a run whose folder has it
 * is over, and a run whose folder has none is started again by `resume`.
 */
export const runResult = z.object({
  agent: z.string().min(1),
  task: z.string().min(1),
  tool: z.string().min(1),
  /** Which repetition of the cell this is, from 1. */
  number: z.int().min(1),
  outcome: z.enum(outcomes),
  /** One sentence for a reader: what decided the outcome. */
  reason: z.string(),
  /** When the run began, in ISO 8601. */
  startedAt: z.string(),
  seconds: z.number().min(0),
  /** Missing where the agent's log has no times. */
  timeSplit: timeSplit.optional(),
  /** In the order of the trajectory's steps, without its first one, which is the prompt. */
  steps: z.array(stepTime).optional(),
  /** In US dollars. Missing where the agent does not say and no price is known. */
  costUsd: z.number().min(0).optional(),
  /** Tokens by model name. */
  tokens: z.record(z.string(), tokenCounts),
  toolCalls: z.int().min(0).optional(),
  toolErrors: z.int().min(0).optional(),
  /** How often the agent was told to go on. */
  nudges: z.int().min(0),
  /** How often a person took the keyboard. */
  takeovers: z.int().min(0),
  /** How often the run was tried again after an infrastructure error. */
  retries: z.int().min(0),
  /** What the verifier printed last. */
  verifier: z.object({ exitCode: z.int().nullable(), passed: z.boolean().optional(), output: z.string() }).optional(),
  versions: z.record(z.string(), z.string()).optional(),
  /** What the gateway has seen, if the run had one: its own count, whatever the agent says. */
  gateway: z.object({ requests: z.int().min(0), tokens: z.record(z.string(), tokenCounts) }).optional(),
});

export type RunResult = z.infer<typeof runResult>;

/** The sums over all models of a run. */
export function totalTokens(tokens: Readonly<Record<string, TokenCounts>>): TokenCounts {
  const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const counts of Object.values(tokens)) {
    total.input += counts.input;
    total.output += counts.output;
    total.cacheRead += counts.cacheRead;
    total.cacheWrite += counts.cacheWrite;
  }
  return total;
}
