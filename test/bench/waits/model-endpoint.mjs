/**
 * A model that adds: an endpoint on loopback, in the wire formats of the coding
 * agents, which thinks for a moment, says a word, thinks again and then tells
 * the sum that "add A and B" asks for. Only a program that has waited for it can
 * have printed that sum.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const THINKS_MS = 700;

const sse = (response, data, event) => response.write(`${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`);

/** OpenAI's chat completions. */
const chat = {
  begin: (response) => chat.piece(response, { role: "assistant", content: "" }),
  say: (response, content) => chat.piece(response, { content }),
  end(response) {
    chat.piece(response, {}, "stop");
    response.end("data: [DONE]\n\n");
  },
  piece(response, delta, finish_reason = null) {
    const usage = finish_reason ? { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } } : {};
    const choices = [{ index: 0, delta, finish_reason }];
    sse(response, { id: "c", object: "chat.completion.chunk", created: 1, model: "script", choices, ...usage });
  },
};

/** Anthropic's messages. */
const messages = {
  begin(response) {
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "script",
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    messages.piece(response, { type: "message_start", message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } });
    messages.piece(response, { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
  },
  say: (response, text) =>
    messages.piece(response, { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  end(response) {
    messages.piece(response, { type: "content_block_stop", index: 0 });
    const delta = { stop_reason: "end_turn", stop_sequence: null };
    messages.piece(response, { type: "message_delta", delta, usage: { output_tokens: 2 } });
    messages.piece(response, { type: "message_stop" });
    response.end();
  },
  piece: (response, data) => sse(response, data, data.type),
};

/** OpenAI's responses. */
const responses = {
  item: (text, status) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    status,
    content: text === undefined ? [] : [{ type: "output_text", text, annotations: [] }],
  }),
  begin(response) {
    response.said = "";
    responses.piece(response, {
      type: "response.created",
      response: { id: "resp_1", object: "response", status: "in_progress", output: [] },
    });
    responses.piece(response, {
      type: "response.output_item.added",
      output_index: 0,
      item: responses.item(undefined, "in_progress"),
    });
    const part = { type: "output_text", text: "", annotations: [] };
    responses.piece(response, { type: "response.content_part.added", item_id: "msg_1", output_index: 0, content_index: 0, part });
  },
  say(response, delta) {
    response.said += delta;
    responses.piece(response, { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta });
  },
  end(response) {
    const item = responses.item(response.said, "completed");
    responses.piece(response, {
      type: "response.output_text.done",
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      text: response.said,
    });
    responses.piece(response, { type: "response.output_item.done", output_index: 0, item });
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const done = { id: "resp_1", object: "response", status: "completed", output: [item], usage };
    responses.piece(response, { type: "response.completed", response: done });
    response.end();
  },
  piece: (response, data) => sse(response, data, data.type),
};

/** Google's streamed contents. */
const contents = {
  begin: () => {},
  say: (response, text) => contents.piece(response, text),
  end(response) {
    contents.piece(response, "", { finishReason: "STOP" });
    response.end();
  },
  piece(response, text, more = {}) {
    const candidates = [{ index: 0, content: { role: "model", parts: [{ text }] }, ...more }];
    sse(response, { candidates, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } });
  },
};

const WIRES = [
  [/\/chat\/completions/, chat],
  [/\/messages\b/, messages],
  [/\/responses\b/, responses],
  [/:streamGenerateContent/, contents],
];

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The sum that the last question wants; history and instructions hold other numbers. */
function answerTo(body) {
  const [, a, b] = [...body.matchAll(/add (\d{6}) and (\d{6})/g)].at(-1) ?? [];
  return b === undefined ? "Nothing to add." : `The sum is ${Number(a) + Number(b)}.`;
}

async function answer(request, response) {
  const body = await read(request);
  const wire = WIRES.find(([path]) => path.test(request.url))?.[1];
  if (!wire || request.url.includes("count_tokens")) {
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ input_tokens: 1, data: [], models: [], totalTokens: 1 }));
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  await sleep(THINKS_MS);
  wire.begin(response);
  wire.say(response, "Let me see. ");
  await sleep(THINKS_MS);
  wire.say(response, answerTo(body));
  wire.end(response);
}

/** Starts the endpoint. `url` has no path. */
export async function startModel() {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
