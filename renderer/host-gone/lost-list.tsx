/** Sessions that ended with their host, as a plain list. */
import type { ReactElement } from "react";
import type { LostSession } from "../../shared/desktop-messages.ts";

const MAX_SHOWN = 20;

export function LostList({ sessions }: { sessions: readonly LostSession[] }): ReactElement {
  const more = sessions.length - MAX_SHOWN;
  return (
    <ul tabIndex={0} aria-label="Lost sessions" className="mt-2 max-h-60 overflow-y-auto rounded-sm border border-line-1">
      {sessions.slice(0, MAX_SHOWN).map(({ id, command, cwd }) => (
        <li key={id} className="flex flex-wrap gap-x-3 px-2 py-1">
          <strong className="font-semibold">{id}</strong>
          <code className="min-w-0 flex-1 truncate font-mono text-meta">{command}</code>
          <span className="max-w-full truncate text-meta text-text-3">{cwd}</span>
        </li>
      ))}
      {more > 0 && <li className="px-2 py-1 text-text-3">…and {more} more</li>}
    </ul>
  );
}
