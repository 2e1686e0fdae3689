/** Names a marker at a moment of a recording, or takes it away. */
import { type FormEvent, type ReactElement, useId, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import { formatMoment } from "../../shared/moments.ts";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { ErrorNote } from "../components/error-note.tsx";
import { useApp } from "../state/app-context.ts";
import type { MarkerChoice } from "../state/store.ts";

export function MarkerDialog({ atMs, label, mark }: MarkerChoice): ReactElement {
  const app = useApp();
  const field = useId();
  const [error, setError] = useState<string>();
  const moment = formatMoment(atMs);
  const unnamed = `Marker at ${moment}`;
  const send = (name: string): void => {
    mark(name).then(
      () => closeDialog(app),
      (refusal: unknown) => setError(messageOf(refusal)),
    );
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get("name");
    send((typeof name === "string" && name.trim()) || unnamed);
  };
  return (
    <Dialog title={label === undefined ? `Add a marker at ${moment}` : unnamed}>
      <form onSubmit={handleSubmit}>
        <label htmlFor={field} className="mb-1 block font-semibold">
          Name
        </label>
        <input
          id={field}
          name="name"
          maxLength={200}
          defaultValue={label === unnamed ? "" : label}
          placeholder={unnamed}
          autoComplete="off"
          className="field"
          onFocus={(event) => event.currentTarget.select()}
        />
        <ErrorNote text={error} className="mt-2" />
        <DialogButtons>
          <button type="button" className="button" onClick={() => closeDialog(app)}>
            Cancel
          </button>
          {label !== undefined && (
            <button type="button" className="button" onClick={() => send("")}>
              Remove marker
            </button>
          )}
          <button type="submit" className="button button-primary">
            {label === undefined ? "Add" : "Rename"}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
