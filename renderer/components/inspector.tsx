/** Facts of the session, and who typed what, newest last: the host's input log, which keeps passwords out. */
import { isPerson } from "../../shared/client-kind.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { type Input, joinInputs } from "../state/input-log.ts";
import { SessionFacts } from "./session-facts.tsx";
import { StateExplanation } from "./state-explanation.tsx";
import { visibleKeys } from "../terminal/visible-keys.ts";

/** While a session is busy, the log is asked for at most this often. */
const REFRESH_MS = 500;

/** Over the terminal where there is no space beside it. */
const OVERLAY = "absolute inset-y-0 right-0 z-10 shadow-lg";
const OVERLAY_IF_NARROW =
  "max-[1100px]:absolute max-[1100px]:inset-y-0 max-[1100px]:right-0 max-[1100px]:z-10 max-[1100px]:shadow-lg";

type InspectorProps = { readonly session: SessionInfo; readonly isOverlay?: boolean };

export function Inspector({ session, isOverlay = false }: InspectorProps): ReactElement {
  const inputs = useInputs(session);
  const isRemoved = useAppState(({ removed }) => removed.has(session.id));
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The log alone: `scrollIntoView` would move the session's view, too.
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [inputs]);
  return (
    <aside
      data-region
      tabIndex={-1}
      aria-label="Who typed what"
      className={`flex w-75 max-w-full flex-none flex-col overflow-y-auto border-l border-line-1 bg-bg-2 outline-none ${isOverlay ? OVERLAY : OVERLAY_IF_NARROW}`}
    >
      {!isRemoved && <StateExplanation session={session} />}
      {!isRemoved && <SessionFacts session={session} />}
      <h2 className="px-3 pt-3 pb-1 font-semibold">Who typed what</h2>
      <div
        ref={log}
        role="log"
        aria-live="off"
        tabIndex={0}
        aria-label="Input"
        className="min-h-20 flex-1 overflow-y-auto px-3 pb-3"
      >
        {inputs?.length === 0 && <p className="text-text-3">Nobody has typed yet.</p>}
        {joinInputs(inputs ?? []).map((input, index) => (
          <InputRow key={`${input.atMs}-${index}`} input={input} />
        ))}
      </div>
    </aside>
  );
}

function InputRow({ input }: { input: Input }): ReactElement {
  const person = isPerson(input.client);
  const time = new Date(input.atMs);
  return (
    <p className="flex items-baseline gap-2 py-0.5" title={input.client.name}>
      <span aria-hidden className={person ? "text-you" : "text-agent"}>
        {person ? "●" : "▲"}
      </span>
      <span className="sr-only">{input.client.name}</span>
      <time dateTime={time.toISOString()} className="flex-none text-meta text-text-3 tabular-nums">
        {time.toLocaleTimeString([], { hour12: false })}
      </time>
      <span className="min-w-0 font-mono text-meta break-words">{visibleKeys(input.text)}</span>
    </p>
  );
}

/** The log of a session, asked for at once and after each sign of life; undefined until the first answer. */
function useInputs({ id, lastOutputAtMs, driver }: SessionInfo): readonly Input[] | undefined {
  const app = useApp();
  const [log, setLog] = useState<{ readonly id: string; readonly inputs: readonly Input[] }>();
  const askedAtMs = useRef(-REFRESH_MS);
  useEffect(() => {
    // Counted from the last request, not from the last change: a session that never rests must be asked for too.
    const delayMs = Math.max(0, askedAtMs.current + REFRESH_MS - performance.now());
    const timer = setTimeout(() => {
      askedAtMs.current = performance.now();
      app.host
        .request("session/inputs", { id })
        .then((inputs) => setLog({ id, inputs }))
        // The view of a session that has gone closes; an error would tell nobody.
        .catch(() => {});
    }, delayMs);
    return () => clearTimeout(timer);
  }, [app, id, lastOutputAtMs, driver]);
  return log?.id === id ? log.inputs : undefined;
}
