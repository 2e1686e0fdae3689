/** What the window derives from sessions: their names, states, groups and order. Pure. */
import { needsYou } from "../../shared/needs-you.ts";
import type { ClientInfo, SessionId, SessionInfo } from "../../shared/protocol.ts";
import { type Arrangement, NO_ARRANGEMENT } from "./arrangement.ts";

export type Sessions = ReadonlyMap<SessionId, SessionInfo>;

/** A state as it is shown: a glyph with a shape of its own, and a word. Color comes on top, never alone. */
export type Badge = { readonly kind: BadgeKind; readonly glyph: string; readonly word: string };
export type BadgeKind = SessionInfo["attention"]["state"] | "stopped";

const GLYPHS: Readonly<Record<BadgeKind, string>> = {
  working: "◐",
  waiting: "◆",
  idle: "○",
  finished: "✓",
  failed: "✕",
  stopped: "■",
};

export function badgeOf({
  attention,
  exit,
  hiddenInput,
  frozen,
}: Pick<SessionInfo, "attention" | "exit" | "hiddenInput" | "frozen">): Badge {
  if (frozen) return { kind: "stopped", glyph: "‖", word: "Frozen" };
  if (hiddenInput) return { kind: "waiting", glyph: GLYPHS.waiting, word: "Password" };
  // Somebody ended it on purpose: neither a success nor a failure.
  const isStopped = attention.state === "finished" && exit !== undefined && exit.code !== 0;
  const kind = isStopped ? "stopped" : attention.state;
  return { kind, glyph: GLYPHS[kind], word: exit ? exitWord(exit) : STATE_WORDS[kind] };
}

/** What the window calls each state. */
export const STATE_WORDS: Readonly<Record<BadgeKind, string>> = {
  working: "Running",
  waiting: "Needs you",
  idle: "Idle",
  finished: "Finished",
  failed: "Failed",
  stopped: "Stopped",
};

function exitWord(exit: NonNullable<SessionInfo["exit"]>): string {
  return exit.signal === undefined ? `Exited ${exit.code}` : `Killed (${exit.signal})`;
}

export { titleOf } from "../../shared/session-title.ts";

/** Whether this client holds the input lease. */
export function drivenBy({ driver }: Pick<SessionInfo, "driver">, client: ClientInfo | undefined): boolean {
  return driver !== undefined && driver.held && driver.client.id === client?.id;
}

/** The driver of a session; its owner while nobody has typed. */
export function whoOf(session: Pick<SessionInfo, "driver" | "owner">): ClientInfo {
  return session.driver?.client ?? session.owner;
}

export type Groups = { readonly needsYou: SessionInfo[]; readonly live: SessionInfo[]; readonly ended: SessionInfo[] };

export function groupSessions(sessions: readonly SessionInfo[], dismissed: ReadonlySet<SessionId>): Groups {
  const groups: Groups = { needsYou: [], live: [], ended: [] };
  for (const session of sessions) {
    if (needsYou(session, dismissed)) groups.needsYou.push(session);
    else if (session.exit) groups.ended.push(session);
    else groups.live.push(session);
  }
  return groups;
}

/**
 * Sessions that ask come first, then those that failed, because the eye begins
 * with what needs a person. Then come the pinned ones, then all others. Within
 * each of these, the order made by hand counts, then the start.
 */
export function orderSessions(
  sessions: Iterable<SessionInfo>,
  dismissed: ReadonlySet<SessionId>,
  { pinned, order }: Pick<Arrangement, "pinned" | "order"> = NO_ARRANGEMENT,
): SessionInfo[] {
  const pins = new Set(pinned);
  const places = new Map(order.map((id, place) => [id, place]));
  const rank = (session: SessionInfo): number => {
    if (!needsYou(session, dismissed)) return pins.has(session.id) ? 2 : 3;
    return session.attention.state === "waiting" ? 0 : 1;
  };
  const place = ({ id }: SessionInfo): number => places.get(id) ?? order.length;
  return [...sessions].sort(
    (a, b) => rank(a) - rank(b) || place(a) - place(b) || a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1),
  );
}

/** A tab, which filters the sessions by their directory. */
export type Workspace = { readonly cwd: string; readonly label: string; readonly count: number };

/** A tab for each directory, those with the most sessions first; none while all sessions share one directory. */
export function workspacesOf(sessions: Iterable<SessionInfo>): Workspace[] {
  const counts = new Map<string, number>();
  for (const { cwd } of sessions) counts.set(cwd, (counts.get(cwd) ?? 0) + 1);
  if (counts.size < 2) return [];
  const directories = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const labels = directories.map(([cwd]) => lastNames(cwd, 1));
  return directories.map(([cwd, count], index) => {
    const label = labels[index] ?? cwd;
    const ambiguous = labels.indexOf(label) !== labels.lastIndexOf(label);
    return { cwd, count, label: ambiguous ? lastNames(cwd, 2) : label };
  });
}

/** The last name of a path: how people call a folder. */
export function folderName(path: string): string {
  return lastNames(path, 1);
}

function lastNames(path: string, count: number): string {
  const names = path.split(/[\\/]/).filter(Boolean);
  return names.slice(-count).join("/") || path;
}

/** `2s`, `1m 40s`, `3h 5m`, `2d`: two units at most, because a glance must be enough. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m ${seconds % 60}s`;
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
  return `${Math.floor(hours / 24)}d`;
}

/** The line of a session that is worth reading: its question, the reason of its failure, its message, or the last line on its screen. */
export function lineOf({
  attention,
  lastLine,
  message,
  hiddenInput,
}: Pick<SessionInfo, "attention" | "lastLine" | "message" | "hiddenInput">): string {
  if (hiddenInput?.asked) return attention.reason;
  if (attention.state === "waiting")
    return /^(?:asks|asks to choose|says|shows a page): (.+)$/.exec(attention.reason)?.[1] ?? (lastLine || attention.reason);
  if (attention.state === "failed") return lastLine || attention.reason;
  return message?.text ?? lastLine;
}

/** What a session needs a person for, in one word. */
export function needWord({
  attention,
  hiddenInput,
}: Pick<SessionInfo, "attention" | "hiddenInput">): "Asks" | "Failed" | "Message" | "Password" {
  if (hiddenInput) return "Password";
  if (attention.state === "failed") return "Failed";
  return attention.state === "waiting" && !attention.reason.startsWith("says: ") ? "Asks" : "Message";
}

/** Writes a home directory as `~`. The window does not know the host's, so it goes by the usual paths. */
export function shortPath(path: string): string {
  return path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/, "~");
}
