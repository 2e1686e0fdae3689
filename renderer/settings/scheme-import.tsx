/** Takes over color schemes of other terminals, from files or from pasted text. */
import { type ReactElement, useId, useRef, useState } from "react";
import { counted } from "../../shared/counted.ts";
import { messageOf } from "../../shared/errors.ts";
import { changeSettings } from "../commands/session-actions.ts";
import { type App, useApp } from "../state/app-context.ts";
import { type NamedScheme, readSchemes } from "./scheme-files.ts";
import { SettingRow } from "./setting-row.tsx";

/** Far more than any of these files has. */
const MAX_BYTES = 2_000_000;

type Outcome = { readonly kind: "done" | "failed"; readonly text: string };

export function SchemeImport(): ReactElement {
  const app = useApp();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const files = useRef<HTMLInputElement>(null);
  const takeFiles = async (chosen: readonly File[]): Promise<void> => {
    setOutcomes(await Promise.all(chosen.map((file) => importFrom(app, file.name, () => textOf(file)))));
  };
  return (
    <SettingRow
      name="colorSchemes"
      label="Import color schemes"
      words="windows terminal iterm2 base16 base24"
      hint="Of Windows Terminal (.json), iTerm2 (.itermcolors), base16 or base24 (.yaml)."
      wide
    >
      {({ id }) => (
        <div className="flex flex-col gap-2">
          <div>
            <input
              ref={files}
              id={id}
              type="file"
              multiple
              accept=".json,.jsonc,.itermcolors,.yaml,.yml"
              className="file-field"
              onChange={({ target }) => {
                void takeFiles([...(target.files ?? [])]);
                // The same file can be chosen again after it was mended.
                target.value = "";
              }}
            />
          </div>
          <PasteForm
            onImport={(text) => void importFrom(app, "", () => Promise.resolve(text)).then((outcome) => setOutcomes([outcome]))}
          />
          <div role="status" className="flex flex-col gap-1 empty:hidden">
            {outcomes.map(({ kind, text }) => (
              <p key={text} className={kind === "failed" ? "text-fail" : "text-ok"}>
                {text}
              </p>
            ))}
          </div>
        </div>
      )}
    </SettingRow>
  );
}

function PasteForm({ onImport }: { onImport: (text: string) => void }): ReactElement {
  const [text, setText] = useState("");
  const id = useId();
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onImport(text);
        setText("");
      }}
    >
      <label htmlFor={id} className="text-meta text-text-2">
        Or paste its text
      </label>
      <textarea
        id={id}
        rows={3}
        className="field py-1.5 font-mono text-meta"
        value={text}
        maxLength={MAX_BYTES}
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="button self-start" disabled={text.trim() === ""}>
        Import the text
      </button>
    </form>
  );
}

async function textOf(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error("it is too long for a color scheme");
  return file.text();
}

/** Adds what the text has to the settings, and shows the first scheme of it. */
async function importFrom(app: App, fileName: string, read: () => Promise<string>): Promise<Outcome> {
  const source = fileName === "" ? "The text" : fileName;
  try {
    const schemes = readSchemes(await read(), fileName);
    addSchemes(app, schemes);
    const names = schemes.map(({ name }) => name).join(", ");
    return { kind: "done", text: `${source}: ${counted(schemes.length, "color scheme")} imported (${names})` };
  } catch (error) {
    return { kind: "failed", text: `${source} was not imported: ${messageOf(error)}` };
  }
}

function addSchemes(app: App, schemes: readonly NamedScheme[]): void {
  const { settings, terminalTheme } = app.store.getState();
  const [first] = schemes;
  const added = Object.fromEntries(schemes.map(({ name, scheme }) => [name, scheme]));
  const shown = terminalTheme.name === "light" ? "lightColorScheme" : "darkColorScheme";
  changeSettings(app, { colorSchemes: { ...settings.colorSchemes, ...added }, ...(first && { [shown]: first.name }) });
}
