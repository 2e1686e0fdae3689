/** Which sessions need a person, and how that is said. */
import type { AttentionKind } from "./attention-kind.ts";
import type { SessionId, SessionInfo } from "./protocol.ts";

/** What a session needs a person for. */
type Needing = Pick<SessionInfo, "id" | "attention" | "message">;

/** Whether a session needs a person: it asks or says something, or it has failed, and is not among those that a person has dealt with. */
export function needsYou({ id, attention, message }: Needing, dismissed: ReadonlySet<SessionId>): boolean {
  return (attention.state === "waiting" || attention.state === "failed" || message !== undefined) && !dismissed.has(id);
}

/** What people read behind the name of a session that is told of. */
export function alertWord(kind: AttentionKind | undefined): string {
  return kind === "failed" || kind === "finished" ? kind : "needs you";
}
