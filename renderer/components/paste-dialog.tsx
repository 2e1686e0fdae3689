/** Asks before a paste that the program would run line by line, and shows it as it will be sent. */
import { type ReactElement, useRef } from "react";
import { counted } from "../../shared/counted.ts";
import { useApp } from "../state/app-context.ts";
import { visibleKeys } from "../terminal/visible-keys.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";

/** In characters: enough to recognize the paste. */
const MAX_PREVIEW = 2000;

export function PasteDialog({ text, confirm }: { text: string; confirm: () => void }): ReactElement {
  const app = useApp();
  const cancel = useRef<HTMLButtonElement>(null);
  // An Enter at the end ends a line and begins none.
  const lines = text.replace(/\r$/, "").split("\r");
  return (
    <Dialog title={`Paste ${counted(lines.length, "line")}?`} initialFocus={cancel}>
      <p className="text-text-2">This program cannot tell a paste from typing. It will run each line as it arrives.</p>
      <pre
        tabIndex={0}
        aria-label="What will be pasted"
        className="my-2 max-h-60 overflow-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta"
      >
        {lines.map(visibleKeys).join("\n").slice(0, MAX_PREVIEW)}
      </pre>
      <DialogButtons>
        <button ref={cancel} type="button" className="button" onClick={() => closeDialog(app)}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            closeDialog(app);
            confirm();
          }}
        >
          Paste
        </button>
      </DialogButtons>
    </Dialog>
  );
}
