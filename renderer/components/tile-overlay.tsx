/** The question or failure of a tile, with its button. Lies over the picture, so that a tile never changes its height. */
import type { ReactElement } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { dismissNotice } from "../commands/session-actions.ts";
import { ReplyButton } from "../inbox/reply-button.tsx";
import { ReplyField } from "../inbox/reply-field.tsx";
import { useApp } from "../state/app-context.ts";
import { lineOf, titleOf } from "../state/session-display.ts";
import { useCommand } from "./use-command.ts";

type TileOverlayProps = { readonly session: SessionInfo; readonly replying: boolean; readonly tabIndex: number };

export function TileOverlay({ session, replying, tabIndex }: TileOverlayProps): ReactElement {
  const app = useApp();
  const failed = session.attention.state === "failed";
  const closeReply = (field: HTMLElement | null): void => {
    focusTileOf(field);
    app.store.setState({ replying: undefined });
  };
  return (
    <div
      className={`absolute inset-x-0 bottom-0 flex min-h-9 items-center gap-2 border-t border-line-1 px-2 py-1 ${
        failed ? "bg-fail-bg" : "bg-wait-bg"
      }`}
    >
      {replying && !session.exit ? (
        <ReplyField session={session} onClose={closeReply} />
      ) : (
        <>
          <span className="min-w-0 flex-1 truncate font-mono text-meta">{lineOf(session)}</span>
          <OverlayButton session={session} tabIndex={tabIndex} />
        </>
      )}
    </div>
  );
}

function OverlayButton({ session, tabIndex }: { session: SessionInfo; tabIndex: number }): ReactElement {
  const app = useApp();
  const run = useCommand();
  if (session.exit) {
    return (
      <button
        type="button"
        className="button"
        tabIndex={tabIndex}
        aria-label={`Dismiss ${titleOf(session)}`}
        onClick={(event) => {
          dismissNotice(app, session);
          focusTileOf(event.currentTarget);
        }}
      >
        Dismiss
      </button>
    );
  }
  return (
    <ReplyButton
      session={session}
      look="button-primary"
      tabIndex={tabIndex}
      onReply={() => run("reply", { session: session.id })}
    />
  );
}

/** The button goes with what it was for; the keyboard stays with its tile. */
function focusTileOf(element: Element | null): void {
  element?.closest("[data-session]")?.querySelector<HTMLElement>("[data-open]")?.focus();
}
