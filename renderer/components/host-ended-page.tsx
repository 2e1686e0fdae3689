/** Shown when a client has ended the host: who did it, how many sessions ended with it, and the next step. */
import type { ReactElement } from "react";
import { useApp } from "../state/app-context.ts";

export function HostEndedPage({ by, stopped }: { by: string; stopped: number }): ReactElement {
  const { desktop } = useApp();
  const sessions = stopped === 1 ? "one session" : `${stopped} sessions`;
  return (
    <main className="grid h-full place-items-center p-6">
      <div className="max-w-120 rounded-lg border border-line-1 bg-bg-2 p-6">
        <h1 className="text-heading font-semibold">The host was ended</h1>
        <p role="alert" className="mt-3 text-text-2">
          “{by}” ended it{stopped > 0 ? `, and with it ${sessions}. Recordings stay.` : "; no session was left."}
        </p>
        {desktop.isThere ? (
          <button type="button" className="button button-primary mt-4" onClick={() => desktop.send({ type: "start-host" })}>
            Start a new host
          </button>
        ) : (
          <p className="mt-3">
            Run <code className="rounded-sm border border-line-1 bg-term px-1.5 py-0.5 font-mono text-meta">cotty serve</code> for
            a new one.
          </p>
        )}
      </div>
    </main>
  );
}
