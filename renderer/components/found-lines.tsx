/** The lines of all output of a session that match: also those that its terminal has no more. */
import { type ReactElement, useEffect, useState } from "react";
import { counted } from "../../shared/counted.ts";
import { messageOf } from "../../shared/errors.ts";
import type { Result, SessionId } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";

/** The list is made once nobody has typed for this long: the host reads the whole recording for it. */
const PAUSE_MS = 250;
const MAX_LINES = 200;

type Answer = { readonly found: Result<"session/search"> } | { readonly refused: string };

export function FoundLines({ id, pattern }: { id: SessionId; pattern: string }): ReactElement {
  const app = useApp();
  const answer = useSearch(id, pattern);
  if (!answer) return <p className="p-2 text-text-3">Searching all output…</p>;
  if ("refused" in answer) return <p className="max-w-120 p-2 text-fail">{answer.refused}</p>;
  const { lines, matches, more, totalLines, isComplete } = answer.found;
  const show = (text: string): void => {
    app.terminals.of(id)?.find({ text, regex: false, caseSensitive: true, incremental: false }, "previous");
  };
  return (
    <section aria-label="All output" className="mt-1 max-w-160 border-t border-line-1 pt-1">
      <p role="status" className="px-2 text-meta text-text-2">
        {counted(matches + more, "match", "matches")} in {counted(totalLines, "line")}
        {isComplete ? "" : ", as far as the search came"}
        {more > 0 ? `; the first ${matches} are listed` : ""}
      </p>
      <ul className="max-h-60 overflow-auto" tabIndex={0} aria-label="Lines">
        {lines.map(([number, text]) => (
          <li key={number}>
            <button
              type="button"
              className="flex w-full gap-2 rounded-sm px-2 py-0.5 text-left font-mono text-meta hover:bg-hover"
              title="Show it in the terminal, if it is still there"
              onClick={() => show(text)}
            >
              <span className="w-12 flex-none text-right text-text-3 tabular-nums">{number}</span>
              <span className="min-w-0 truncate">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The answer for the pattern as it is now; undefined until it has come. */
function useSearch(id: SessionId, pattern: string): Answer | undefined {
  const app = useApp();
  const [known, setKnown] = useState<{ readonly of: string; readonly answer: Answer }>();
  useEffect(() => {
    let isWanted = true;
    const take = (answer: Answer): void => {
      if (isWanted) setKnown({ of: pattern, answer });
    };
    const timer = setTimeout(() => {
      app.host.request("session/search", { id, pattern, limit: MAX_LINES }).then(
        (found) => take({ found }),
        (error: unknown) => take({ refused: messageOf(error) }),
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [app, id, pattern]);
  return known?.of === pattern ? known.answer : undefined;
}
