/** A session as one row of the list, which stays legible with a hundred sessions. */
import { needsYou } from "../../shared/needs-you.ts";
import type { ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { useLive } from "../state/live-session.ts";
import { lineOf, titleOf, whoOf } from "../state/session-display.ts";
import { LastOutput } from "./age.tsx";
import { ClientBadge, NotRecordedBadge, PinnedMark, StateGlyph, StateWord } from "./session-badges.tsx";
import { MoveHandle } from "./movable-sessions.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { TileOverlay } from "./tile-overlay.tsx";
import { BellFlash, ProgressBar, UnseenDot } from "./tile-signs.tsx";
import { useCommand } from "./use-command.ts";

type SessionRowProps = { readonly session: SessionInfo; readonly tabStop: boolean };

export function SessionRow({ session, tabStop }: SessionRowProps): ReactElement {
  const app = useApp();
  const needed = useAppState(({ dismissed }) => needsYou(session, dismissed));
  const replying = useAppState((state) => state.replying === session.id);
  const tabIndex = tabStop ? 0 : -1;
  const edge = needed ? (session.attention.state === "failed" ? "border-fail" : "border-wait") : "border-line-1";
  return (
    <article
      aria-label={titleOf(session)}
      data-session={session.id}
      data-state={session.attention.state}
      onFocus={() => app.store.setState({ current: session.id })}
      className={`group/session rests-unseen relative flex min-h-10 min-w-0 items-center gap-2 rounded-md border bg-bg-2 px-2 ${edge}`}
    >
      <RowButton session={session} tabIndex={tabIndex} />
      <BellFlash session={session} />
      <span className="absolute inset-x-2 bottom-0.5">
        <ProgressBar session={session} />
      </span>
      <MoveHandle id={session.id} title={titleOf(session)} tabIndex={tabIndex} />
      <SessionMenu session={session} tabIndex={tabIndex} />
      {replying && <TileOverlay session={session} replying tabIndex={tabIndex} />}
    </article>
  );
}

/** The row without its menu. It is one button, so that its text is its name. */
function RowButton({ session, tabIndex }: { session: SessionInfo; tabIndex: number }): ReactElement {
  const run = useCommand();
  const line = useLive(session, lineOf);
  return (
    <button
      type="button"
      data-open
      tabIndex={tabIndex}
      className="flex min-h-10 min-w-0 flex-1 items-center gap-3 rounded-sm text-left max-sm:flex-wrap max-sm:gap-x-2 max-sm:gap-y-0"
      onClick={() => run("open", { session: session.id })}
    >
      <StateGlyph session={session} />
      <span className="w-44 flex-none truncate font-semibold xl:w-64 2xl:w-96 max-lg:w-32 max-sm:w-auto max-sm:min-w-28 max-sm:flex-1">
        <bdi>{titleOf(session)}</bdi>
      </span>
      <span className="w-32 flex-none truncate text-meta max-lg:w-20 max-sm:w-auto">
        <StateWord session={session} />
      </span>
      <span className="flex w-32 flex-none text-meta max-lg:w-24 max-sm:w-auto max-sm:min-w-0 max-sm:flex-auto">
        <ClientBadge client={whoOf(session)} />
      </span>
      <span className="min-w-0 flex-1 truncate font-mono text-meta text-text-2 max-sm:order-last max-sm:basis-full">{line}</span>
      <UnseenDot session={session} />
      <PinnedMark id={session.id} />
      <NotRecordedBadge session={session} />
      <span className="w-20 flex-none text-right text-meta max-sm:w-auto">
        <LastOutput session={session} suffix=" ago" />
      </span>
    </button>
  );
}
