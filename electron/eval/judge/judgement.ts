import { z } from "zod";

/** What a judge scores, from 1 (bad) to 5 (good). */
export const criteria = {
  goal: "Was the task done, to the end?",
  evidence: "Does what the agent reports rest on what the terminal has shown?",
  economy: "Did the agent do without needless steps and without errors of its own?",
} as const;
export type Criterion = keyof typeof criteria;
export const criterionNames = Object.keys(criteria) as Criterion[];

const score = z.object({ criterion: z.enum(criterionNames), score: z.int().min(1).max(5), quote: z.string().min(1) });

/** The answer of a judge, as the prompt asks for it. */
const answer = z.object({ verdict: z.enum(["done", "not-done"]), summary: z.string(), scores: z.array(score) });

/** One reading of a run. */
const vote = z.object({
  /** `unreadable` if the judge did not answer in the form that it was asked for. */
  verdict: z.enum(["done", "not-done", "unreadable"]),
  summary: z.string(),
  /** Only with quotes that are in the transcript. */
  scores: z.array(score),
  costUsd: z.number().optional(),
  seconds: z.number(),
});
export type Vote = z.infer<typeof vote>;

/** `judgement.json` in a run's folder. It is written last: the run is judged. */
export const judgement = z.object({
  /** Who judged: the agent's name, its model and its version. */
  judge: z.object({ agent: z.string(), model: z.string().optional(), version: z.string().optional() }),
  votes: z.array(vote),
  /** What more than half of the votes say. */
  verdict: z.enum(["done", "not-done", "undecided"]),
});
export type Judgement = z.infer<typeof judgement>;

/**
 * Reads a judge's last message: the JSON object in it, whatever stands around it. A score
 * whose quote is not in the transcript has nothing to rest on and is left out.
 */
export function readVote(message: string, transcript: string): Pick<Vote, "verdict" | "summary" | "scores"> {
  const parsed = answer.safeParse(jsonIn(message));
  if (!parsed.success) return { verdict: "unreadable", summary: "", scores: [] };
  const { verdict, summary, scores } = parsed.data;
  const text = withSingleSpaces(transcript);
  return { verdict, summary, scores: scores.filter(({ quote }) => text.includes(withSingleSpaces(quote))) };
}

/** The JSON object in a text, whatever stands around it. `undefined` if there is none. */
export function jsonIn(message: string): unknown {
  const from = message.indexOf("{");
  const to = message.lastIndexOf("}");
  try {
    return JSON.parse(message.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

export const withSingleSpaces = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** What more than half of the votes say. */
export function majority(votes: readonly Vote[]): Judgement["verdict"] {
  const share = (verdict: Vote["verdict"]): number => votes.filter((one) => one.verdict === verdict).length / votes.length;
  if (share("done") > 0.5) return "done";
  return share("not-done") > 0.5 ? "not-done" : "undecided";
}
