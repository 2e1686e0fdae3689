/** State and driver of a session, as a glyph, a word and a color: never color alone. */
import { type Actor, actorOf } from "../../shared/client-kind.ts";
import { Pin } from "lucide-react";
import type { ReactElement } from "react";
import type { ClientInfo, SessionId, SessionInfo } from "../../shared/protocol.ts";
import { sharedWithNames } from "../../shared/shared-with.ts";
import { useAppState } from "../state/app-context.ts";
import { useLive } from "../state/live-session.ts";
import { type Badge, type BadgeKind, badgeOf } from "../state/session-display.ts";

const GLYPH_COLORS: Readonly<Record<BadgeKind, string>> = {
  working: "text-text-2",
  waiting: "text-wait",
  idle: "text-text-3",
  finished: "text-ok",
  failed: "text-fail",
  stopped: "text-text-3",
};

/** The badge of a session. While the connection is lost, nobody knows what a running program does. */
export function useBadge(session: SessionInfo): Badge {
  const isUnknown = useAppState(({ connection }) => connection.kind !== "open") && !session.exit;
  const isGone = useAppState(({ removed }) => removed.get(session.id)?.session === session) && !session.exit;
  if (isGone) return { kind: "idle", glyph: "◌", word: "Gone" };
  return isUnknown ? { kind: "idle", glyph: "◌", word: "Reconnecting" } : badgeOf(session);
}

export function StateGlyph({ session }: { session: SessionInfo }): ReactElement {
  const { kind, glyph } = useBadge(session);
  return (
    <span aria-hidden className={`inline-grid h-4.5 w-4 flex-none place-items-center ${GLYPH_COLORS[kind]}`}>
      {/* `◐`, drawn: no typeface has it centered, so the character would wobble as it turns. */}
      {kind === "working" ? <span className="turning" /> : glyph}
    </span>
  );
}

export function StateWord({ session }: { session: SessionInfo }): ReactElement {
  const { kind, word } = useBadge(session);
  const reason = useLive(session, ({ attention }) => attention.reason);
  return (
    <span className={`flex-none font-semibold ${GLYPH_COLORS[kind]}`} title={reason}>
      {word}
    </span>
  );
}

/** How those who act are shown: each with a shape and a color of its own. */
export const ACTOR_LOOKS: Readonly<Record<Actor, { readonly glyph: string; readonly color: string; readonly chip: string }>> = {
  person: { glyph: "●", color: "text-you", chip: "bg-you-bg" },
  agent: { glyph: "▲", color: "text-agent", chip: "bg-agent-bg" },
  script: { glyph: "›", color: "text-text-2", chip: "bg-hover" },
};

/** `▲ Claude Code` in violet for an agent, `● You` in cyan for a person, `› cotty start` in gray for a script. */
export function ClientBadge({ client, chip = false }: { client: ClientInfo; chip?: boolean }): ReactElement {
  const self = useAppState((state) => state.self);
  const actor = actorOf(client);
  const look = ACTOR_LOOKS[actor];
  const name = actor === "person" && client.id !== self?.id ? otherPerson(client) : client.name;
  return (
    <span className={`min-w-0 truncate ${look.color} ${chip ? `rounded-full px-2 py-0.5 text-meta ${look.chip}` : ""}`}>
      <span aria-hidden>{look.glyph}</span> <bdi>{name}</bdi>
    </span>
  );
}

const ELSEWHERE: Readonly<Record<ClientInfo["kind"], string>> = {
  window: "another window",
  attach: "terminal",
  cli: "shell",
  mcp: "agent",
  script: "script",
};

/** The name of a person who is not at this window. */
function otherPerson({ kind, name }: ClientInfo): string {
  return `${name} (${ELSEWHERE[kind]})`;
}

export function PinnedMark({ id }: { id: SessionId }): ReactElement | null {
  const pinned = useAppState(({ arrangement }) => arrangement.pinned.includes(id));
  if (!pinned) return null;
  return <Pin size={14} role="img" aria-label="Pinned" className="flex-none text-text-3" />;
}

/** Said only where it is not so: every session is recorded. */
export function NotRecordedBadge({ session }: { session: Pick<SessionInfo, "recording" | "exit"> }): ReactElement | null {
  if (session.recording || session.exit) return null;
  return (
    <span className="flex-none text-meta font-semibold text-fail">
      <span aria-hidden>⊘ </span>Not recorded
    </span>
  );
}

/** Says that other agents may drive the session too, and which. */
export function SharedBadge({ session: { sharedWith } }: { session: SessionInfo }): ReactElement | null {
  if (!sharedWith) return null;
  return (
    <span className="flex-none text-meta text-agent" title={`Shared with ${sharedWithNames(sharedWith)}`}>
      Shared
    </span>
  );
}
