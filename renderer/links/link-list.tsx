/** Share links, each with what it shows, until when, and its end. */
import type { ReactElement } from "react";
import type { LinkInfo } from "../../shared/protocol.ts";

type LinkListProps = { readonly links: readonly LinkInfo[]; readonly onRevoke: (link: string) => void };

export function LinkList({ links, onRevoke }: LinkListProps): ReactElement | null {
  if (links.length === 0) return null;
  return (
    <ul aria-label="Share links" className="mt-3 divide-y divide-line-1 rounded-sm border border-line-1">
      {links.map(({ id, session, expiresAtMs }) => (
        <li key={id} className="flex items-center gap-3 px-2.5 py-1.5">
          <span className="min-w-0 truncate font-semibold">{session}</span>
          <span className="min-w-0 flex-1 truncate text-text-2">until {timeOf(expiresAtMs)}</span>
          <button type="button" className="button" aria-label={`Revoke the link to ${session}`} onClick={() => onRevoke(id)}>
            Revoke
          </button>
        </li>
      ))}
    </ul>
  );
}

function timeOf(ms: number): string {
  return new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
