/** Answers a session's question where it is shown. Enter types the text and Enter in the name of the person, which takes over; Escape closes the field. */
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { asksForSecret } from "../../shared/secret-prompt.ts";
import { declineSecret, reply, sendSecret } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { isAway } from "../state/selectors.ts";
import { lineOf, titleOf } from "../state/session-display.ts";
import { withDraft } from "../state/state-changes.ts";

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
  const [draft] = useState(() => app.store.getState().drafts.get(session.id));
  const away = useAppState(isAway);
  useEffect(() => {
    // Not every browser gives the keyboard to a field whose text is selected.
    field.current?.focus();
    field.current?.select();
  }, []);
  const keep = (text: string): void => app.store.setState((state) => withDraft(state, session.id, text));
  const close = (): void => {
    keep("");
    onClose(field.current);
  };
  return (
    <form
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (away) return;
        const send = isHidden ? sendSecret : reply;
        void send(app, session, field.current?.value ?? "").then((isSent) => isSent && close());
      }}
    >
      <input
        ref={field}
        className="field min-w-24 flex-1 font-mono"
        type={isSecret ? "password" : "text"}
        // A secret is kept nowhere.
        {...(!isSecret && { defaultValue: draft, onChange: (event) => keep(event.currentTarget.value) })}
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
        className={away ? "button" : "button button-primary"}
        aria-disabled={away}
        data-disabled={away || undefined}
      >
        Send
      </button>
      <span role="status" className="text-meta text-wait">
        {away && "Not connected. What you typed stays here."}
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
