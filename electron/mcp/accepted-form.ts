/**
 * The form in which an HTTP client takes the answer. The protocol has clients accept both, JSON and a stream of events,
 * and the SDK refuses all others. But the answer to a request is one message in either form, so a client that takes only
 * JSON gets it without the reports of progress before it.
 */
import { isRecord } from "../../shared/json.ts";

const BOTH = "application/json, text/event-stream";

export type AcceptedForm = {
  /** The header as the SDK wants to see it. */
  readonly accept: string;
  readonly isJsonOnly: boolean;
};

/** Reads the header. A client that accepts anything, or says nothing about it, accepts both forms. */
export function acceptedForm(header: string | undefined): AcceptedForm {
  const types = (header ?? "").split(",").flatMap((type) => type.split(";")[0]?.trim().toLowerCase() || []);
  const isAny = types.length === 0 || types.includes("*/*");
  const takes = (...names: string[]): boolean => isAny || names.some((name) => types.includes(name));
  if (!takes("application/json", "application/*")) return { accept: header ?? "", isJsonOnly: false };
  return { accept: BOTH, isJsonOnly: !takes("text/event-stream", "text/*") };
}

/** The same response as JSON, when all of it is there: the answer to a request, or the list of those to a batch. */
export async function asJson(response: Response): Promise<Response> {
  if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  // A stream that breaks off has no answer either.
  const text = await response.text().catch(() => "");
  const answers = eventsIn(text).filter((message) => "result" in message || "error" in message);
  if (answers.length === 0) return Response.json(NO_ANSWER, { status: 500 });
  return Response.json(answers.length === 1 ? answers[0] : answers, { status: response.status });
}

const NO_ANSWER = { jsonrpc: "2.0", id: null, error: { code: -32_000, message: "The request ended without an answer" } };

/** The messages in a stream of events, as the SDK writes it: one line of data for each. */
function eventsIn(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => {
    const message: unknown = line.startsWith("data: {") ? JSON.parse(line.slice("data: ".length)) : undefined;
    return isRecord(message) ? [message] : [];
  });
}
