/**
 * A model that follows a script: an OpenAI-compatible endpoint on loopback which
 * answers every turn of a conversation with the next tool call, then with a word.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

type ChatMessage = { readonly role: string; readonly content: unknown };
type ChatRequest = { readonly messages: readonly ChatMessage[]; readonly tools?: readonly { function: { name: string } }[] };

export type ScriptedModel = AsyncDisposable & {
  readonly baseUrl: string;
  /** The tools that the agent offered. */
  readonly offered: Set<string>;
  /** What its tools answered, in order. */
  readonly answers: string[];
};

/** `calls` are arguments for `tool`, one for each turn; `last` is what the model says at the end. */
export async function startScriptedModel(tool: string, calls: readonly object[], last: string): Promise<ScriptedModel> {
  const offered = new Set<string>();
  const answers: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { messages, tools = [] } = await readJson(request);
    for (const {
      function: { name },
    } of tools)
      offered.add(name);
    const results = messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));
    // A request without tools is a side job, such as finding a title.
    const call = tools.length > 0 ? calls[results.length] : undefined;
    if (tools.length > 0) answers.splice(0, answers.length, ...results);
    stream(response, call === undefined ? { content: last } : toolCall(tool, results.length, call));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    offered,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readJson(request: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("") : "";
}

function toolCall(name: string, index: number, call: object) {
  const fn = { name, arguments: JSON.stringify(call) };
  return { tool_calls: [{ index: 0, id: `call_${index}`, type: "function", function: fn }] };
}

/** The pieces of a streamed chat completion: what is said, how it ended, the end. */
function stream(response: ServerResponse, delta: object): void {
  const piece = (choice: object, more: object = {}): string =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "script", choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(piece({ delta: { role: "assistant", ...delta }, finish_reason: null }));
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  response.write(piece({ delta: {}, finish_reason: "tool_calls" in delta ? "tool_calls" : "stop" }, { usage }));
  response.end("data: [DONE]\n\n");
}
