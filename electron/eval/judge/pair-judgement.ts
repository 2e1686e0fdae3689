import { z } from "zod";
import { criterionNames, jsonIn, judgement, withSingleSpaces } from "./judgement.ts";

const points = z.int().min(1).max(5);
const quote = z.string().min(1);

/** The answer of a judge about two runs, as the prompt asks for it. */
const answer = z.object({
  better: z.enum(["first", "second", "neither"]),
  summary: z.string(),
  scores: z.array(
    z.object({ criterion: z.enum(criterionNames), first: points, firstQuote: quote, second: points, secondQuote: quote }),
  ),
});

/** One reading of both runs. `a` is the run of the pair's first tool, wherever it stood in the prompt. */
const reading = z.object({
  /** Which run stood first. */
  first: z.enum(["a", "b"]),
  better: z.enum(["a", "b", "neither", "unreadable"]),
  summary: z.string(),
  /** Only with quotes that are in the run's own transcript. */
  scores: z.array(z.object({ criterion: z.enum(criterionNames), run: z.enum(["a", "b"]), score: points, quote })),
  costUsd: z.number().optional(),
  seconds: z.number(),
});
export type Reading = z.infer<typeof reading>;

const winner = z.enum(["a", "b", "tie"]);
export type Winner = z.infer<typeof winner>;

/** `judgement.json` of a pair: two runs of the same agent and task, each with another tool. */
export const pairJudgement = z.object({
  judge: judgement.shape.judge,
  agent: z.string(),
  task: z.string(),
  number: z.int(),
  /** The tools of the two runs. */
  a: z.string(),
  b: z.string(),
  /** Each vote is two readings, one in each order. */
  votes: z.array(z.object({ readings: z.array(reading), winner })),
  /** What more than half of the votes say. */
  winner,
});
export type PairJudgement = z.infer<typeof pairJudgement>;

/** The blinded transcripts of a pair. */
export interface PairTexts {
  readonly a: string;
  readonly b: string;
}

/** Reads a judge's last message about a pair. `first` is the run that stood first in the prompt. */
export function readPreference(
  message: string,
  first: "a" | "b",
  texts: PairTexts,
): Pick<Reading, "first" | "better" | "summary" | "scores"> {
  const parsed = answer.safeParse(jsonIn(message));
  if (!parsed.success) return { first, better: "unreadable", summary: "", scores: [] };
  const second = first === "a" ? "b" : "a";
  const { better, summary, scores } = parsed.data;
  const isIn = (run: "a" | "b", words: string): boolean => withSingleSpaces(texts[run]).includes(withSingleSpaces(words));
  return {
    first,
    better: better === "neither" ? "neither" : better === "first" ? first : second,
    summary,
    scores: scores
      .flatMap(({ criterion, ...one }): Reading["scores"] => [
        { criterion, run: first, score: one.first, quote: one.firstQuote },
        { criterion, run: second, score: one.second, quote: one.secondQuote },
      ])
      .filter((one) => isIn(one.run, one.quote)),
  };
}

/** The run that is better in both orders. A judge who changes its mind with the order has seen none. */
export function winnerOf(readings: readonly Pick<Reading, "better">[]): Winner {
  const [one] = readings;
  const agreed = readings.length > 1 && readings.every(({ better }) => better === one?.better);
  return agreed && (one?.better === "a" || one?.better === "b") ? one.better : "tie";
}

/** What more than half of the votes say. */
export function pairWinner(votes: readonly { readonly winner: Winner }[]): Winner {
  const share = (of: Winner): number => votes.filter((one) => one.winner === of).length / votes.length;
  if (share("a") > 0.5) return "a";
  return share("b") > 0.5 ? "b" : "tie";
}
