/** OpenAI's chat completions. Source: its API reference, `POST /v1/chat/completions`. */
import type { ServerResponse } from "node:http";
import { beginStream, type Move, nextId, send, textOf, type Wire } from "./wire.ts";

type Message = { readonly role: string; readonly content: unknown };

export const chat: Wire = {
  path: /\/chat\/completions/,
  turn(body) {
    const messages = (body["messages"] ?? []) as Message[];
    const said = (role: string): string[] =>
      messages.filter((message) => message.role === role).map(({ content }) => textOf(content));
    const tools = (body["tools"] ?? []) as { function: { name: string } }[];
    return { prompt: said("user").join("\n"), results: said("tool"), tools: tools.map((tool) => tool.function.name) };
  },
  answer,
};

function answer(response: ServerResponse, { say, call, usage, refuses }: Move): void {
  beginStream(response);
  const piece = (choice: object, more: object = {}): void =>
    send(response, {
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "script",
      choices: [{ index: 0, ...choice }],
      ...more,
    });
  const fn = call && { name: call.name, arguments: JSON.stringify(call.arguments) };
  const delta = fn
    ? { tool_calls: [{ index: 0, id: `call_${nextId()}`, type: "function", function: fn }] }
    : { content: say ?? "" };
  piece({ delta: { role: "assistant", ...delta }, finish_reason: null });
  const { input = 0, output = 0, cacheRead = 0 } = usage ?? {};
  // Here the prompt's tokens include those from the cache.
  const counted = {
    prompt_tokens: input + cacheRead,
    completion_tokens: output,
    total_tokens: input + cacheRead + output,
    prompt_tokens_details: { cached_tokens: cacheRead },
  };
  piece({ delta: {}, finish_reason: call ? "tool_calls" : refuses ? "content_filter" : "stop" }, { usage: counted });
  response.end("data: [DONE]\n\n");
}
