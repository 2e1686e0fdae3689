/** The folder of a new session: recent ones are offered, and it is checked before the program starts. */
import { type ReactElement, useEffect, useId, useState } from "react";
import type { RecentStart } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import { CODE, FormField } from "./form-field.tsx";

/** Typing goes on for a while: the host is asked when it pauses. */
const PAUSE_MS = 300;
const MAX_FOLDERS = 10;

type FolderFieldProps = {
  readonly value: string;
  readonly recent: readonly RecentStart[];
  readonly home: string;
  readonly onChange: (folder: string) => void;
};

export function FolderField({ value, recent, home, onChange }: FolderFieldProps): ReactElement {
  const problem = useFolderProblem(value);
  const list = useId();
  const folders = [...new Set(recent.map(({ cwd }) => cwd))].slice(0, MAX_FOLDERS);
  return (
    <FormField
      label="Directory"
      hint="Empty: your home directory."
      note={problem !== undefined && <span className="text-fail">{problem}</span>}
    >
      {({ id, noteId }) => (
        <>
          <input
            id={id}
            list={list}
            value={value}
            maxLength={4096}
            onChange={({ target }) => onChange(target.value)}
            className="field font-mono"
            placeholder={home}
            aria-invalid={problem !== undefined}
            aria-describedby={noteId}
            {...CODE}
          />
          <datalist id={list}>
            {folders.map((folder) => (
              <option key={folder} value={folder} />
            ))}
          </datalist>
        </>
      )}
    </FormField>
  );
}

/** Why no program can start in the folder. Undefined while that is not known, and when one can. */
function useFolderProblem(folder: string): string | undefined {
  const { host } = useApp();
  const [found, setFound] = useState<{ readonly folder: string; readonly problem: string | undefined }>();
  useEffect(() => {
    if (folder.trim() === "") return;
    const check = async (): Promise<void> => {
      const { problem } = await host.request("start/check-folder", { cwd: folder.trim() });
      setFound({ folder, problem });
    };
    // Without an answer nothing is said: the start itself says it.
    const timer = setTimeout(() => void check().catch(() => {}), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [host, folder]);
  return found?.folder === folder ? found.problem : undefined;
}
