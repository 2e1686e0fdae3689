/**
 * Limits an agent's message: how many elements it may have, and how deep they may
 * nest. The check comes before the SDK copies and validates the message, which
 * takes many times the message's size in memory.
 */
import { RpcErrorNumber } from "../../shared/json-rpc.ts";

/** A tool call has about 30 elements. A message with 10^6 took 80 MB. */
export const MAX_ELEMENTS = 2000;
const MAX_DEPTH = 32;

/** The error to answer a message with that exceeds the limit. Undefined for any other message. */
export function refusalOf(message: unknown): Record<string, unknown> | undefined {
  if (!isOversized(message)) return undefined;
  const text = `The message has more than ${MAX_ELEMENTS} elements, or nests deeper than ${MAX_DEPTH}`;
  return { jsonrpc: "2.0", id: idOf(message), error: { code: RpcErrorNumber.params, message: text } };
}

/** Whether the value exceeds the limit. Visits at most `MAX_ELEMENTS` elements. */
export function isOversized(input: unknown): boolean {
  let left = MAX_ELEMENTS;
  const exceeds = (value: unknown, depth: number): boolean => {
    if (typeof value !== "object" || value === null) return false;
    if (depth > MAX_DEPTH) return true;
    if (Array.isArray(value)) {
      left -= value.length;
      return left < 0 || value.some((element) => exceeds(element, depth + 1));
    }
    // Not Object.values, which takes a third of a second for 10^5 keys.
    for (const key in value) if (--left < 0 || exceeds((value as Record<string, unknown>)[key], depth + 1)) return true;
    return false;
  };
  return exceeds(input, 0);
}

function idOf(message: unknown): string | number | null {
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
