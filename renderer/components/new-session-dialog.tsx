/** Starts a program: the command, its directory, the name and size of its session. */
import { type FormEvent, type ReactElement, type ReactNode, useId, useState } from "react";
import type { Size } from "../../shared/protocol.ts";
import { messageOf } from "../../shared/errors.ts";
import { createSession, type NewSession } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { sizeThatFits, type TextSize } from "../terminal/fit-font.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";

/** What the view of a session has around its terminal, in px: header, strip, padding and borders. */
const AROUND_TERMINAL = { width: 38, height: 138 };

/** The size that fills the window once the session is open. */
function windowSize(textSize: TextSize): Size {
  const main = document.querySelector("main");
  const { width, height } = AROUND_TERMINAL;
  const space = { clientWidth: (main?.clientWidth ?? 0) - width, clientHeight: (main?.clientHeight ?? 0) - height };
  return sizeThatFits(space, textSize);
}

export function NewSessionDialog(): ReactElement {
  const app = useApp();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setBusy(true);
    createSession(app, readFields(new FormData(event.currentTarget))).then(
      () => closeDialog(app),
      (refusal: unknown) => {
        setBusy(false);
        setError(messageOf(refusal));
      },
    );
  };
  return (
    <Dialog title="New session">
      <form onSubmit={handleSubmit} className="flex flex-col gap-3">
        <Fields />
        {error !== undefined && (
          <p role="alert" className="rounded-sm bg-fail-bg px-2 py-1.5 text-fail">
            {error}
          </p>
        )}
        <DialogButtons>
          <button type="button" className="button" onClick={() => closeDialog(app)}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={busy}>
            Start
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function readFields(form: FormData): NewSession {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const size = { cols: Number(text("cols")), rows: Number(text("rows")) };
  return { id: text("name"), command: text("command"), cwd: text("cwd"), size };
}

function Fields(): ReactElement {
  const textSize = useAppState(({ settings }) => settings.textSize);
  const [{ cols, rows }] = useState(() => windowSize(textSize));
  return (
    <>
      <Field label="Command" hint="Your shell runs it.">
        {(id) => <input id={id} name="command" required className="field font-mono" placeholder="bash" {...CODE} />}
      </Field>
      <Field label="Directory" hint="Empty: your home directory.">
        {(id) => <input id={id} name="cwd" className="field font-mono" placeholder="/home/you/project" {...CODE} />}
      </Field>
      <Field label="Name" hint="Empty: Cotty picks one.">
        {(id) => <input id={id} name="name" maxLength={64} className="field" {...CODE} />}
      </Field>
      <div className="flex gap-3">
        <Field label="Columns">
          {(id) => <input id={id} name="cols" min={2} max={1000} defaultValue={cols} className="field" {...COUNT} />}
        </Field>
        <Field label="Rows">
          {(id) => <input id={id} name="rows" min={1} max={500} defaultValue={rows} className="field" {...COUNT} />}
        </Field>
      </div>
    </>
  );
}

const COUNT = { type: "number", required: true } as const;
/** For fields with code in them: nothing may correct it. */
const CODE = { autoComplete: "off", autoCapitalize: "off", autoCorrect: "off", spellCheck: false } as const;

type FieldProps = { readonly label: string; readonly hint?: string; readonly children: (id: string) => ReactNode };

function Field({ label, hint, children }: FieldProps): ReactElement {
  const id = useId();
  return (
    <div className="flex-1">
      <label htmlFor={id} className="mb-1 flex gap-2">
        <span className="font-semibold">{label}</span>
        {hint !== undefined && <span className="text-text-3">{hint}</span>}
      </label>
      {children(id)}
    </div>
  );
}
