/** Which kinds of client are people. */
import type { ClientInfo, ClientKind } from "./protocol.ts";

/** How the window names the person in front of it. Only that person reads it so. */
export const WINDOW_PERSON = "You";

/** What everybody else calls that person, or another one. */
export function personName({ name }: { readonly name: string }): string {
  return name === WINDOW_PERSON ? "a person" : name;
}

/** Whether a client is a person at a keyboard. Every other client is automation. */
export function isPerson({ kind }: { readonly kind: ClientKind }): boolean {
  return kind === "window" || kind === "attach";
}

/**
 * Whether a client is kept from a program that reads hidden input, such as a password: an agent, and a command that
 * no person types, because agents use those. A script is its user's own program and knows what it types.
 */
export function mustAskForSecrets(client: { readonly kind: ClientKind; readonly name: string }): boolean {
  return client.kind === "mcp" || (client.kind === "cli" && !isTypedInShell(client));
}

/** The name of a client of kind `cli` that no person types, such as a script or an agent's shell. */
const COMMAND_NAME = /^(?:cotty|terminalcp) /;

/** Whether a client is a command that a person has typed in a shell. Its name is then that person's. */
export function isTypedInShell({ kind, name }: { readonly kind: ClientKind; readonly name: string }): boolean {
  return kind === "cli" && !COMMAND_NAME.test(name);
}

/** Whether a person is behind a client: at a keyboard, or with a command typed in a shell. */
export function hasPersonBehind(client: { readonly kind: ClientKind; readonly name: string }): boolean {
  return isPerson(client) || isTypedInShell(client);
}

/** Who acts through a client, as people are told: a person, an agent, or a script that runs commands or uses the library. */
export type Actor = "person" | "agent" | "script";

export function actorOf(client: { readonly kind: ClientKind; readonly name: string }): Actor {
  if (hasPersonBehind(client)) return "person";
  return client.kind === "mcp" ? "agent" : "script";
}

/** Whether two clients are the same one. Each command typed in a shell has a connection of its own; the shell is what they share. */
export function isSameClient(one: ClientInfo, other: ClientInfo): boolean {
  return one.id === other.id || (isTypedInShell(one) && isTypedInShell(other) && one.name === other.name);
}
