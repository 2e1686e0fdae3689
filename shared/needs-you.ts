import type { SessionId, SessionInfo } from "./protocol.ts";

/** Whether a session needs a person: it asks something, or it has failed, and is not among those that a person has dealt with. */
export function needsYou({ id, attention }: Pick<SessionInfo, "id" | "attention">, dismissed: ReadonlySet<SessionId>): boolean {
  return (attention.state === "waiting" || attention.state === "failed") && !dismissed.has(id);
}
