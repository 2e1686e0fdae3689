/** Google's contents. Source: the Gemini API reference, `models.streamGenerateContent` and `models.generateContent`. */
import type { ServerResponse } from "node:http";
import { answerJson, beginStream, type Move, nextId, send, type Wire } from "./wire.ts";

type Part = { readonly text?: string; readonly functionResponse?: { readonly response?: Record<string, unknown> } };
type Content = { readonly role?: string; readonly parts?: readonly Part[] };
type Declarations = { readonly functionDeclarations?: readonly { readonly name: string }[] };

export const contents: Wire = {
  path: /:(?:streamG|g)enerateContent/,
  turn(body) {
    const parts = ((body["contents"] ?? []) as Content[])
      .filter(({ role }) => role !== "model")
      .flatMap((one) => one.parts ?? []);
    return {
      prompt: parts.flatMap(({ text }) => text ?? []).join("\n"),
      results: parts.flatMap(({ functionResponse }) =>
        functionResponse === undefined ? [] : Object.values(functionResponse.response ?? {}).map(String),
      ),
      tools: ((body["tools"] ?? []) as Declarations[]).flatMap(({ functionDeclarations = [] }) =>
        functionDeclarations.map(({ name }) => name),
      ),
    };
  },
  answer,
};

function answer(response: ServerResponse, { say, call, usage, refuses }: Move): void {
  const { input = 0, output = 0, cacheRead = 0 } = usage ?? {};
  const part = call ? { functionCall: { id: `call_${nextId()}`, name: call.name, args: call.arguments } } : { text: say ?? "" };
  const data = {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: refuses ? "SAFETY" : "STOP" }],
    modelVersion: "script",
    // Here the prompt's tokens include those from the cache.
    usageMetadata: {
      promptTokenCount: input + cacheRead,
      cachedContentTokenCount: cacheRead,
      candidatesTokenCount: output,
      totalTokenCount: input + cacheRead + output,
    },
  };
  if (!response.req.url?.includes(":stream")) return answerJson(response, data);
  beginStream(response);
  send(response, data);
  response.end();
}
