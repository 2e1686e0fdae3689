/** Asks before a limit deletes recordings. Enter does not confirm: it is pressed too easily. */
import { type ReactElement, useRef } from "react";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { useApp } from "../state/app-context.ts";

export function ConfirmDeletion({ text, confirm }: { text: string; confirm: () => void }): ReactElement {
  const app = useApp();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title="Delete recordings?" initialFocus={cancel}>
      <p className="text-text-2">{text} The host deletes them now, and for good.</p>
      <DialogButtons>
        <button ref={cancel} type="button" className="button" onClick={() => closeDialog(app)}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-danger"
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onClick={() => {
            closeDialog(app);
            confirm();
          }}
        >
          Set the limit and delete
        </button>
      </DialogButtons>
    </Dialog>
  );
}
