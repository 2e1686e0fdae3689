/** Exports a recording: the format, the moment or the stretch, and how far it has come. */
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { EXPORT_FORMATS, type ExportFormat, isPicture } from "../../shared/export-formats.ts";
import { messageOf } from "../../shared/errors.ts";
import { formatMoment, parseMoment } from "../../shared/moments.ts";
import type { ExportRequest, RecordingInfo } from "../../shared/protocol.ts";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { ErrorNote } from "../components/error-note.tsx";
import { Field } from "../components/field.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import { recordingTitle } from "./recording-actions.ts";
import { FORMAT_LABELS, saveExport } from "./save-export.ts";

type Work = { readonly progress: number; readonly cancel: AbortController };

/** `atMs`: the moment that a picture shows at first. Default: the end. */
export function ExportDialog({ recording, atMs }: { recording: RecordingInfo; atMs?: number | undefined }): ReactElement {
  const app = useApp();
  const theme = useAppState(({ terminalTheme }) => (terminalTheme.name === "light" ? "light" : "dark"));
  const [format, setFormat] = useState<ExportFormat>("html");
  const [work, setWork] = useState<Work>();
  const [error, setError] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const isWorking = work !== undefined;
  // The fields and Export cannot be used meanwhile, and what cannot be used loses the keyboard.
  useEffect(() => {
    if (isWorking) cancelButton.current?.focus();
  }, [isWorking]);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const request = requestFrom(format, new FormData(event.currentTarget));
    if (typeof request === "string") return setError(request);
    const cancel = new AbortController();
    running.current = cancel;
    setError(undefined);
    setWork({ progress: 0, cancel });
    try {
      const onProgress = (progress: number): void => setWork({ progress, cancel });
      await saveExport(app, { id: recording.id, request: { ...request, theme }, onProgress, signal: cancel.signal });
      if (!cancel.signal.aborted) closeDialog(app);
    } catch (reason) {
      setError(messageOf(reason));
    }
    setWork(undefined);
  };
  return (
    <Dialog title={`Export ${recordingTitle(recording)}`}>
      <form onSubmit={(event) => void submit(event)}>
        <fieldset disabled={isWorking} className="flex flex-col gap-3">
          <Field label="Format">
            <select className="field" value={format} onChange={(event) => setFormat(event.currentTarget.value as ExportFormat)}>
              {EXPORT_FORMATS.map((one) => (
                <option key={one} value={one}>
                  {FORMAT_LABELS[one]}
                </option>
              ))}
            </select>
          </Field>
          {isPicture(format) && <TimeField name="at" label="At" otherwise="the end" atMs={atMs} />}
          {format === "gif" && (
            <>
              <div className="flex gap-2">
                <TimeField name="from" label="From" otherwise="the beginning" atMs={atMs} />
                <TimeField name="to" label="To" otherwise="the end" />
              </div>
              <label className="flex min-h-6 items-center gap-1.5">
                <input type="checkbox" className="check" name="drivers" />
                Say below the screen who typed last
              </label>
            </>
          )}
        </fieldset>
        <ErrorNote text={error} className="mt-2" />
        {work && <progress className="mt-3 w-full" aria-label="Export" value={work.progress} max={1} />}
        <DialogButtons>
          <button
            ref={cancelButton}
            type="button"
            className="button"
            onClick={() => (work ? work.cancel.abort() : closeDialog(app))}
          >
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={isWorking}>
            Export
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

type TimeFieldProps = {
  readonly name: string;
  readonly label: string;
  /** What an empty field means. */
  readonly otherwise: string;
  readonly atMs?: number | undefined;
};

function TimeField({ name, label, otherwise, atMs }: TimeFieldProps): ReactElement {
  return (
    <Field label={label} className="flex-1">
      <input className="field" name={name} placeholder={otherwise} defaultValue={atMs === undefined ? "" : formatMoment(atMs)} />
    </Field>
  );
}

/** The request, or what is wrong with a field. */
function requestFrom(format: ExportFormat, form: FormData): ExportRequest | string {
  const times = { at: form.get("at"), from: form.get("from"), to: form.get("to") };
  const parsed: Record<string, number> = {};
  for (const [name, text] of Object.entries(times)) {
    if (typeof text !== "string" || text.trim() === "") continue;
    const ms = parseMoment(text.trim());
    if (ms === undefined) return `“${text}” is no time. Write 1m20s, 1:20 or 80.`;
    parsed[`${name}Ms`] = ms;
  }
  return { format, ...parsed, ...(form.has("drivers") && { drivers: true }) };
}
