/** Asks for a name. It stays open, with the host's own words, while the name is refused. */
import { type FormEvent, type ReactElement, useId, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import { useApp } from "../state/app-context.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";
import { ErrorNote } from "./error-note.tsx";

type NameDialogProps = {
  readonly title: string;
  /** What it is called now; empty where it has no name. */
  readonly name: string;
  /** What it is called without a name. */
  readonly unnamed: string;
  /** What the button that sends the name says. */
  readonly action: string;
  readonly maxLength: number;
  readonly hint?: string;
  /** Another answer, between Cancel and the name. */
  readonly other?: { readonly label: string; readonly onChoose: () => Promise<void> };
  /** Rejects with the reason why the name is refused. */
  readonly onName: (name: string) => Promise<void>;
};

export function NameDialog(props: NameDialogProps): ReactElement {
  const { title, name, unnamed, action, maxLength, hint, other, onName } = props;
  const app = useApp();
  const field = useId();
  const hintId = useId();
  const [error, setError] = useState<string>();
  const send = (answer: Promise<void>): void => {
    answer.then(
      () => closeDialog(app),
      (refusal: unknown) => setError(messageOf(refusal)),
    );
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get("name");
    send(onName(typeof chosen === "string" ? chosen : ""));
  };
  return (
    <Dialog title={title}>
      <form onSubmit={handleSubmit}>
        <label htmlFor={field} className="mb-1 block font-semibold">
          Name
        </label>
        <input
          id={field}
          name="name"
          maxLength={maxLength}
          defaultValue={name}
          placeholder={unnamed}
          {...(hint !== undefined && { "aria-describedby": hintId })}
          autoComplete="off"
          spellCheck={false}
          className="field"
          onFocus={(event) => event.currentTarget.select()}
        />
        {hint !== undefined && (
          <p id={hintId} className="mt-1 text-text-3">
            {hint}
          </p>
        )}
        <ErrorNote text={error} className="mt-2" />
        <DialogButtons>
          <button type="button" className="button" onClick={() => closeDialog(app)}>
            Cancel
          </button>
          {other && (
            <button type="button" className="button" onClick={() => send(other.onChoose())}>
              {other.label}
            </button>
          )}
          <button type="submit" className="button button-primary">
            {action}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
