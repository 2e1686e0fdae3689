/** The attention inbox as a list: who needs a person, what for, and since when. The sidebar and the title bar show the same. */
import { memo, type ReactElement, useMemo } from "react";
import { attentionKind } from "../../shared/attention-kind.ts";
import { needsYou } from "../../shared/needs-you.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { dismissNotice, snoozeNotice } from "../commands/session-actions.ts";
import { LastOutput } from "../components/age.tsx";
import { StateGlyph, StateWord } from "../components/session-badges.tsx";
import { useCommand } from "../components/use-command.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { useSteadySessions } from "../state/live-session.ts";
import { groupSessions, lineOf, needWord, orderSessions, titleOf } from "../state/session-display.ts";
import type { InboxPlace } from "../state/store.ts";
import { ReplyButton } from "./reply-button.tsx";
import { ReplyField } from "./reply-field.tsx";

/**
 * The sessions that have something to say, of all tabs: those that ask, those that failed, and what finished if a person
 * wants that. One that a person is replying to stays, whatever it does meanwhile.
 */
export function useInbox(): readonly SessionInfo[] {
  const sessions = useSteadySessions();
  const dismissed = useAppState((state) => state.dismissed);
  const finishedToo = useAppState(({ settings }) => settings.attention.finished.inbox);
  const replying = useAppState(({ inboxReply }) => inboxReply?.id);
  return useMemo(() => {
    const ordered = orderSessions(sessions.values(), dismissed);
    const finished = finishedToo ? ordered.filter((one) => attentionKind(one) === "finished" && !dismissed.has(one.id)) : [];
    const entries = [...groupSessions(ordered, dismissed).needsYou, ...finished];
    const replied = replying === undefined ? undefined : sessions.get(replying);
    return !replied || replied.exit || entries.includes(replied) ? entries : [...entries, replied];
  }, [sessions, dismissed, finishedToo, replying]);
}

export function InboxList({ place }: { place: InboxPlace }): ReactElement {
  const entries = useInbox();
  return (
    <ul data-inbox className="flex flex-col gap-1">
      {entries.map((session) => (
        <li key={session.id} data-inbox-entry>
          <InboxEntry session={session} place={place} />
        </li>
      ))}
    </ul>
  );
}

type InboxEntryProps = { readonly session: SessionInfo; readonly place: InboxPlace };

/** Memoized: the other sessions change many times a second. */
const InboxEntry = memo(function InboxEntry({ session, place }: InboxEntryProps): ReactElement {
  const app = useApp();
  const run = useCommand();
  const replying = useAppState(({ inboxReply }) => inboxReply?.id === session.id && inboxReply.list === place);
  const needed = useAppState(({ dismissed }) => needsYou(session, dismissed));
  const isUnread = useAppState(({ notices }) => notices.get(session.id)?.isRead === false);
  const failed = session.attention.state === "failed";
  const finished = attentionKind(session) === "finished";
  const closeReply = (field: HTMLElement | null): void => {
    openButton(field?.closest("[data-inbox-entry]"))?.focus();
    app.store.setState({ inboxReply: undefined });
  };
  return (
    <div
      className={`rounded-md ${failed ? "bg-fail-bg" : finished ? "bg-ok-bg" : needed ? "bg-wait-bg" : "bg-bg-3"} forced-colors:border`}
    >
      <button
        type="button"
        data-inbox-open
        className="flex w-full gap-2 rounded-md px-2 pt-1.5 text-left"
        onClick={() => run("open", { session: session.id })}
      >
        <StateGlyph session={session} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-semibold">
              <bdi>{titleOf(session)}</bdi>
              {isUnread && <UnreadDot />}
            </span>
            <span className="text-meta text-text-2">
              <LastOutput session={session} />
            </span>
          </span>
          <span className="flex gap-1.5 text-meta text-text-2">
            {needed || finished ? (
              <span className={`flex-none font-semibold ${failed ? "text-fail" : finished ? "text-ok" : "text-wait"}`}>
                {finished ? "Finished" : needWord(session)}
              </span>
            ) : (
              <StateWord session={session} />
            )}
            <span className="truncate font-mono">{lineOf(session)}</span>
          </span>
        </span>
      </button>
      <div className="flex flex-wrap items-center gap-1 px-2 pt-0.5 pb-1.5">
        {replying && !session.exit ? (
          <ReplyField session={session} onClose={closeReply} />
        ) : (
          <EntryButtons session={session} onReply={() => app.store.setState({ inboxReply: { id: session.id, list: place } })} />
        )}
      </div>
    </div>
  );
});

/** What a session says is new: nobody has had it before their eyes. */
export function UnreadDot(): ReactElement {
  return (
    <span className="ml-1.5 inline-block size-1.5 rounded-full bg-you align-middle forced-colors:border-3">
      <span className="sr-only">, new</span>
    </span>
  );
}

function EntryButtons({ session, onReply }: { session: SessionInfo; onReply: () => void }): ReactElement {
  const app = useApp();
  const title = titleOf(session);
  const leave = (button: HTMLElement, act: typeof dismissNotice): void => {
    focusBeside(button.closest("[data-inbox-entry]"));
    act(app, session);
  };
  return (
    <>
      {!session.exit && <ReplyButton session={session} look="button-quiet" onReply={onReply} />}
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Snooze ${title} for 10 minutes`}
        onClick={(event) => leave(event.currentTarget, snoozeNotice)}
      >
        Snooze
      </button>
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Dismiss ${title}`}
        onClick={(event) => leave(event.currentTarget, dismissNotice)}
      >
        Dismiss
      </button>
    </>
  );
}

/** The entry goes, and the keyboard must not be lost with it: it goes to the next entry, or the one before, or the main region. */
function focusBeside(entry: Element | null): void {
  const beside = openButton(entry?.nextElementSibling) ?? openButton(entry?.previousElementSibling);
  (beside ?? document.querySelector<HTMLElement>("main"))?.focus();
}

function openButton(entry: Element | null | undefined): HTMLElement | undefined {
  return entry?.querySelector<HTMLElement>("[data-inbox-open]") ?? undefined;
}
