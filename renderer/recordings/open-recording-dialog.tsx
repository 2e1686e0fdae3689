/** Opens a recording from a file: one that a person chooses here, or has dropped on the window. */
import { type ReactElement, useEffect, useRef, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { type App, useApp } from "../state/app-context.ts";
import { importRecording } from "./import-recording.ts";
import { openReplay } from "./recording-actions.ts";

export function OpenRecordingDialog({ dropped }: { dropped: File | undefined }): ReactElement {
  const app = useApp();
  const [file, setFile] = useState(dropped);
  const { progress, error } = useImport(app, file);
  const isBusy = file !== undefined && error === undefined;
  return (
    <Dialog title="Open a recording">
      <p className="mb-3 text-text-2">
        An asciicast file (.cast) of version 2 or 3, as asciinema makes them. It is copied into your recordings, where it can be
        searched, exported and deleted. You can also drop it on the window.
      </p>
      <Field label="File">
        <input
          type="file"
          accept=".cast"
          className="field py-1.5 file:mr-2 file:rounded-sm file:border file:border-line-2 file:bg-bg-3 file:px-2 file:text-text-1"
          disabled={isBusy}
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </Field>
      {isBusy && (
        <label className="mt-3 block text-text-2">
          Reading {file.name}… <progress value={progress} max={1} />
        </label>
      )}
      {error !== undefined && (
        <p role="alert" className="mt-3 rounded-sm bg-fail-bg px-2 py-1.5 break-words text-fail">
          {file && <strong className="font-semibold">{file.name}: </strong>}
          {error}
        </p>
      )}
      <DialogButtons>
        <button type="button" className="button" onClick={() => closeDialog(app)}>
          Cancel
        </button>
      </DialogButtons>
    </Dialog>
  );
}

type ImportState = { readonly progress: number; readonly error: string | undefined };
const BEGINNING: ImportState = { progress: 0, error: undefined };

/** Imports the file and shows its replay. Ends when another file is chosen, or when the dialog is closed. */
function useImport(app: App, file: File | undefined): ImportState {
  const [state, setState] = useState(BEGINNING);
  const latest = useRef<File>(undefined);
  useEffect(() => {
    latest.current = file;
    setState(BEGINNING);
    if (!file) return undefined;
    const cancel = new AbortController();
    const { signal } = cancel;
    const run = async (): Promise<void> => {
      const onProgress = (progress: number): void => setState({ progress, error: undefined });
      try {
        const recording = await importRecording(app, file, { signal, onProgress });
        closeDialog(app);
        if (recording) openReplay(app, recording.id);
      } catch (reason) {
        if (!signal.aborted) setState({ progress: 0, error: messageOf(reason) });
      }
    };
    void run();
    return () => cancel.abort();
  }, [app, file]);
  // What was found of another file does not count for this one.
  return latest.current === file ? state : BEGINNING;
}
