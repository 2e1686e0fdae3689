/** Every session ever recorded: found by name, agent, program, date, ending and text; replayed, exported, deleted. */
import { type ReactElement, useState } from "react";
import { byteSize } from "../../shared/byte-size.ts";
import { counted } from "../../shared/counted.ts";
import type { RecordingFilter } from "../../shared/protocol.ts";
import { showDialog, showOverview } from "../commands/session-actions.ts";
import { ErrorNote } from "../components/error-note.tsx";
import { Field } from "../components/field.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import { RecordingRow } from "./recording-row.tsx";
import { FIRST_QUERY, type Found, useRecordings, withMore } from "./use-recordings.ts";

const DAY_MS = 86_400_000;
const AGES = { any: undefined, "1": "Last 24 hours", "7": "Last 7 days", "30": "Last 30 days" } as const;
const ENDINGS = { any: undefined, ok: "Exited 0", failed: "Failed", running: "Running", lost: "Lost with the host" } as const;

export function RecordingsView(): ReactElement {
  const app = useApp();
  const [query, setQuery] = useState(FIRST_QUERY);
  const changes = useAppState((state) => state.recordingChanges);
  const { found, error } = useRecordings(query, changes);
  const filter = (change: RecordingFilter): void => setQuery({ ...query, filter: cleaned({ ...query.filter, ...change }) });
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
        <TextField label="Text on the screen" onChange={(text) => setQuery({ ...query, text })} />
        <TextField label="Session" onChange={(name) => filter({ name })} />
        <TextField label="Agent" onChange={(agent) => filter({ agent })} />
        <TextField label="Program" onChange={(program) => filter({ program })} />
        <Choice
          label="Started"
          options={AGES}
          onChange={(days) => filter({ sinceMs: days === "any" ? undefined : Date.now() - Number(days) * DAY_MS })}
        />
        <Choice
          label="Ended"
          options={ENDINGS}
          onChange={(ending) => filter({ ending: ending === "any" ? undefined : ending })}
        />
      </div>
      <ErrorNote text={error} />
      {found?.recordings.length === 0 && <p className="p-4 text-text-2">No recordings found.</p>}
      <ul className="flex flex-col gap-1" aria-label="Recordings">
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

function TextField({ label, onChange }: { label: string; onChange: (text: string) => void }): ReactElement {
  return (
    <Field label={label}>
      <input className="field" maxLength={100} onChange={(event) => onChange(event.currentTarget.value)} />
    </Field>
  );
}

type ChoiceProps<K extends string> = {
  readonly label: string;
  readonly options: Readonly<Record<K, string | undefined>>;
  readonly onChange: (value: K) => void;
};

function Choice<K extends string>({ label, options, onChange }: ChoiceProps<K>): ReactElement {
  // Keys that are numbers come first in an object.
  const keys = (Object.keys(options) as K[]).toSorted(
    (a, b) => Number(options[a] !== undefined) - Number(options[b] !== undefined),
  );
  return (
    <Field label={label}>
      <select className="field" onChange={(event) => onChange(event.currentTarget.value as K)} defaultValue="any">
        {keys.map((key) => (
          <option key={key} value={key}>
            {options[key] ?? "Any"}
          </option>
        ))}
      </select>
    </Field>
  );
}
