/**
 * A model that follows a script: an endpoint on loopback in OpenAI's chat completions
 * and Anthropic's messages. For each turn the script says what the model does.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Turn = {
  /** The first message of the user, with the whole prompt in it. */
  readonly prompt: string;
  /** What the tools have answered so far. */
  readonly results: readonly string[];
  /** The names of the tools that the agent offers. */
  readonly tools: readonly string[];
};

export type Move = {
  readonly say?: string;
  readonly call?: { readonly name: string; readonly arguments: object };
  readonly usage?: { readonly input: number; readonly output: number; readonly cacheRead?: number };
  /** Answers with this status instead, such as 429. */
  readonly status?: number;
  /** Never answers. */
  readonly stalls?: boolean;
};

export type ModelEndpoint = AsyncDisposable & { readonly url: string; readonly turns: Turn[] };

type Block = { readonly type?: string; readonly text?: string; readonly content?: unknown };
type Message = { readonly role: string; readonly content: unknown };

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((block: Block) => block.text ?? textOf(block.content ?? "")).join("\n") : "";
}

/** `script` is asked once for each request that offers tools. Side requests, such as for a title, get a word. */
export async function startModelEndpoint(script: (turn: Turn) => Move): Promise<ModelEndpoint> {
  const turns: Turn[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, (turn) => {
      if (turn.tools.length === 0) return { say: "A title" };
      turns.push(turn);
      return script(turn);
    }).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turns,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, script: (turn: Turn) => Move): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Record<string, unknown>;
  const url = request.url ?? "";
  if (url.includes("count_tokens") || !/chat\/completions|\/messages/.test(url)) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ input_tokens: 1, data: [] }));
    return;
  }
  const isChat = url.includes("chat/completions");
  const messages = (body["messages"] ?? []) as Message[];
  const move = script(isChat ? chatTurn(messages, body) : messagesTurn(messages, body));
  if (move.stalls === true) return;
  if (move.status !== undefined) {
    response.writeHead(move.status, { "content-type": "application/json", "retry-after": "0" });
    response.end(JSON.stringify({ type: "error", error: { type: "scripted", message: `scripted status ${move.status}` } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  (isChat ? streamChat : streamMessages)(response, move);
}

function chatTurn(messages: readonly Message[], body: Record<string, unknown>): Turn {
  return {
    prompt: textOf(messages.find(({ role }) => role === "user")?.content),
    results: messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content)),
    tools: ((body["tools"] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name),
  };
}

function messagesTurn(messages: readonly Message[], body: Record<string, unknown>): Turn {
  const blocks = messages.flatMap(({ role, content }) => (role === "user" && Array.isArray(content) ? (content as Block[]) : []));
  return {
    prompt: textOf(messages.find(({ role }) => role === "user")?.content),
    results: blocks.filter(({ type }) => type === "tool_result").map(({ content }) => textOf(content)),
    tools: ((body["tools"] ?? []) as { name: string }[]).map((tool) => tool.name),
  };
}

const send = (response: ServerResponse, data: object, event?: string): void =>
  void response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);

let calls = 0;

function streamChat(response: ServerResponse, { say, call, usage }: Move): void {
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
    ? { tool_calls: [{ index: 0, id: `call_${++calls}`, type: "function", function: fn }] }
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
  piece({ delta: {}, finish_reason: call ? "tool_calls" : "stop" }, { usage: counted });
  response.end("data: [DONE]\n\n");
}

function streamMessages(response: ServerResponse, { say, call, usage }: Move): void {
  const { input = 0, output = 0, cacheRead = 0 } = usage ?? {};
  const event = (data: { type: string; [key: string]: unknown }): void => send(response, data, data.type);
  const counted = { input_tokens: input, output_tokens: 1, cache_read_input_tokens: cacheRead, cache_creation_input_tokens: 0 };
  const message = {
    id: `msg_${++calls}`,
    type: "message",
    role: "assistant",
    model: "script",
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  event({ type: "message_start", message: { ...message, usage: counted } });
  const block = call ? { type: "tool_use", id: `toolu_${calls}`, name: call.name, input: {} } : { type: "text", text: "" };
  event({ type: "content_block_start", index: 0, content_block: block });
  const delta = call
    ? { type: "input_json_delta", partial_json: JSON.stringify(call.arguments) }
    : { type: "text_delta", text: say ?? "" };
  event({ type: "content_block_delta", index: 0, delta });
  event({ type: "content_block_stop", index: 0 });
  event({
    type: "message_delta",
    delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null },
    usage: { output_tokens: output },
  });
  event({ type: "message_stop" });
  response.end();
}
