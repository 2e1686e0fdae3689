/** A session's small live picture, with what it needs from a person. */
import { needsYou } from "../../shared/needs-you.ts";
import { Maximize2 } from "lucide-react";
import { type ReactElement, useEffect, useId, useRef } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { useLive } from "../state/live-session.ts";
import { lineOf, titleOf, whoOf } from "../state/session-display.ts";
import { LastOutput } from "./age.tsx";
import { ClientBadge, NotRecordedBadge, PinnedMark, SharedBadge, StateGlyph, StateWord, useBadge } from "./session-badges.tsx";
import { MoveHandle } from "./movable-sessions.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { TileOverlay } from "./tile-overlay.tsx";
import { BellFlash, ProgressBar, UnseenDot } from "./tile-signs.tsx";
import { useCommand } from "./use-command.ts";

/**
 * The edge of a tile. A session that asks has a wider one, which shows without
 * colors too. The second pixel lies outside, so nothing in the tile moves.
 */
function edgeOf(session: SessionInfo, needed: boolean): string {
  if (!needed) return "border border-line-1";
  return session.attention.state === "failed"
    ? "border border-fail"
    : "border border-wait ring-1 ring-wait forced-colors:border-2";
}

/** `tabStop`: this is the one tile of the grid whose buttons Tab reaches. */
export function Tile({ session, tabStop }: { session: SessionInfo; tabStop: boolean }): ReactElement {
  const app = useApp();
  const run = useCommand();
  const titleId = useId();
  const needed = useAppState(({ dismissed }) => needsYou(session, dismissed));
  const replying = useAppState((state) => state.replying === session.id);
  const tabIndex = tabStop ? 0 : -1;
  return (
    <article
      aria-labelledby={titleId}
      data-session={session.id}
      data-state={session.attention.state}
      onFocus={() => app.store.setState({ current: session.id })}
      className={`group/session rests-unseen relative flex min-w-0 flex-col overflow-hidden rounded-lg bg-bg-2 has-[[data-open]:focus-visible]:outline-2 has-[[data-open]:focus-visible]:outline-you ${edgeOf(session, needed)}`}
    >
      <header className="flex-none border-b border-line-1 px-2 pt-0.5 pb-1">
        <div className="flex h-6 items-center gap-2">
          <StateGlyph session={session} />
          <h2 id={titleId} className="min-w-0 truncate font-semibold" title={session.title || session.command}>
            <bdi>{titleOf(session)}</bdi>
          </h2>
          <span className="flex flex-1">
            <UnseenDot session={session} />
          </span>
          <MoveHandle id={session.id} title={titleOf(session)} tabIndex={tabIndex} />
          <PinnedMark id={session.id} />
          <OpenButton session={session} tabIndex={tabIndex} />
          <SessionMenu session={session} tabIndex={tabIndex} />
        </div>
        <div className="flex h-5 items-center gap-2 pl-6 text-meta">
          <StateWord session={session} />
          <ClientBadge client={whoOf(session)} />
          <LastOutput session={session} suffix=" ago" />
          <SharedBadge session={session} />
          <NotRecordedBadge session={session} />
        </div>
      </header>
      <ProgressBar session={session} />
      <BellFlash session={session} />
      <TilePicture session={session} onOpen={() => run("open", { session: session.id })} />
      {(needed || replying) && <TileOverlay session={session} replying={replying} tabIndex={tabIndex} />}
    </article>
  );
}

/** The button that the keyboard reaches; its name says all that the tile shows. */
function OpenButton({ session, tabIndex }: { session: SessionInfo; tabIndex: number }): ReactElement {
  const run = useCommand();
  const { word } = useBadge(session);
  const line = useLive(session, lineOf);
  return (
    <button
      type="button"
      data-open
      tabIndex={tabIndex}
      className="icon-button outline-none"
      aria-label={`Open ${titleOf(session)}, ${whoOf(session).name}, ${word}${line ? `: ${line}` : ""}`}
      onClick={() => run("open", { session: session.id })}
    >
      {OPEN_ICON}
    </button>
  );
}

/** One element for all: the button is rendered for each new line, and its icon is not. */
const OPEN_ICON = <Maximize2 size={14} aria-hidden />;

type TilePictureProps = { readonly session: SessionInfo; readonly onOpen: () => void };

/** The tile board puts the canvas here; React knows nothing of it. A click opens the session; the keyboard has a button for that. */
export function TilePicture({ session, onOpen }: TilePictureProps): ReactElement {
  const app = useApp();
  const container = useRef<HTMLDivElement>(null);
  const { id } = session;
  useEffect(() => {
    if (!container.current) return undefined;
    const mounted = app.tiles.mount(id, container.current);
    return () => mounted[Symbol.dispose]();
  }, [app, id]);
  return (
    <div
      ref={container}
      role="presentation"
      onClick={onOpen}
      className={`tile-picture relative min-h-0 flex-1 cursor-pointer bg-screen ${session.exit ? "opacity-70" : ""}`}
    />
  );
}
