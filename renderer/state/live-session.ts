/**
 * What changes all the time in a session that works: its last line, when it
 * printed it, why it counts as working. With a hundred of them, only what shows
 * these is rendered for that, and not all that is shown of the sessions.
 */
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "./app-context.ts";
import type { Sessions } from "./session-display.ts";

/** Whether nothing else has changed than what `useLive` is for. */
export function isSameButForOutput(before: SessionInfo, now: SessionInfo): boolean {
  return before === now || withoutOutput(before) === withoutOutput(now);
}

function withoutOutput(session: SessionInfo): string {
  const { attention } = session;
  if (attention.state !== "working") return JSON.stringify(session);
  return JSON.stringify({ ...session, lastLine: "", lastOutputAtMs: 0, offset: 0, attention: { ...attention, reason: "" } });
}

/** A session as it is now. One that was removed stays as it was, whatever has its id today. */
export function liveSession(sessions: Sessions, session: SessionInfo): SessionInfo {
  const now = sessions.get(session.id);
  return now?.startedAtMs === session.startedAtMs ? now : session;
}

/** Reads what a session is now; renders again when what `pick` takes of it has changed. */
export function useLive<T>(session: SessionInfo, pick: (now: SessionInfo) => T): T {
  return useAppState(({ sessions }) => pick(liveSession(sessions, session)));
}
