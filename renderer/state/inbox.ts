/**
 * The attention inbox: what the sessions ask, how they ended, and what a person
 * has done about that. Pure. Time comes in with the events, so tests can drive it.
 */
import { type AttentionKind, attentionKind } from "../../shared/attention-kind.ts";
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import type { Settings } from "../../shared/settings/settings.ts";

/** What one session has to say to a person. */
export type Notice = {
  readonly kind: AttentionKind;
  /** Tells this question or end from others of the same session, and of another session that had the name. */
  readonly about: string;
  /** The session was on the screen long enough to be read. */
  readonly isRead: boolean;
  readonly isDismissed: boolean;
  /** Milliseconds since 1970. Absent when the notice is not snoozed. */
  readonly snoozedUntilMs?: number;
};

export type Notices = ReadonlyMap<SessionId, Notice>;

export type InboxEvent =
  /** What the host knows now. With the first list, `isFirst`: programs that ended well before it are no news. */
  | { readonly type: "sessions"; readonly sessions: ReadonlyMap<SessionId, SessionInfo>; readonly isFirst?: boolean }
  | { readonly type: "read" | "dismissed"; readonly id: SessionId }
  | { readonly type: "snoozed"; readonly id: SessionId; readonly nowMs: number }
  | { readonly type: "clock"; readonly nowMs: number };

/** Long enough to finish something else, short enough not to forget. */
const SNOOZE_MS = 10 * 60_000;

/** The notices after an event. The same object when nothing has changed, because each change is a render. */
export function inboxAfter(notices: Notices, event: InboxEvent): Notices {
  switch (event.type) {
    case "sessions":
      return afterSessions(notices, event.sessions, event.isFirst === true);
    case "read":
      return withNotice(notices, event.id, (notice) => (notice.isRead ? notice : { ...notice, isRead: true }));
    case "dismissed":
      return withNotice(notices, event.id, (notice) => (notice.isDismissed ? notice : { ...notice, isDismissed: true }));
    case "snoozed":
      return withNotice(notices, event.id, (notice) => ({ ...notice, snoozedUntilMs: event.nowMs + SNOOZE_MS }));
    case "clock":
      return [...notices].reduce((all, [id]) => withNotice(all, id, (notice) => awake(notice, event.nowMs)), notices);
  }
}

function afterSessions(notices: Notices, sessions: ReadonlyMap<SessionId, SessionInfo>, isFirst: boolean): Notices {
  const entries = [...sessions].flatMap(([id, session]): [SessionId, Notice][] => {
    const known = notices.get(id);
    const now = noticeOf(session);
    // A snooze is about the session: a program that redraws its question works for a moment each time.
    if (!now) return known?.snoozedUntilMs !== undefined && isOf(known, session) ? [[id, known]] : [];
    if (known?.about === now.about) return [[id, known]];
    return [[id, isFirst && now.kind === "finished" ? { ...now, isRead: true } : now]];
  });
  const isSame = entries.length === notices.size && entries.every(([id, notice]) => notices.get(id) === notice);
  return isSame ? notices : new Map(entries);
}

/** What a session has to say now, if anything. */
function noticeOf(session: SessionInfo): Notice | undefined {
  const kind = attentionKind(session);
  return kind && { kind, about: `${identityOf(session)} ${subjectOf(session, kind)}`, isRead: false, isDismissed: false };
}

function subjectOf({ attention, message }: SessionInfo, kind: AttentionKind): string {
  // A question that counts down is one question.
  if (kind === "asks") return `asks ${attention.reason.replaceAll(/\d+/g, "#")}`;
  return kind === "message" ? `says ${message?.atMs}` : kind;
}

/** A name may be given to a new session once the one before has been removed. */
function identityOf({ startedAtMs, pid }: SessionInfo): string {
  return `${startedAtMs}/${pid}`;
}

function isOf({ about }: Notice, session: SessionInfo): boolean {
  return about.startsWith(`${identityOf(session)} `);
}

function awake(notice: Notice, nowMs: number): Notice {
  const { snoozedUntilMs, ...rest } = notice;
  return snoozedUntilMs === undefined || snoozedUntilMs > nowMs ? notice : rest;
}

function withNotice(notices: Notices, id: SessionId, change: (notice: Notice) => Notice): Notices {
  const notice = notices.get(id);
  const changed = notice && change(notice);
  return !changed || changed === notice ? notices : new Map(notices).set(id, changed);
}

/** Whether a notice asks for nobody now. A question goes on asking when it was read; an end does not. */
function isQuiet({ kind, isRead, isDismissed, snoozedUntilMs }: Notice): boolean {
  return isDismissed || snoozedUntilMs !== undefined || (isRead && kind !== "asks");
}

/** The sessions whose notices ask for nobody now. With `attention`, also those of a kind that a person does not want in the inbox. */
export function quietSessions(notices: Notices, attention?: Settings["attention"]): Set<SessionId> {
  const quiet = [...notices].filter(([, notice]) => isQuiet(notice) || attention?.[notice.kind].inbox === false);
  return new Set(quiet.map(([id]) => id));
}

/** When the next snooze ends, in milliseconds since 1970; undefined when none is left. */
export function nextWakeMs(notices: Notices): number | undefined {
  const times = [...notices.values()].flatMap(({ snoozedUntilMs }) => snoozedUntilMs ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Reads notices that were stored; a damaged text has none. */
export function parseNotices(text: string | null): Notices {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(stored)) return new Map();
    return new Map(stored.filter(isStoredNotice));
  } catch {
    return new Map();
  }
}

export function formatNotices(notices: Notices): string {
  return JSON.stringify([...notices]);
}

const KINDS: readonly unknown[] = ["asks", "failed", "message", "finished"] satisfies AttentionKind[];

function isStoredNotice(entry: unknown): entry is [SessionId, Notice] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string" || typeof entry[1] !== "object" || entry[1] === null) return false;
  const { kind, about, isRead, isDismissed, snoozedUntilMs } = entry[1] as Record<keyof Notice, unknown>;
  return (
    KINDS.includes(kind) &&
    typeof about === "string" &&
    typeof isRead === "boolean" &&
    typeof isDismissed === "boolean" &&
    (snoozedUntilMs === undefined || Number.isFinite(snoozedUntilMs))
  );
}
