/** A large preview of a session. Nothing can be typed into it; the arrows go on to the other sessions. */
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { showDialog } from "../commands/session-actions.ts";
import { type App, useApp } from "../state/app-context.ts";
import { orderSessions, titleOf, whoOf } from "../state/session-display.ts";
import { shownSessions } from "../state/selectors.ts";
import { closeDialog, useInitialFocus } from "./dialog.tsx";
import { ClientBadge, StateGlyph, StateWord } from "./session-badges.tsx";
import { TilePicture } from "./tile.tsx";
import { useCommand } from "./use-command.ts";

export function Peek({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  const run = useCommand();
  const close = useRef<HTMLButtonElement>(null);
  const focusAtOnce = useInitialFocus(close);
  const { id } = session;
  useEffect(() => app.tiles.setHot([id]), [app, id]);
  const open = (): void => {
    closeDialog(app);
    run("open", { session: id });
  };
  const handleKey = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by !== undefined) peekNeighbor(app, id, by);
    else if (event.key === "Enter" && event.target === close.current) open();
    else return;
    event.preventDefault();
  };
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && closeDialog(app)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop z-10" />
        <BaseDialog.Popup
          {...focusAtOnce}
          finalFocus={() => document.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"] [data-open]`)}
          className="popup fixed inset-[4vmin] z-10 flex flex-col overflow-hidden outline-none"
          onKeyDown={handleKey}
        >
          <header className="flex min-h-10 flex-none items-center gap-2 border-b border-line-1 px-3">
            <StateGlyph session={session} />
            <BaseDialog.Title className="min-w-0 truncate font-semibold">
              <bdi>{titleOf(session)}</bdi>
            </BaseDialog.Title>
            <span className="flex min-w-0 flex-1 gap-2 text-meta">
              <StateWord session={session} />
              <ClientBadge client={whoOf(session)} />
            </span>
            <button type="button" className="button" onClick={open}>
              Open and type
            </button>
            <button ref={close} type="button" className="button" aria-label="Close the preview" onClick={() => closeDialog(app)}>
              Close <kbd className="chord">Space</kbd>
            </button>
          </header>
          <Fragment key={id}>
            <ScreenText id={id} />
            <TilePicture session={session} onOpen={open} />
          </Fragment>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** What the picture shows, as text for those who cannot see it; as of the moment when the preview was opened. */
function ScreenText({ id }: { id: SessionId }): ReactElement {
  const app = useApp();
  const [text, setText] = useState("");
  useEffect(() => {
    let shown = true;
    app.host
      .request("session/screen", { id })
      .then((screen) => shown && setText(screen.text))
      // Without the text, the picture is still there.
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, [app, id]);
  return (
    <pre className="sr-only" role="region" aria-label="Screen">
      {text}
    </pre>
  );
}

function peekNeighbor(app: App, id: SessionId, by: number): void {
  const state = app.store.getState();
  const sessions = orderSessions(shownSessions(state), state.dismissed, state.arrangement);
  const at = sessions.findIndex((session) => session.id === id);
  const next = sessions[(at + by + sessions.length) % sessions.length];
  if (!next) return;
  app.store.setState({ current: next.id });
  showDialog(app, { kind: "peek", id: next.id });
}
