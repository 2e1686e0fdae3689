import { z } from "zod";
import type { TokenCounts } from "../results/run-result.ts";
import type { Exchange } from "./exchange.ts";

const count = z.number().min(0).default(0);

/** Anthropic's Messages: an answer, or its `message_start`. Tokens from a cache are not in `input_tokens`. */
const messages = z.object({
  model: z.string(),
  usage: z.object({
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count.nullish(),
    cache_creation_input_tokens: count.nullish(),
  }),
});
/** `message_delta`: the output so far. */
const messagesDelta = z.object({ type: z.literal("message_delta"), usage: z.object({ output_tokens: z.number() }) });

/** OpenAI's Chat Completions: an answer, or the last chunk. `prompt_tokens` has those from a cache. */
const completions = z.object({
  model: z.string(),
  usage: z.object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
  }),
});

/** OpenAI's Responses: an answer. `input_tokens` has those from a cache. */
const responses = z.object({
  object: z.literal("response"),
  model: z.string(),
  usage: z.object({
    input_tokens: count,
    output_tokens: count,
    input_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
  }),
});

/** Gemini's `generateContent`: an answer, or each chunk with the counts so far. */
const contents = z.object({
  modelVersion: z.string(),
  usageMetadata: z.object({
    promptTokenCount: count,
    candidatesTokenCount: count,
    thoughtsTokenCount: count.nullish(),
    cachedContentTokenCount: count.nullish(),
  }),
});

interface Usage {
  readonly model: string;
  readonly tokens: TokenCounts;
}

/**
 * The tokens of all exchanges, by model, as the endpoint has counted them. It reads
 * Anthropic's Messages, OpenAI's Chat Completions and Responses, and Gemini's contents,
 * each whole or as a stream of events. Source: the providers' API references.
 */
export function usageOf(exchanges: readonly Exchange[]): Record<string, TokenCounts> {
  const sums: Record<string, TokenCounts> = {};
  for (const exchange of exchanges) {
    // In a stream, the last count is the whole one.
    const usage = valuesIn(exchange).reduce<Usage | undefined>(later, undefined);
    if (usage === undefined) continue;
    const before = sums[usage.model] ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    sums[usage.model] = {
      input: before.input + usage.tokens.input,
      output: before.output + usage.tokens.output,
      cacheRead: before.cacheRead + usage.tokens.cacheRead,
      cacheWrite: before.cacheWrite + usage.tokens.cacheWrite,
    };
  }
  return sums;
}

/** The JSON of an answer: itself, or the data of its events. */
function valuesIn({ contentType, response }: Exchange): unknown[] {
  const texts = contentType.includes("event-stream")
    ? response.split("\n").flatMap((line) => (line.startsWith("data:") ? line.slice("data:".length) : []))
    : [response];
  return texts.flatMap((text) => {
    try {
      return [JSON.parse(text) as unknown].flat();
    } catch {
      // The end of a stream, `[DONE]`, or an answer that is no JSON.
      return [];
    }
  });
}

function later(before: Usage | undefined, value: unknown): Usage | undefined {
  const delta = messagesDelta.safeParse(value);
  if (delta.success && before !== undefined)
    return { ...before, tokens: { ...before.tokens, output: delta.data.usage.output_tokens } };
  // A stream wraps the answer: `{"type": "message_start", "message": …}`, `{"type": "response.completed", "response": …}`.
  const wrapped = z.object({ message: z.unknown(), response: z.unknown() }).partial().safeParse(value).data;
  return usageIn(wrapped?.message ?? wrapped?.response ?? value) ?? before;
}

function usageIn(value: unknown): Usage | undefined {
  const response = responses.safeParse(value).data;
  if (response !== undefined) {
    const { input_tokens: all, output_tokens: output, input_tokens_details: details } = response.usage;
    return { model: response.model, tokens: withCache(all, output, details?.cached_tokens) };
  }
  const message = messages.safeParse(value).data;
  if (message !== undefined && "type" in (value as object)) {
    const { input_tokens: input, output_tokens: output } = message.usage;
    const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = message.usage;
    return { model: message.model, tokens: { input, output, cacheRead: read ?? 0, cacheWrite: written ?? 0 } };
  }
  const completion = completions.safeParse(value).data;
  if (completion !== undefined) {
    const { prompt_tokens: all, completion_tokens: output, prompt_tokens_details: details } = completion.usage;
    return { model: completion.model, tokens: withCache(all, output, details?.cached_tokens) };
  }
  const content = contents.safeParse(value).data;
  if (content === undefined) return undefined;
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, cachedContentTokenCount } = content.usageMetadata;
  const output = candidatesTokenCount + (thoughtsTokenCount ?? 0);
  return { model: content.modelVersion, tokens: withCache(promptTokenCount, output, cachedContentTokenCount) };
}

/** Disjoint classes from counts whose input has the tokens from a cache in it. */
function withCache(all: number, output: number, cached: number | null | undefined): TokenCounts {
  const cacheRead = Math.min(cached ?? 0, all);
  return { input: all - cacheRead, output, cacheRead, cacheWrite: 0 };
}
