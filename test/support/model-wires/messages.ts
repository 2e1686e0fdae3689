/** Anthropic's messages. Source: its API reference, `POST /v1/messages`. */
import type { ServerResponse } from "node:http";
import { beginStream, type Move, nextId, send, textOf, type Wire } from "./wire.ts";

type Block = { readonly type?: string; readonly text?: string; readonly content?: unknown };
type Message = { readonly role: string; readonly content: string | Block[] };

export const messages: Wire = {
  path: /\/messages\b/,
  turn(body) {
    const blocks = ((body["messages"] ?? []) as Message[])
      .filter(({ role }) => role === "user")
      .flatMap(({ content }): Block[] => (typeof content === "string" ? [{ type: "text", text: content }] : content));
    const tools = (body["tools"] ?? []) as { name: string }[];
    return {
      prompt: blocks.flatMap(({ type, text }) => (type === "text" ? (text ?? "") : [])).join("\n"),
      results: blocks.filter(({ type }) => type === "tool_result").map(({ content }) => textOf(content)),
      tools: tools.map(({ name }) => name),
    };
  },
  answer,
};

function answer(response: ServerResponse, { say, call, usage, refuses }: Move): void {
  beginStream(response);
  const id = nextId();
  const { input = 0, output = 0, cacheRead = 0 } = usage ?? {};
  const event = (data: { type: string; [key: string]: unknown }): void => send(response, data, data.type);
  const counted = { input_tokens: input, output_tokens: 1, cache_read_input_tokens: cacheRead, cache_creation_input_tokens: 0 };
  const message = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: "script",
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  event({ type: "message_start", message: { ...message, usage: counted } });
  const block = call ? { type: "tool_use", id: `toolu_${id}`, name: call.name, input: {} } : { type: "text", text: "" };
  event({ type: "content_block_start", index: 0, content_block: block });
  const delta = call
    ? { type: "input_json_delta", partial_json: JSON.stringify(call.arguments) }
    : { type: "text_delta", text: say ?? "" };
  event({ type: "content_block_delta", index: 0, delta });
  event({ type: "content_block_stop", index: 0 });
  event({
    type: "message_delta",
    delta: { stop_reason: call ? "tool_use" : refuses ? "refusal" : "end_turn", stop_sequence: null },
    usage: { output_tokens: output },
  });
  event({ type: "message_stop" });
  response.end();
}
