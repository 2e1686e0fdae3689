/** Which sessions begin to need a person, and the sentences a screen reader is told about them. Pure. */
import { needsYou } from "../../shared/needs-you.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { lineOf, titleOf } from "./session-display.ts";
import type { State } from "./store.ts";

/** The sessions that need a person now, and did not before, or needed one for something else. The first list of sessions is not new. */
export function newlyNeeding(state: State, before: State): SessionInfo[] {
  const isSame = state.sessions === before.sessions && state.dismissed === before.dismissed;
  if (isSame || !before.loaded) return [];
  return [...state.sessions.values()].filter((session) => {
    if (!needsYou(session, state.dismissed)) return false;
    const known = before.sessions.get(session.id);
    const needed = known !== undefined && needsYou(known, before.dismissed);
    return !needed || before.notices.get(session.id)?.about !== state.notices.get(session.id)?.about;
  });
}

/** The sentences for what is new between two states. */
export function announcements(state: State, before: State): string[] {
  return newlyNeeding(state, before).map(alertSentence);
}

/** `apt needs you: Do you want to continue? [Y/n]` */
function alertSentence(session: SessionInfo): string {
  const line = lineOf(session);
  return `${alertTitle(session)}${line ? `: ${line}` : ""}`;
}

/** `apt needs you` */
export function alertTitle(session: SessionInfo): string {
  return `${titleOf(session)} ${session.attention.state === "failed" ? "failed" : "needs you"}`;
}
