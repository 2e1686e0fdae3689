import { z } from "zod";
import type { AgentTrace } from "./agent-adapter.ts";
import { isRefusal, modelErrorOf, withTokens } from "./conversation.ts";

/** An answer of the model, or its failure. Source: Gemini CLI's documentation of telemetry, version 0.61. */
const EVENT = /"event\.name": "gemini_cli\.api_(response|error)"/g;
/** Where an event's attributes end. */
const END = /\n {2}\}/;
const TOOLS = /"gen_ai\.tool\.definitions": ("(?:[^"\\]|\\.)*")/;

const counts = z.object({
  model: z.string(),
  input_token_count: z.number(),
  output_token_count: z.number(),
  cached_content_token_count: z.number().default(0),
  thoughts_token_count: z.number().default(0),
  tool_token_count: z.number().default(0),
  finish_reasons: z.array(z.string()).default([]),
});
const definitions = z.array(z.object({ functionDeclarations: z.array(z.object({ name: z.string() })).default([]) }));

/**
 * Adds what Gemini CLI's telemetry says: the tokens of all requests, also of those that
 * are in no conversation, and the tools that the first request offered. The file is JSON
 * objects one after the other, some of them very long, so only these parts are read.
 */
export function withTelemetry(trace: AgentTrace, text: string): AgentTrace {
  let next = trace;
  for (const match of text.matchAll(EVENT)) {
    const rest = text.slice(match.index, match.index + 4000);
    const attributes = rest.slice(0, END.exec(rest)?.index);
    if (match[1] === "error") {
      const reason = /"error(?:\.message)?": "((?:[^"\\]|\\.)*)"/.exec(attributes)?.[1];
      next = { ...next, modelError: modelErrorOf(reason ?? "its model failed") };
      continue;
    }
    const found = parse(`{${attributes}}`, counts);
    if (found === undefined) continue;
    const cacheRead = found.cached_content_token_count;
    const refused = found.finish_reasons.find(isRefusal);
    const modelError = refused === undefined ? undefined : modelErrorOf(`its answer ended with ${refused}`, refused);
    next = withTokens({ ...next, modelError }, found.model, {
      input: found.input_token_count - cacheRead + found.tool_token_count,
      output: found.output_token_count + found.thoughts_token_count,
      cacheRead,
      cacheWrite: 0,
    });
  }
  const offered = parse(parse(TOOLS.exec(text)?.[1] ?? "", z.string()) ?? "", definitions);
  const tools = offered?.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name));
  return tools === undefined ? next : { ...next, tools };
}

function parse<T>(json: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    // The last object may be half written.
    return undefined;
  }
}
