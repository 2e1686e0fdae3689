/** The lines of all output of a session that match: also those that its terminal has no more. */
import { type ReactElement, useCallback } from "react";
import { counted } from "../../shared/counted.ts";
import type { SessionId } from "../../shared/protocol.ts";
import { notify, showError } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { useAnswer } from "../state/use-answer.ts";

const MAX_LINES = 200;

export function FoundLines({ id, pattern }: { id: SessionId; pattern: string }): ReactElement {
  const app = useApp();
  const search = useCallback(() => app.host.request("session/search", { id, pattern, limit: MAX_LINES }), [app, id, pattern]);
  // Over each new connection, because a search that was under way ended with the one before.
  const connection = useAppState(({ self }) => self?.id);
  const { answer, error, isCurrent } = useAnswer(search, connection);
  if (isCurrent && error !== undefined) return <p className="max-w-120 p-2 text-fail">{error}</p>;
  if (!isCurrent || !answer) return <p className="p-2 text-text-3">Searching all output…</p>;
  const { lines, matches, more, totalLines, isComplete } = answer;
  const show = (number: number, text: string): void => {
    app.terminals.showLine(id, { text, fromEnd: totalLines - number }, (why) =>
      why === "away"
        ? showError(app, "Not connected to the host", "Older lines come from it. Choose the line again once it is back.")
        : notify(app, `The terminal no longer has line ${number}`, "The recording has it."),
    );
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
              onClick={() => show(number, text)}
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
