import { expect, test } from "vitest";
import type { Exchange } from "../../../electron/eval/gateway/exchange.ts";
import { usageOf } from "../../../electron/eval/gateway/gateway-usage.ts";

const exchange = (contentType: string, response: string): Exchange => ({
  method: "POST",
  path: "/",
  request: "{}",
  status: 200,
  contentType,
  response,
  seconds: 1,
});
const whole = (value: object): Exchange => exchange("application/json", JSON.stringify(value));
const stream = (...values: object[]): Exchange =>
  exchange(
    "text/event-stream; charset=utf-8",
    `${values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("")}data: [DONE]\n\n`,
  );

const anthropic = { input_tokens: 70, output_tokens: 1, cache_read_input_tokens: 30, cache_creation_input_tokens: 4 };
const chat = { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 30 } };
const response = {
  object: "response",
  model: "m",
  usage: { input_tokens: 100, output_tokens: 7, input_tokens_details: { cached_tokens: 30 } },
};
const gemini = (out: number): object => ({
  modelVersion: "m",
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: out, thoughtsTokenCount: 2, cachedContentTokenCount: 30 },
});

const expected = { input: 70, output: 7, cacheRead: 30, cacheWrite: 0 };

test.each([
  ["Messages, whole", whole({ type: "message", model: "m", usage: { ...anthropic, output_tokens: 7 } }), { cacheWrite: 4 }],
  [
    "Messages, as a stream",
    stream(
      { type: "message_start", message: { type: "message", model: "m", usage: anthropic } },
      { type: "content_block_delta", delta: { text: "x" } },
      { type: "message_delta", usage: { output_tokens: 3 } },
      { type: "message_delta", usage: { output_tokens: 7 } },
    ),
    { cacheWrite: 4 },
  ],
  ["Chat Completions, whole", whole({ object: "chat.completion", model: "m", usage: chat }), {}],
  ["Chat Completions, as a stream", stream({ model: "m", usage: null }, { model: "m", choices: [], usage: chat }), {}],
  ["Responses, whole", whole(response), {}],
  ["Responses, as a stream", stream({ type: "response.created" }, { type: "response.completed", response }), {}],
  ["Gemini, whole", whole(gemini(5)), {}],
  ["Gemini, as a stream", stream(gemini(1), gemini(5)), {}],
  ["Gemini, as a list", whole([gemini(1), gemini(5)]), {}],
] as const)("tokens are counted in %s", (_, one, more) => {
  expect(usageOf([one])).toEqual({ m: { ...expected, ...more } });
});

test("exchanges add up, and answers without a count add nothing", () => {
  const failed = { ...whole({ type: "error", error: { message: "overloaded" } }), status: 529 };
  expect(usageOf([whole(response), failed, exchange("text/html", "<p>"), whole({ input_tokens: 5 }), whole(response)])).toEqual({
    m: { input: 140, output: 14, cacheRead: 60, cacheWrite: 0 },
  });
});
