/** Asks before a recording is deleted. Enter does not confirm: it is pressed too easily. */
import { type ReactElement, useRef } from "react";
import { byteSize } from "../../shared/byte-size.ts";
import type { RecordingInfo } from "../../shared/protocol.ts";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { useApp } from "../state/app-context.ts";
import { deleteRecording, recordingTitle } from "./recording-actions.ts";

export function DeleteDialog({ recording }: { recording: RecordingInfo }): ReactElement {
  const app = useApp();
  const cancel = useRef<HTMLButtonElement>(null);
  const remove = async (): Promise<void> => {
    closeDialog(app);
    const isDeleted = await deleteRecording(app, recording);
    if (isDeleted) app.store.setState(({ recordingChanges }) => ({ recordingChanges: recordingChanges + 1 }));
  };
  return (
    <Dialog title={`Delete the recording of ${recordingTitle(recording)}?`} initialFocus={cancel}>
      <p className="text-text-2">This frees {byteSize(recording.bytes)}. It cannot be undone.</p>
      <DialogButtons>
        <button ref={cancel} type="button" className="button" onClick={() => closeDialog(app)}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-danger"
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onClick={() => void remove()}
        >
          Delete
        </button>
      </DialogButtons>
    </Dialog>
  );
}
