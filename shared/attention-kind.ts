/** The kinds of what a session has to say to a person. */
import type { SessionInfo } from "./protocol.ts";

export type AttentionKind = "asks" | "failed" | "message" | "finished";

/** What a session has to say now. A program that works, or that somebody has ended on purpose, has nothing to say. */
export function attentionKind({
  attention,
  message,
  exit,
}: Pick<SessionInfo, "attention" | "message" | "exit">): AttentionKind | undefined {
  if (attention.state === "waiting") return "asks";
  if (attention.state === "failed") return "failed";
  if (message) return "message";
  return attention.state === "finished" && exit?.code === 0 && exit.signal === undefined ? "finished" : undefined;
}
