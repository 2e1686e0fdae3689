/**
 * A bound on an agent's message: how many elements it may have, and how deep
 * they may nest. It is looked at before the SDK copies and checks the message,
 * which takes many times its size.
 */

/** A call of the tool has about thirty; 10^6 in one message took 80 MB. */
export const MAX_ELEMENTS = 2000;
const MAX_DEPTH = 32;
const INVALID_PARAMS = -32602;

/** The answer to a message that has too much in it; nothing for one that is fine. */
export function refusalOf(message: unknown): Record<string, unknown> | undefined {
  if (!isOversized(message)) return undefined;
  const text = `The message has more than ${MAX_ELEMENTS} elements, or nests deeper than ${MAX_DEPTH}`;
  return { jsonrpc: "2.0", id: idOf(message), error: { code: INVALID_PARAMS, message: text } };
}

/** Looks at no more of it than the bound. */
export function isOversized(input: unknown): boolean {
  let left = MAX_ELEMENTS;
  const exceeds = (value: unknown, depth: number): boolean => {
    if (typeof value !== "object" || value === null) return false;
    if (depth > MAX_DEPTH) return true;
    if (Array.isArray(value)) {
      left -= value.length;
      return left < 0 || value.some((element) => exceeds(element, depth + 1));
    }
    // Not Object.values, which takes a third of a second for 10^5 of them.
    for (const key in value) if (--left < 0 || exceeds((value as Record<string, unknown>)[key], depth + 1)) return true;
    return false;
  };
  return exceeds(input, 0);
}

function idOf(message: unknown): string | number | null {
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
