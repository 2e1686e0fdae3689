import { z } from "zod";

/** One request of an agent to its model's endpoint, and the answer. A line of `gateway.jsonl`. */
export const exchange = z.object({
  method: z.string(),
  /** With its query. */
  path: z.string(),
  request: z.string(),
  status: z.int(),
  contentType: z.string(),
  response: z.string(),
  seconds: z.number(),
});
export type Exchange = z.infer<typeof exchange>;

/** The file in a run's folder. */
export const GATEWAY_FILE = "gateway.jsonl";

/** Reads the exchanges of a run. Throws the system's error or a `ZodError` for a file that is none. */
export function readExchanges(text: string): Exchange[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => exchange.parse(JSON.parse(line)));
}
