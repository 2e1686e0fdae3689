/** Which sessions begin to need a person, and the sentences a screen reader is told about them. Pure. */
import { type AttentionKind, attentionKind } from "../../shared/attention-kind.ts";
import { alertWord, needsYou } from "../../shared/needs-you.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { isQuietAt } from "../../shared/settings/quiet-hours.ts";
import type { Notice } from "./inbox.ts";
import { lineOf, titleOf } from "./session-display.ts";
import type { State } from "./store.ts";

/** The sessions that need a person now, and did not before, or needed one for something else. The first list of sessions is not new. */
function newlyNeeding(state: State, before: State): SessionInfo[] {
  const isSame = state.sessions === before.sessions && state.dismissed === before.dismissed;
  if (isSame || !before.loaded) return [];
  return [...state.sessions.values()].filter((session) => {
    if (!needsYou(session, state.dismissed)) return false;
    const known = before.sessions.get(session.id);
    const needed = known !== undefined && needsYou(known, before.dismissed);
    return !needed || before.notices.get(session.id)?.about !== state.notices.get(session.id)?.about;
  });
}

/** What sessions have to say that they did not say before, of every kind. The first list of sessions is not new. */
export function newNotices(state: State, before: State): { session: SessionInfo; kind: AttentionKind }[] {
  if (state.notices === before.notices || !before.loaded) return [];
  return [...state.notices].flatMap(([id, notice]) => {
    const [session, known] = [state.sessions.get(id), before.notices.get(id)];
    const isNew = known?.about !== notice.about || isPutOff(known);
    return session && isNew && !isPutOff(notice) ? [{ session, kind: notice.kind }] : [];
  });
}

function isPutOff({ isDismissed, snoozedUntilMs }: Notice): boolean {
  return isDismissed || snoozedUntilMs !== undefined;
}

/** Whether a person wants to be told of this kind in this way now. */
export function isTold(
  { settings }: Pick<State, "settings">,
  { kind, by }: { readonly kind: AttentionKind; readonly by: "toast" | "notification" },
  now: Date,
): boolean {
  return settings.attention[kind][by] && !isQuietAt(settings.quietHours, now);
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
  return `${titleOf(session)} ${alertWord(attentionKind(session))}`;
}
