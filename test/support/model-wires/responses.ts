/** OpenAI's responses. Source: its API reference, `POST /v1/responses`. */
import type { ServerResponse } from "node:http";
import { beginStream, type Move, nextId, send, textOf, type Wire } from "./wire.ts";

type Item = { readonly type?: string; readonly role?: string; readonly content?: unknown; readonly output?: unknown };
type OfferedTool = { readonly type: string; readonly name?: string; readonly tools?: readonly OfferedTool[] };

export const responses: Wire = {
  path: /\/responses\b/,
  turn(body) {
    const items = (body["input"] ?? []) as Item[];
    return {
      prompt: items
        .filter(({ role }) => role === "user")
        .map(({ content }) => textOf(content))
        .join("\n"),
      results: items.filter(({ type }) => type?.endsWith("_output")).map(({ output }) => textOf(output)),
      tools: ((body["tools"] ?? []) as OfferedTool[]).flatMap((tool) => namesOf(tool)),
    };
  },
  answer,
};

/** A namespace holds tools of its own. Their names are written here as `namespace.tool`. */
function namesOf({ name, tools }: OfferedTool): string[] {
  if (name === undefined) return [];
  return tools === undefined ? [name] : tools.flatMap((tool) => namesOf(tool).map((inner) => `${name}.${inner}`));
}

function answer(response: ServerResponse, { say, call, usage, refuses }: Move): void {
  beginStream(response);
  const id = nextId();
  const event = (data: { type: string; [key: string]: unknown }): void => send(response, data, data.type);
  const about = { id: `resp_${id}`, object: "response", model: "script" };
  event({ type: "response.created", response: { ...about, status: "in_progress", output: [] } });
  const item = call ? callItem(call, id) : messageItem(say ?? "", id);
  event({ type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } });
  if (!call) {
    event({ type: "response.output_text.delta", item_id: item.id, output_index: 0, content_index: 0, delta: say ?? "" });
  }
  event({ type: "response.output_item.done", output_index: 0, item });
  const { input = 0, output = 0, cacheRead = 0 } = usage ?? {};
  // Here the prompt's tokens include those from the cache.
  const counted = {
    input_tokens: input + cacheRead,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + cacheRead + output,
  };
  const [type, status] = refuses ? ["response.incomplete", "incomplete"] : ["response.completed", "completed"];
  const why = refuses ? { incomplete_details: { reason: "content_filter" } } : {};
  event({ type, response: { ...about, ...why, status, output: [item], usage: counted } });
  response.end();
}

function callItem({ name, arguments: args }: NonNullable<Move["call"]>, id: number) {
  const dot = name.lastIndexOf(".");
  return {
    id: `fc_${id}`,
    type: "function_call",
    status: "completed",
    call_id: `call_${id}`,
    ...(dot > 0 && { namespace: name.slice(0, dot) }),
    name: name.slice(dot + 1),
    arguments: JSON.stringify(args),
  };
}

const messageItem = (text: string, id: number) => ({
  id: `msg_${id}`,
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});
