/** Answers a session's question where it is shown. Enter types the text and Enter in the name of the person, which takes over; Escape closes the field. */
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { asksForSecret } from "../../shared/secret-prompt.ts";
import { declineSecret, reply, sendSecret } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { lineOf, titleOf } from "../state/session-display.ts";

type ReplyFieldProps = {
  readonly session: SessionInfo;
  /** Called with an element of the field after the reply was sent or given up, while the field is still there. */
  readonly onClose: (field: HTMLElement | null) => void;
};

export function ReplyField({ session, onClose }: ReplyFieldProps): ReactElement {
  const app = useApp();
  const field = useRef<HTMLInputElement>(null);
  // As it is when the field opens: a text must not show because the program went on.
  const [isHidden] = useState(session.hiddenInput !== undefined);
  const [isSecret] = useState(isHidden || asksForSecret(session.lastLine));
  const isAway = useAppState(({ connection }) => connection.kind !== "open");
  useEffect(() => field.current?.focus(), []);
  const close = (): void => onClose(field.current);
  return (
    <form
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAway) return;
        const send = isHidden ? sendSecret : reply;
        void send(app, session, field.current?.value ?? "").then((isSent) => isSent && close());
      }}
    >
      <input
        ref={field}
        className="field min-w-24 flex-1 font-mono"
        type={isSecret ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
        aria-label={`Reply to ${titleOf(session)}`}
        placeholder={lineOf(session)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The popup around the field stays.
          event.stopPropagation();
          close();
        }}
      />
      {isSecret && <span className="flex-none text-meta text-text-2">Not shown to the agent</span>}
      {/* Not `disabled`, which would take the keyboard from it. */}
      <button
        type="submit"
        className={isAway ? "button" : "button button-primary"}
        aria-disabled={isAway}
        data-disabled={isAway || undefined}
      >
        Send
      </button>
      <span role="status" className="text-meta text-wait">
        {isAway && "Not connected. What you typed stays here."}
      </span>
      {session.hiddenInput?.asked && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={`Say no to ${session.hiddenInput.asked.by}`}
          onClick={() => void declineSecret(app, session).then((isTold) => isTold && close())}
        >
          Say no
        </button>
      )}
    </form>
  );
}
