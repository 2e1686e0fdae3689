/** The header of the open session: what it is, and what can be done to it. */
import { ArrowLeft, ChevronDown } from "lucide-react";
import type { ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { drivenBy, shortPath, titleOf } from "../state/session-display.ts";
import { IconButton, Menu } from "./controls.tsx";
import { ClientBadge, NotRecordedBadge, SharedBadge, StateGlyph, StateWord } from "./session-badges.tsx";
import { ExportItems, SessionMenu } from "./session-menu.tsx";
import { ProgressBar } from "./tile-signs.tsx";
import { useCommand } from "./use-command.ts";

export function SessionHeader({ session }: { session: SessionInfo }): ReactElement {
  const run = useCommand();
  const title = titleOf(session);
  const { cols, rows } = session.size;
  const facts = [`pid ${session.pid}`, `${cols}×${rows}`, shortPath(session.cwd)].join(" · ");
  return (
    <>
      <header className="flex min-h-8.5 flex-none flex-wrap items-center gap-x-2 border-b border-line-1 px-2">
        <IconButton label="Back to all sessions" chord="toggle-view" onClick={() => run("overview")}>
          <ArrowLeft size={16} aria-hidden />
        </IconButton>
        <StateGlyph session={session} />
        <StateWord session={session} />
        <h1 className="max-w-80 truncate font-semibold" title={session.command}>
          {title}
        </h1>
        {session.shownName !== undefined && (
          <span className="max-w-40 min-w-0 truncate font-mono text-meta text-text-3" title="The id, which agents use">
            {session.id}
          </span>
        )}
        <ClientBadge client={session.owner} chip />
        <SharedBadge session={session} />
        <span className="min-w-0 truncate text-meta text-text-3" title={session.cwd}>
          {facts}
        </span>
        {session.title !== "" && session.title !== title && (
          <span className="min-w-0 flex-1 truncate text-meta text-text-2">{session.title}</span>
        )}
        <NotRecordedBadge session={session} />
        <HeaderButtons session={session} />
      </header>
      <ProgressBar session={session} />
    </>
  );
}

function HeaderButtons({ session }: { session: SessionInfo }): ReactElement {
  const run = useCommand();
  const inspector = useAppState(({ settings }) => settings.inspector);
  const driving = useAppState(({ self }) => drivenBy(session, self));
  const isRemoved = useAppState(({ removed }) => removed.has(session.id));
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end">
      {driving && !session.exit && (
        <button type="button" className="button button-quiet" onClick={() => run("resize-to-window")}>
          Resize to window
        </button>
      )}
      <button type="button" className="button button-quiet" onClick={() => run("find")}>
        Find
      </button>
      {!isRemoved && <ExportMenu session={session} />}
      <button type="button" className="button button-quiet" aria-expanded={inspector} onClick={() => run("inspector")}>
        Who typed what
      </button>
      {!isRemoved && <EndButton session={session} />}
      {!isRemoved && (
        <span data-session-menu>
          <SessionMenu session={session} tabIndex={0} />
        </span>
      )}
    </span>
  );
}

function ExportMenu({ session }: { session: SessionInfo }): ReactElement {
  return (
    <Menu
      trigger={
        <button type="button" className="button button-quiet">
          Export <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <ExportItems session={session.id} />
    </Menu>
  );
}

/** Kills a running program, after asking; takes an ended session off the list. */
function EndButton({ session }: { session: SessionInfo }): ReactElement {
  const run = useCommand();
  if (session.exit) {
    return (
      <button type="button" className="button button-quiet" onClick={() => run("remove", { session: session.id })}>
        Remove
      </button>
    );
  }
  return (
    <button type="button" className="button button-quiet text-fail" onClick={() => run("kill", { session: session.id })}>
      Kill…
    </button>
  );
}
