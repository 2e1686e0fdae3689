/** The question or failure of a tile, with its button. Lies over the picture, so that a tile never changes its height. */
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { asksForSecret } from "../../shared/secret-prompt.ts";
import { dismissFailure, reply } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { lineOf, titleOf } from "../state/session-display.ts";
import { useCommand } from "./use-command.ts";

type TileOverlayProps = { readonly session: SessionInfo; readonly replying: boolean; readonly tabIndex: number };

export function TileOverlay({ session, replying, tabIndex }: TileOverlayProps): ReactElement {
  const failed = session.attention.state === "failed";
  return (
    <div
      className={`absolute inset-x-0 bottom-0 flex min-h-9 items-center gap-2 border-t border-line-1 px-2 py-1 ${
        failed ? "bg-fail-bg" : "bg-wait-bg"
      }`}
    >
      {replying && !session.exit ? (
        <ReplyField session={session} />
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
  const title = titleOf(session);
  if (session.exit) {
    return (
      <button
        type="button"
        className="button"
        tabIndex={tabIndex}
        aria-label={`Dismiss ${title}`}
        onClick={(event) => {
          dismissFailure(app, session.id);
          focusTileOf(event.currentTarget);
        }}
      >
        Dismiss
      </button>
    );
  }
  return (
    <button
      type="button"
      className="button button-primary"
      tabIndex={tabIndex}
      aria-label={`Reply to ${title}`}
      onClick={() => run("reply", { session: session.id })}
    >
      Reply
    </button>
  );
}

/** The button goes with what it was for; the keyboard stays with its tile. */
function focusTileOf(element: Element | null): void {
  element?.closest("[data-session]")?.querySelector<HTMLElement>("[data-open]")?.focus();
}

/** Enter types the text and Enter in the name of the person, which takes over; Escape closes the field. */
function ReplyField({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  const field = useRef<HTMLInputElement>(null);
  // As it is when the field opens: a text must not show because the program went on.
  const [isSecret] = useState(() => asksForSecret(session.lastLine));
  useEffect(() => field.current?.focus(), []);
  const close = (): void => {
    focusTileOf(field.current);
    app.store.setState({ replying: undefined });
  };
  return (
    <form
      className="flex min-w-0 flex-1 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void reply(app, session, field.current?.value ?? "").then((isSent) => isSent && close());
      }}
    >
      <input
        ref={field}
        className="field font-mono"
        type={isSecret ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
        aria-label={`Reply to ${titleOf(session)}`}
        placeholder={lineOf(session)}
        onKeyDown={(event) => event.key === "Escape" && close()}
      />
      {isSecret && <span className="flex-none text-meta text-text-2">Not shown to the agent</span>}
      <button type="submit" className="button button-primary">
        Send
      </button>
    </form>
  );
}
