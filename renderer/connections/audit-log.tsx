/** Who did what, and what was refused: the audit, the latest first. */
import { type ReactElement, useCallback, useState } from "react";
import type { Result } from "../../shared/protocol.ts";
import { ErrorNote } from "../components/error-note.tsx";
import { Field } from "../components/field.tsx";
import { useApp } from "../state/app-context.ts";
import { useAnswer } from "../state/use-answer.ts";

const PAGE = 50;

type Filter = { readonly client: string; readonly method: string; readonly session: string; readonly refused: boolean };
type Page = Result<"audit/list">;
type Row = Page["rows"][number];

const FIELDS = [
  { name: "client", label: "Client", maxLength: 128, placeholder: undefined },
  { name: "method", label: "Method", maxLength: 64, placeholder: "session/write" },
  { name: "session", label: "Session", maxLength: 64, placeholder: undefined },
] as const;

export function AuditLog(): ReactElement {
  const [filter, setFilter] = useState<Filter>({ client: "", method: "", session: "", refused: false });
  const { rows, hasOlder, error, showOlder } = useAudit(filter);
  return (
    <>
      <AuditFilter filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      <ErrorNote text={error} />
      {rows?.length === 0 && <p className="py-2 text-text-2">No row passes the filter.</p>}
      {rows && rows.length > 0 && <AuditTable rows={rows} />}
      {hasOlder && (
        <button type="button" className="button mt-2" onClick={showOlder}>
          Show older
        </button>
      )}
    </>
  );
}

type FilterProps = { readonly filter: Filter; readonly onChange: (change: Partial<Filter>) => void };

function AuditFilter({ filter, onChange }: FilterProps): ReactElement {
  return (
    <div role="search" aria-label="Audit" className="mb-2 flex flex-wrap items-end gap-3">
      {FIELDS.map(({ name, label, maxLength, placeholder }) => (
        <Field key={name} label={label} className="flex-1">
          <input
            className="field"
            maxLength={maxLength}
            placeholder={placeholder}
            value={filter[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        </Field>
      ))}
      <label className="flex min-h-8 items-center gap-2">
        <input type="checkbox" checked={filter.refused} onChange={({ target }) => onChange({ refused: target.checked })} />
        Refused only
      </label>
    </div>
  );
}

function AuditTable({ rows }: { rows: readonly Row[] }): ReactElement {
  return (
    <div tabIndex={0} role="region" aria-label="Rows of the audit" className="overflow-x-auto">
      <table className="w-full text-left text-meta">
        <thead className="text-label text-text-3">
          <tr>
            {["When", "Who", "What", "Session", "Decision"].map((title) => (
              <th key={title} className="py-1 pr-3 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <AuditLine key={`${row.time} ${row.monotonic}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AuditLine({ row }: { row: Row }): ReactElement {
  const { time, name, client, principal, method, session, agent, decision, count } = row;
  const who = name === "" ? client || principal : name === client ? name : `${name} (${client})`;
  const isRefused = decision !== "allowed";
  return (
    <tr className="border-t border-line-1">
      <td className="py-1 pr-3 whitespace-nowrap text-text-3 tabular-nums">{new Date(time).toLocaleString()}</td>
      <td className="max-w-50 truncate py-1 pr-3">{who}</td>
      <td className="py-1 pr-3 whitespace-nowrap">
        {method}
        {agent !== undefined && <span className="text-text-3"> {agent}</span>}
      </td>
      <td className="max-w-40 truncate py-1 pr-3 text-text-2">{session}</td>
      <td className={`py-1 whitespace-nowrap ${isRefused ? "text-fail" : "text-text-3"}`}>
        {isRefused ? `✕ ${decision}` : decision}
        {count !== undefined && ` (${count} more)`}
      </td>
    </tr>
  );
}

type Audit = {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly hasOlder: boolean;
  readonly error: string | undefined;
  readonly showOlder: () => void;
};

function useAudit({ client, method, session, refused }: Filter): Audit {
  const { host } = useApp();
  const ask = useCallback(
    (before?: string) =>
      host.request("audit/list", { client, method, session, refused, limit: PAGE, ...(before !== undefined && { before }) }),
    [host, client, method, session, refused],
  );
  const { answer, error, extend } = useAnswer<Page>(ask);
  const showOlder = (): void =>
    extend(async ({ rows, next }) => {
      const older = await ask(next);
      return { ...older, rows: [...rows, ...older.rows] };
    });
  return { rows: answer?.rows, hasOlder: answer?.next !== undefined, error, showOlder };
}
