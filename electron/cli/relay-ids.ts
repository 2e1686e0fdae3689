/**
 * The ids of the requests that the relay passes on. MCP allows texts and whole
 * numbers. JSON can write more than that. The host would not answer a request with
 * such an id, or its answer would bear another one: 1e309 is Infinity once it has
 * been read, and null once that has been written again.
 */
import { RpcErrorNumber } from "../../shared/json-rpc.ts";
import type { Message } from "../../shared/transport.ts";

export type RequestId = string | number;

export function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** The answer to a request whose id can be no request's. Undefined for every other message. */
export function idRefusal(message: Message): Message | undefined {
  const { id, method } = message;
  if (typeof method !== "string" || id === undefined || isRequestId(id)) return undefined;
  return errorMessage(
    isExact(id) ? id : null,
    RpcErrorNumber.invalid,
    "The id of a request is a text, or a whole number of at most 2^53 - 1",
  );
}

export function errorMessage(id: RequestId | null, code: number, message: string): Message {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Whether it is a number that can be written again as it was. A larger one has lost digits. */
function isExact(id: unknown): id is number {
  return typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER;
}
