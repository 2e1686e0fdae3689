/** Gives a session a name for people to read. Agents and commands go on using its id. */
import { type FormEvent, type ReactElement, useId, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { titleOf } from "../../shared/session-title.ts";
import { renameSession } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";
import { ErrorNote } from "./error-note.tsx";

export function RenameDialog({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  const field = useId();
  const hint = useId();
  const [error, setError] = useState<string>();
  const { shownName = "", ...unnamed } = session;
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get("name");
    renameSession(app, session, typeof name === "string" ? name : "").then(
      () => closeDialog(app),
      (refusal: unknown) => setError(messageOf(refusal)),
    );
  };
  return (
    <Dialog title={`Rename ${titleOf(session)}`}>
      <form onSubmit={handleSubmit}>
        <label htmlFor={field} className="mb-1 block font-semibold">
          Name
        </label>
        <input
          id={field}
          name="name"
          maxLength={80}
          defaultValue={shownName}
          placeholder={titleOf(unnamed)}
          aria-describedby={hint}
          autoComplete="off"
          spellCheck={false}
          className="field"
          onFocus={(event) => event.currentTarget.select()}
        />
        <p id={hint} className="mt-1 text-text-3">
          For people to read. Agents go on using the id {session.id}. Empty: {titleOf(unnamed)}.
        </p>
        <ErrorNote text={error} className="mt-2" />
        <DialogButtons>
          <button type="button" className="button" onClick={() => closeDialog(app)}>
            Cancel
          </button>
          <button type="submit" className="button button-primary">
            Rename
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
