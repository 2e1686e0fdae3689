/** The header of a session that is one of several side by side: less wide, so with less in it. */
import { X } from "lucide-react";
import type { ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useAppState } from "../state/app-context.ts";
import { titleOf, whoOf } from "../state/session-display.ts";
import { IconButton } from "./controls.tsx";
import { ClientBadge, NotRecordedBadge, StateGlyph, StateWord } from "./session-badges.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { ProgressBar } from "./tile-signs.tsx";
import { useCommand } from "./use-command.ts";

export function PaneHeader({ session, isFocused }: { session: SessionInfo; isFocused: boolean }): ReactElement {
  const run = useCommand();
  const isRemoved = useAppState(({ removed }) => removed.has(session.id));
  const title = titleOf(session);
  return (
    <>
      <header className="flex min-h-8.5 flex-none items-center gap-x-2 border-b border-line-1 px-2">
        <StateGlyph session={session} />
        <h2 className="min-w-0 truncate font-semibold" title={session.command}>
          <bdi>{title}</bdi>
        </h2>
        <span className="flex min-w-0 flex-1 items-center gap-2 overflow-hidden text-meta">
          <StateWord session={session} />
          <ClientBadge client={whoOf(session)} />
          <NotRecordedBadge session={session} />
        </span>
        {!isRemoved && (
          <span {...(isFocused && { "data-session-menu": true })}>
            <SessionMenu session={session} tabIndex={0} />
          </span>
        )}
        <IconButton label={`Close the pane of ${title}`} chord="close-view" onClick={() => run("close-view")}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <ProgressBar session={session} />
    </>
  );
}
