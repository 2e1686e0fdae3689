import type { SessionId, SessionInfo } from "./protocol.ts";

/** Whether a session needs a person: it asks something, or it has failed and no person has seen that yet (`seenFailures`). */
export function needsYou(
  { id, attention }: Pick<SessionInfo, "id" | "attention">,
  seenFailures: ReadonlySet<SessionId>,
): boolean {
  return attention.state === "waiting" || (attention.state === "failed" && !seenFailures.has(id));
}
