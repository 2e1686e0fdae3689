/** Every session ever recorded: found by name, agent, program, date, ending and text; replayed, exported, deleted. */
import { type ReactElement, useEffect, useRef } from "react";
import { byteSize } from "../../shared/byte-size.ts";
import { counted } from "../../shared/counted.ts";
import type { RecordingFilter } from "../../shared/protocol.ts";
import { showDialog, showOverview } from "../commands/session-actions.ts";
import { ErrorNote } from "../components/error-note.tsx";
import { Field } from "../components/field.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import { type RecordingQuery, withMore } from "./recording-query.ts";
import { RecordingRow } from "./recording-row.tsx";
import { type Found, useRecordings } from "./use-recordings.ts";

const DAY_MS = 86_400_000;
const AGES = { any: undefined, "1": "Last 24 hours", "7": "Last 7 days", "30": "Last 30 days" } as const;
const ENDINGS = {
  any: undefined,
  ok: "Exited 0",
  stopped: "Stopped",
  failed: "Failed",
  running: "Running",
  lost: "Lost with the host",
} as const;

/** `from` is the recording that a person comes back from: its row has the focus, and the search is as it was. */
export function RecordingsView({ from }: { from: string | undefined }): ReactElement {
  const app = useApp();
  const query = useAppState((state) => state.recordingQuery);
  const setQuery = (recordingQuery: RecordingQuery): void => app.store.setState({ recordingQuery });
  const list = useRef<HTMLUListElement>(null);
  const changes = useAppState((state) => state.recordingChanges);
  const { found, error } = useRecordings(query, changes);
  const filter = (change: RecordingFilter, more: Partial<RecordingQuery> = {}): void =>
    setQuery({ ...query, ...more, filter: cleaned({ ...query.filter, ...change }) });
  useReturnedFocus(list, from, found !== undefined);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-3 p-2">
      <div className="flex flex-wrap items-baseline gap-3">
        <h1 className="text-heading font-semibold">Recordings</h1>
        <p role="status" className="flex-1 text-meta text-text-3">
          {found && summary(found)}
        </p>
        <button type="button" className="button" onClick={() => showDialog(app, { kind: "open-recording" })}>
          Open a file…
        </button>
        <button type="button" className="button" onClick={() => showOverview(app)}>
          Back to sessions
        </button>
      </div>
      <div role="search" aria-label="Recordings" className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-2">
        <TextField label="Text on the screen" first={query.text} onChange={(text) => setQuery({ ...query, text })} />
        <TextField label="Session" first={query.filter.name} onChange={(name) => filter({ name })} />
        <TextField label="Agent" first={query.filter.agent} onChange={(agent) => filter({ agent })} />
        <TextField label="Program" first={query.filter.program} onChange={(program) => filter({ program })} />
        <Choice
          label="Started"
          options={AGES}
          first={query.age}
          onChange={(age) => filter({ sinceMs: age === "any" ? undefined : Date.now() - Number(age) * DAY_MS }, { age })}
        />
        <Choice
          label="Ended"
          options={ENDINGS}
          first={query.filter.ending ?? "any"}
          onChange={(ending) => filter({ ending: ending === "any" ? undefined : ending })}
        />
      </div>
      <ErrorNote text={error} />
      {found?.recordings.length === 0 && <p className="p-4 text-text-2">No recordings found.</p>}
      <ul ref={list} className="flex flex-col gap-1" aria-label="Recordings">
        {found?.recordings.map(({ info, lines }) => (
          <RecordingRow key={info.id} recording={info} lines={lines} />
        ))}
      </ul>
      {found && found.total !== undefined && found.more > 0 && (
        <button type="button" className="button self-center" onClick={() => setQuery(withMore(query))}>
          Show more
        </button>
      )}
    </div>
  );
}

/** Once the list is there, gives the focus to the recording that a person comes back from, unless the person is elsewhere by then. */
function useReturnedFocus(list: { readonly current: HTMLUListElement | null }, from: string | undefined, isThere: boolean): void {
  useEffect(() => {
    const isNowhere = document.activeElement === document.body || document.activeElement?.localName === "main";
    if (!isThere || from === undefined || !isNowhere) return;
    list.current?.querySelector<HTMLElement>(`[data-recording="${CSS.escape(from)}"] button`)?.focus();
  }, [list, from, isThere]);
}

/** Without the members that filter nothing. */
function cleaned(filter: RecordingFilter): RecordingFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== "")) as RecordingFilter;
}

function summary({ total, totalBytes = 0, recordings, more, unread }: Found): string {
  if (total !== undefined) return `${counted(total, "recording")}, ${byteSize(totalBytes)}`;
  const notes = [
    `${counted(recordings.length + more, "recording")} with this text`,
    more > 0 ? `${more} not shown` : "",
    unread > 0 ? `${unread} could not be searched yet` : "",
  ];
  return notes.filter((note) => note !== "").join("; ");
}

type TextFieldProps = {
  readonly label: string;
  readonly first: string | undefined;
  readonly onChange: (text: string) => void;
};

function TextField({ label, first, onChange }: TextFieldProps): ReactElement {
  return (
    <Field label={label}>
      <input className="field" maxLength={100} defaultValue={first} onChange={(event) => onChange(event.currentTarget.value)} />
    </Field>
  );
}

type ChoiceProps<K extends string> = {
  readonly label: string;
  readonly options: Readonly<Record<K, string | undefined>>;
  readonly first: string;
  readonly onChange: (value: K) => void;
};

function Choice<K extends string>({ label, options, first, onChange }: ChoiceProps<K>): ReactElement {
  // Keys that are numbers come first in an object.
  const keys = (Object.keys(options) as K[]).toSorted(
    (a, b) => Number(options[a] !== undefined) - Number(options[b] !== undefined),
  );
  return (
    <Field label={label}>
      <select className="field" onChange={(event) => onChange(event.currentTarget.value as K)} defaultValue={first}>
        {keys.map((key) => (
          <option key={key} value={key}>
            {options[key] ?? "Any"}
          </option>
        ))}
      </select>
    </Field>
  );
}
