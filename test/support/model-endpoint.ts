/**
 * A model that follows a script: an endpoint on loopback that speaks OpenAI's chat
 * completions and responses, Anthropic's messages and Google's contents. For each turn
 * the script says what the model does.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { chat } from "./model-wires/chat.ts";
import { contents } from "./model-wires/contents.ts";
import { messages } from "./model-wires/messages.ts";
import { responses } from "./model-wires/responses.ts";
import { answerJson, type Body, type Move, type Turn } from "./model-wires/wire.ts";

export type { Move, Turn } from "./model-wires/wire.ts";

export type ModelEndpoint = AsyncDisposable & { readonly url: string; readonly turns: Turn[] };

const WIRES = [chat, messages, responses, contents];

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
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, script: (turn: Turn) => Move): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Body;
  const url = request.url ?? "";
  const wire = WIRES.find(({ path }) => path.test(url));
  // Lists of models, and counts of tokens.
  if (wire === undefined || url.includes("count_tokens")) return answerJson(response, { input_tokens: 1, data: [], models: [] });
  const move = script(wire.turn(body));
  if (move.stalls === true) return;
  if (move.delayMs !== undefined) await setTimeout(move.delayMs);
  if (move.status !== undefined) {
    response.writeHead(move.status, { "content-type": "application/json", "retry-after": "0" });
    response.end(JSON.stringify({ type: "error", error: { type: "scripted", message: `scripted status ${move.status}` } }));
    return;
  }
  wire.answer(response, move);
}
