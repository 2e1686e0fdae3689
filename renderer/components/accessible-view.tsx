/**
 * The text of a session as text: screen and scrollback in a field to read in. A
 * terminal's rows are hidden from assistive technology, because they change too
 * often to be read out.
 */
import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";

/** In bytes: the most that the host answers with. */
const MAX_TEXT = 1024 * 1024;

export function AccessibleView({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  const { id } = session;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState<string>();
  const load = useCallback((): void => {
    app.host
      .request("session/screen", { id, limit: MAX_TEXT })
      .then((screen) => setText(screen.text))
      .catch((error: unknown) => setText(messageOf(error)));
  }, [app, id]);
  useEffect(load, [load]);
  useEffect(() => {
    if (!field.current || text === undefined) return;
    // What is newest is at the end, and reading begins there.
    field.current.setSelectionRange(text.length, text.length);
    field.current.scrollTop = field.current.scrollHeight;
  }, [text]);
  useEffect(() => {
    const element = field.current;
    const keep = (event: Event): void => event.preventDefault();
    element?.addEventListener("beforeinput", keep);
    return () => element?.removeEventListener("beforeinput", keep);
    // The dialog puts the field on the page a moment after it has opened; by the first text it is there.
  }, [text]);
  return (
    <Dialog title={`Text of ${titleOf(session)}`} initialFocus={field} wide>
      <textarea
        ref={field}
        // Not `readOnly`, where the keyboard could not move and select.
        aria-readonly
        onChange={() => {}}
        aria-label={`Screen and scrollback of ${titleOf(session)}`}
        className="field h-[60vh] py-2 font-mono text-meta whitespace-pre"
        spellCheck={false}
        value={text ?? ""}
      />
      <DialogButtons>
        <button type="button" className="button" onClick={load}>
          Refresh
        </button>
        <button type="button" className="button button-primary" onClick={() => closeDialog(app)}>
          Close
        </button>
      </DialogButtons>
    </Dialog>
  );
}
