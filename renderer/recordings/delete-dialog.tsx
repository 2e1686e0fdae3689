/** Asks before a recording is deleted. */
import type { ReactElement } from "react";
import { byteSize } from "../../shared/byte-size.ts";
import type { RecordingInfo } from "../../shared/protocol.ts";
import { Confirmation } from "../components/confirmation.tsx";
import { useApp } from "../state/app-context.ts";
import { deleteRecording, recordingTitle } from "./recording-actions.ts";

export function DeleteDialog({ recording }: { recording: RecordingInfo }): ReactElement {
  const app = useApp();
  const remove = async (): Promise<void> => {
    const isDeleted = await deleteRecording(app, recording);
    if (isDeleted) app.store.setState(({ recordingChanges }) => ({ recordingChanges: recordingChanges + 1 }));
  };
  return (
    <Confirmation
      title={`Delete the recording of ${recordingTitle(recording)}?`}
      action="Delete"
      isDangerous
      onConfirm={() => void remove()}
    >
      <p className="text-text-2">This frees {byteSize(recording.bytes)}. It cannot be undone.</p>
    </Confirmation>
  );
}
