/** Starts a program: the command, its directory, its environment, the name and size of its session. */
import { type FormEvent, type ReactElement, useRef, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { Size } from "../../shared/protocol.ts";
import { createSession, type NewSession } from "../commands/session-actions.ts";
import { FolderField } from "../new-session/folder-field.tsx";
import { CODE, FormField } from "../new-session/form-field.tsx";
import { SizeChoice } from "../new-session/size-choice.tsx";
import { Presets, RecentList } from "../new-session/start-choices.tsx";
import { useStartOptions } from "../new-session/use-start-options.ts";
import { VariableFields } from "../new-session/variable-fields.tsx";
import { toEnvironment, type Variable } from "../new-session/variable-list.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { cellShape, sizeThatFits, type TextSize } from "../terminal/fit-font.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";
import { ErrorNote } from "./error-note.tsx";

/** What the view of a session has around its terminal, in px: header, strip, padding and borders. */
const AROUND_TERMINAL = { width: 38, height: 138 };

/** The size that fills the window once the session is open. */
function windowSize(textSize: TextSize, fontFamily: string): Size {
  const main = document.querySelector("main");
  const { width, height } = AROUND_TERMINAL;
  const space = { clientWidth: (main?.clientWidth ?? 0) - width, clientHeight: (main?.clientHeight ?? 0) - height };
  return sizeThatFits(space, textSize, cellShape(fontFamily));
}

type Start = Omit<NewSession, "variables"> & { readonly variables: readonly Variable[] };

export function NewSessionDialog(): ReactElement {
  const app = useApp();
  const textSize = useAppState(({ settings }) => settings.textSize);
  const { fontFamily } = useAppState((state) => state.terminalTheme);
  const [ofWindow] = useState(() => windowSize(textSize, fontFamily));
  const [start, setStart] = useState<Start>({ id: "", command: "", cwd: "", size: ofWindow, variables: [] });
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      await createSession(app, trimmed(start));
      closeDialog(app);
    } catch (refusal) {
      setBusy(false);
      setError(messageOf(refusal));
    }
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <Dialog title="New session" wide>
      <form onSubmit={handleSubmit} className="flex flex-col gap-3">
        <Fields start={start} ofWindow={ofWindow} onChange={(change) => setStart((before) => ({ ...before, ...change }))} />
        <ErrorNote text={error} />
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

/** What is sent. Throws for a variable that cannot be. */
function trimmed({ id, command, cwd, size, variables }: Start): NewSession {
  return { id: id.trim(), command: command.trim(), cwd: cwd.trim(), size, variables: toEnvironment(variables) };
}

type FieldsProps = { readonly start: Start; readonly ofWindow: Size; readonly onChange: (change: Partial<Start>) => void };

function Fields({ start, ofWindow, onChange }: FieldsProps): ReactElement {
  const { options, forget } = useStartOptions();
  const command = useRef<HTMLInputElement>(null);
  // What was chosen can be changed at once, or started with Enter.
  const choose = (change: Partial<Start>): void => {
    onChange(change);
    command.current?.focus();
  };
  return (
    <>
      <FormField label="Command" hint="Your shell runs it.">
        {({ id }) => (
          <input
            ref={command}
            id={id}
            required
            value={start.command}
            maxLength={65_536}
            onChange={({ target }) => onChange({ command: target.value })}
            className="field font-mono"
            placeholder="bash"
            {...CODE}
          />
        )}
      </FormField>
      <Presets presets={options.presets} onChoose={(preset) => choose({ command: preset.command })} />
      <RecentList
        recent={options.recent}
        home={options.home}
        onChoose={(recent) => choose({ command: recent.command, cwd: recent.cwd })}
        onForget={forget}
      />
      <div className="flex flex-wrap gap-3">
        <FolderField value={start.cwd} recent={options.recent} home={options.home} onChange={(cwd) => onChange({ cwd })} />
        <FormField label="Name" hint="Empty: Cotty picks one.">
          {({ id }) => (
            <input
              id={id}
              maxLength={64}
              value={start.id}
              onChange={({ target }) => onChange({ id: target.value })}
              className="field"
              {...CODE}
            />
          )}
        </FormField>
      </div>
      <VariableFields variables={start.variables} onChange={(variables) => onChange({ variables })} />
      <SizeChoice windowSize={ofWindow} size={start.size} onChange={(size) => onChange({ size })} />
    </>
  );
}
