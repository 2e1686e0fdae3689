/** Which kinds of client are people. */
import type { ClientKind } from "./protocol.ts";

/** Whether a client is a person at a keyboard. Every other client is automation. */
export function isPerson({ kind }: { readonly kind: ClientKind }): boolean {
  return kind === "window" || kind === "attach";
}
