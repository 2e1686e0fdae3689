/** Asks before a link of a terminal is opened, and shows where it leads: its text may say something else. */
import { type ReactElement, useRef } from "react";
import type { Destination } from "../../shared/link-destination.ts";
import { copyText } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";

export function LinkDialog({ host, href }: Destination): ReactElement {
  const app = useApp();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={`Open ${host}?`} initialFocus={cancel}>
      <p className="text-text-2">A program in a terminal shows this link:</p>
      <p className="my-2 max-h-40 overflow-y-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta break-all">
        {href}
      </p>
      <DialogButtons>
        <button ref={cancel} type="button" className="button" onClick={() => closeDialog(app)}>
          Cancel
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            closeDialog(app);
            void copyText(app, href, "Link");
          }}
        >
          Copy
        </button>
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            closeDialog(app);
            // A page that cannot reach back to this one.
            window.open(href, "_blank", "noopener,noreferrer");
          }}
        >
          Open
        </button>
      </DialogButtons>
    </Dialog>
  );
}
