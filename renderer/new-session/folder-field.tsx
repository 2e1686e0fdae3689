/** The folder of a new session: recent ones are offered, and it is checked before the program starts. */
import { type ReactElement, useCallback, useId } from "react";
import type { RecentStart, Result } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import { useAnswer } from "../state/use-answer.ts";
import { CODE, FormField } from "./form-field.tsx";

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
  const cwd = folder.trim();
  const check = useCallback(
    async (): Promise<Result<"start/check-folder">> => (cwd === "" ? {} : host.request("start/check-folder", { cwd })),
    [host, cwd],
  );
  // Without an answer nothing is said: the start itself says it.
  const { answer, isCurrent } = useAnswer(check);
  return isCurrent ? answer?.problem : undefined;
}
