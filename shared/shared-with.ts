/** The agents that a session is shared with, for a person to read; empty for none. */
export function sharedWithNames(sharedWith: readonly string[]): string {
  return sharedWith.map((name) => (name === "*" ? "all agents" : name)).join(", ");
}
