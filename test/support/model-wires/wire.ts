/** What the four protocols of model providers have in common for a model that follows a script. */
import type { ServerResponse } from "node:http";

/** What the model is asked. */
export type Turn = {
  /** All that the user has said, the prompt first. */
  readonly prompt: string;
  /** What the tools have answered so far. */
  readonly results: readonly string[];
  /** The names of the tools that the agent offers. */
  readonly tools: readonly string[];
};

/** What the model does then. */
export type Move = {
  readonly say?: string;
  readonly call?: { readonly name: string; readonly arguments: object };
  readonly usage?: { readonly input: number; readonly output: number; readonly cacheRead?: number };
  /** Answers with this status instead, such as 429. */
  readonly status?: number;
  /** Refuses: `say` are its words, and the answer says that it stopped for that. */
  readonly refuses?: boolean;
  /** The time before an answer, in milliseconds. */
  readonly delayMs?: number;
  /** Never answers. */
  readonly stalls?: boolean;
};

/** The body of a request, as JSON. */
export type Body = Record<string, unknown>;

/** One protocol: which requests are its own, what they ask, and how an answer to them is written. */
export type Wire = {
  readonly path: RegExp;
  turn(body: Body): Turn;
  answer(response: ServerResponse, move: Move): void;
};

type Block = { readonly text?: string; readonly content?: unknown };

/** All text in a message's content: a string, a list of blocks, or blocks in blocks. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((block: Block) => block.text ?? textOf(block.content ?? "")).join("\n") : "";
}

/** Writes one event of a stream. */
export const send = (response: ServerResponse, data: object, event?: string): void =>
  void response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);

/** Begins a stream of events. */
export const beginStream = (response: ServerResponse): void =>
  void response.writeHead(200, { "content-type": "text/event-stream" });

export function answerJson(response: ServerResponse, data: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

let made = 0;

/** A number that no other message or call of the process has. */
export const nextId = (): number => ++made;
