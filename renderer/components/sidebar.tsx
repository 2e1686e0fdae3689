/** All sessions in three groups: needs you, live, ended. Tab stops here once; the arrows move among the sessions. */
import { History } from "lucide-react";
import { type KeyboardEvent, memo, type ReactElement, useMemo, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { InboxList, UnreadDot, useInbox } from "../inbox/inbox-list.tsx";
import { useAppState } from "../state/app-context.ts";
import { groupSessions, orderSessions, titleOf, whoOf } from "../state/session-display.ts";
import { isSameButForOutput, liveSession } from "../state/live-session.ts";
import { openedSession } from "../state/selectors.ts";
import { LastOutput } from "./age.tsx";
import { StateGlyph, useBadge } from "./session-badges.tsx";
import { useCommand } from "./use-command.ts";
import { useMediaQuery } from "./use-media-query.ts";
import { useShownSessions } from "./use-shown-sessions.ts";

/** The sidebar shows at most this many ended sessions; the overview shows all. */
const MAX_ENDED = 20;

export function Sidebar(): ReactElement {
  const narrow = useMediaQuery("(max-width: 899px)");
  const rail = useAppState(({ settings }) => !settings.sidebar) || narrow;
  const shown = useShownSessions();
  const dismissed = useAppState((state) => state.dismissed);
  const arrangement = useAppState((state) => state.arrangement);
  const groups = useMemo(
    () => groupSessions(orderSessions(shown, dismissed, arrangement), dismissed),
    [shown, dismissed, arrangement],
  );
  const ended = groups.ended.toReversed().slice(0, MAX_ENDED);
  const [stop, setStop] = useState<string>();
  const needing = useInbox();
  const all = [...(rail ? needing : []), ...groups.live, ...ended];
  const tabStop = all.some(({ id }) => id === stop) ? stop : all[0]?.id;
  const context = { rail, tabStop, onStop: setStop };
  return (
    <nav
      data-region
      tabIndex={-1}
      aria-label="Sessions"
      className={`flex-none overflow-x-hidden overflow-y-auto border-r border-line-1 bg-bg-1 py-2 outline-none press-none ${rail ? "w-12 px-1" : "w-66 px-2"}`}
      onKeyDown={handleArrow}
    >
      {rail ? <Group label="Needs you" sessions={needing} {...context} /> : <Inbox count={needing.length} />}
      <Group label="Live" sessions={groups.live} {...context} />
      {ended.length > 0 && <Group label="Ended" sessions={ended} {...context} />}
      <RecordingsEntry rail={rail} />
    </nav>
  );
}

/** Leads to the recordings of all sessions, those of the past too. */
function RecordingsEntry({ rail }: { rail: boolean }): ReactElement {
  const run = useCommand();
  const open = useAppState(({ view }) => view.kind === "recordings" || view.kind === "replay");
  return (
    <button
      type="button"
      data-entry
      aria-current={open ? "true" : undefined}
      aria-label={rail ? "Recordings" : undefined}
      title={rail ? "Recordings" : undefined}
      onClick={() => run("recordings")}
      className={`mt-2 flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left text-text-2 hover:bg-hover ${
        open ? "bg-bg-3 shadow-[inset_2px_0_var(--you)]" : ""
      } ${rail ? "justify-center" : ""}`}
    >
      <History size={16} aria-hidden />
      {!rail && "Recordings"}
    </button>
  );
}

/** What needs a person, whatever tab is chosen. Its entries have buttons of their own, so Tab goes through them. */
function Inbox({ count }: { count: number }): ReactElement | null {
  if (count === 0) return null;
  return (
    <section aria-label="Needs you" className="mb-2">
      <h2 className="px-2 pt-2 pb-1 text-label font-semibold tracking-wider text-text-3 uppercase">Needs you · {count}</h2>
      <InboxList place="sidebar" />
    </section>
  );
}

/** What every entry of the sidebar is told. */
type EntryContext = { readonly rail: boolean; readonly tabStop: string | undefined; readonly onStop: (id: string) => void };

function Group({
  label,
  sessions,
  ...context
}: { label: string; sessions: readonly SessionInfo[] } & EntryContext): ReactElement {
  return (
    <section aria-label={label} className="mb-2">
      {!context.rail && (
        <h2 className="px-2 pt-2 pb-1 text-label font-semibold tracking-wider text-text-3 uppercase">
          {label} · {sessions.length}
        </h2>
      )}
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className={`rests-unseen ${context.rail ? "min-h-9" : "min-h-11"}`}>
            <Entry
              session={session}
              rail={context.rail}
              tabIndex={session.id === context.tabStop ? 0 : -1}
              onStop={context.onStop}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type EntryProps = {
  readonly session: SessionInfo;
  readonly rail: boolean;
  readonly tabIndex: number;
  readonly onStop: (id: string) => void;
};

function sameEntry(before: EntryProps, now: EntryProps): boolean {
  const same = before.rail === now.rail && before.tabIndex === now.tabIndex && before.onStop === now.onStop;
  return same && isSameButForOutput(before.session, now.session);
}

/** Memoized: most of the sessions change once a second, and most of that does not show here. */
const Entry = memo(function Entry({ session, rail, tabIndex, onStop }: EntryProps): ReactElement {
  const run = useCommand();
  const open = useAppState((state) => openedSession(state) === liveSession(state.sessions, session));
  // A good end that nobody has seen is worth a dot, and no more.
  const isUnseenEnd = useAppState(({ notices }) => {
    const notice = notices.get(session.id);
    return notice?.kind === "finished" && !notice.isRead;
  });
  const { word } = useBadge(session);
  return (
    <button
      type="button"
      data-entry
      aria-current={open ? "true" : undefined}
      aria-label={rail ? `${titleOf(session)}, ${word}` : undefined}
      title={rail ? `${titleOf(session)}: ${word}` : undefined}
      tabIndex={tabIndex}
      onFocus={() => onStop(session.id)}
      onClick={() => run("open", { session: session.id })}
      className={`flex w-full gap-2 rounded-md px-2 py-1 text-left hover:bg-hover ${
        open ? "bg-bg-3 shadow-[inset_2px_0_var(--you)]" : ""
      } ${rail ? "min-h-9 items-center justify-center" : "min-h-11"}`}
    >
      <span className={rail ? "" : "self-start"}>
        <StateGlyph session={session} />
      </span>
      {!rail && (
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate">
              {titleOf(session)}
              {isUnseenEnd && <UnreadDot />}
            </span>
            <span className="text-meta">
              <LastOutput session={session} />
            </span>
          </span>
          <span className="block truncate text-meta text-text-3">
            <span className="sr-only">{word}. </span>
            {whoOf(session).name}
          </span>
        </span>
      )}
    </button>
  );
}, sameEntry);

function handleArrow(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-inbox-open], [data-entry]")];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  // In a reply, the arrows and Home belong to the text.
  if (at === -1) return;
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  entries[Math.max(0, Math.min(entries.length - 1, target))]?.focus();
}
