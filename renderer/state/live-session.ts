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

/** Each session is turned into text once: the overview, the sidebar and others all compare it. */
const texts = new WeakMap<SessionInfo, string>();

function withoutOutput(session: SessionInfo): string {
  const known = texts.get(session);
  if (known !== undefined) return known;
  const { attention } = session;
  const rest = { ...session, lastLine: "", lastOutputAtMs: 0, offset: 0, attention: { ...attention, reason: "" } };
  const text = JSON.stringify(attention.state === "working" ? rest : session);
  texts.set(session, text);
  return text;
}

/** The answers of `steadySessions`, and the last of them. */
const steady = new WeakMap<Sessions, Sessions>();
let latest: Sessions = new Map();

/**
 * The sessions, as the same map again for as long as nothing but output changes.
 * Whoever shows no output renders with it, and rests while sessions only print.
 * Of a session that works, the last line and its time are then old: see `useLive`.
 */
export function steadySessions(sessions: Sessions): Sessions {
  const known = steady.get(sessions);
  if (known) return known;
  if (!areSameButForOutput(latest, sessions)) latest = sessions;
  steady.set(sessions, latest);
  return latest;
}

function areSameButForOutput(before: Sessions, now: Sessions): boolean {
  if (before.size !== now.size) return false;
  const others = now.values();
  for (const session of before.values()) {
    const other = others.next().value;
    if (!other || session.id !== other.id || !isSameButForOutput(session, other)) return false;
  }
  return true;
}

/** A session as it is now. One that was removed stays as it was, whatever has its id today. */
export function liveSession(sessions: Sessions, session: SessionInfo): SessionInfo {
  const now = sessions.get(session.id);
  return now?.startedAtMs === session.startedAtMs ? now : session;
}

/** Reads the sessions; renders again when something else than output has changed. */
export function useSteadySessions(): Sessions {
  return useAppState(({ sessions }) => steadySessions(sessions));
}

/** Reads what a session is now; renders again when what `pick` takes of it has changed. */
export function useLive<T>(session: SessionInfo, pick: (now: SessionInfo) => T): T {
  return useAppState(({ sessions }) => pick(liveSession(sessions, session)));
}
