/** What a person wants to know of a session beside its screen. */
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { counted } from "../../shared/counted.ts";
import type { Result, SessionId, SessionInfo } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import { formatBytes, processorShare } from "../state/session-usage.ts";
import { Age } from "./age.tsx";

/** The host reads the table of all processes for it. */
const REFRESH_MS = 2000;
/** At most this many processes are listed. */
const MAX_LISTED = 6;

type Facts = Result<"session/facts">;

export function SessionFacts({ session }: { session: SessionInfo }): ReactElement {
  const { now, before } = useFacts(session.id);
  const processes = now?.facts.processes ?? [];
  const memory = processes.reduce((sum, { memoryBytes = 0 }) => sum + memoryBytes, 0);
  const share = now && before && processorShare(now, before);
  const recording = now?.facts.recording;
  return (
    <section aria-label="Details" className="flex-none border-b border-line-1 px-3 pt-3 pb-2 text-meta">
      <h2 className="pb-1 text-body font-semibold">Details</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <Fact name="Command">{session.command}</Fact>
        <Fact name="Folder">{session.cwd}</Fact>
        <Fact name="Process">
          {session.pid}, for <Age sinceMs={session.startedAtMs} />
        </Fact>
        <Fact name="Size">{`${session.size.cols}×${session.size.rows}`}</Fact>
        {memory > 0 && <Fact name="Uses">{`${share === undefined ? "…" : `${share} %`} CPU, ${formatBytes(memory)}`}</Fact>}
        {processes.length > 1 && (
          <Fact name="Runs">
            {processes
              .slice(1, MAX_LISTED + 1)
              .map(({ command, pid }) => `${command} (${pid})`)
              .join(", ")}
            {processes.length > MAX_LISTED + 1 && ` and ${counted(processes.length - MAX_LISTED - 1, "other")}`}
          </Fact>
        )}
        {recording && <Fact name="Recording">{`${formatBytes(recording.bytes)}, ${recording.path}`}</Fact>}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  );
}

type TimedFacts = { readonly facts: Facts; readonly atMs: number };

/** The facts now and the time before, which tells how much has been used in between. */
function useFacts(id: SessionId): { now?: TimedFacts; before?: TimedFacts } {
  const app = useApp();
  const [known, setKnown] = useState<{ now?: TimedFacts; before?: TimedFacts }>({});
  useEffect(() => {
    const ask = (): void => {
      app.host
        .request("session/facts", { id })
        .then((facts) => setKnown(({ now }) => ({ now: { facts, atMs: performance.now() }, ...(now && { before: now }) })))
        // The view of a session that has gone says so; an error would tell nobody.
        .catch(() => {});
    };
    ask();
    const timer = setInterval(ask, REFRESH_MS);
    return () => clearInterval(timer);
  }, [app, id]);
  return known;
}
