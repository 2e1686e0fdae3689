/** What a screen reader is told about the sessions. Pure. */
import { needsYou } from "../../shared/needs-you.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { lineOf, titleOf } from "./session-display.ts";
import type { State } from "./store.ts";

/** The sentences for what is new between two states. The first list of sessions is not new. */
export function announcements(state: State, before: State): string[] {
  if (state.sessions === before.sessions || !before.loaded) return [];
  return [...state.sessions.values()].flatMap((session) => {
    const known = before.sessions.get(session.id);
    const news = needsYou(session, state.dismissed) && known?.attention.state !== session.attention.state;
    return news ? [sentence(session)] : [];
  });
}

function sentence(session: SessionInfo): string {
  const what = session.attention.state === "failed" ? "failed" : "needs you";
  const line = lineOf(session);
  return `${titleOf(session)} ${what}${line ? `: ${line}` : ""}`;
}
