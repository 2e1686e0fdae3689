/** Shown in place of everything else when the window cannot connect: the reason, what was lost, and the next step. */
import type { ReactElement } from "react";
import { counted } from "../../shared/counted.ts";
import { LostList } from "../host-gone/lost-list.tsx";
import { useAppState } from "../state/app-context.ts";
import { runningSessions } from "../state/after-crash.ts";

export function ConnectionPage({ reason }: { reason: string }): ReactElement {
  const sessions = useAppState((state) => state.sessions);
  const command = useAppState(({ hostFacts }) => hostFacts?.command ?? "cotty");
  const ran = runningSessions({ sessions });
  // A window that was connected knows its sessions. Another host has taken the place of its own.
  const wasConnected = useAppState((state) => state.loaded);
  return (
    <main className="grid h-full grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto p-6">
      <div className="w-full max-w-150 rounded-lg border border-line-1 bg-bg-2 p-6">
        <h1 className="text-heading font-semibold">{wasConnected ? "Another host runs now" : "This window is not connected"}</h1>
        <div role="alert" className="mt-3 text-text-2">
          {wasConnected ? (
            <p>
              The host of this window has gone.{" "}
              {ran.length > 0 && `${counted(ran.length, "program")} ended with it. Recordings are kept, up to the last second.`}
            </p>
          ) : (
            <p>{reason}</p>
          )}
        </div>
        {ran.length > 0 && <LostList sessions={ran} />}
        <p className="mt-3">
          Run{" "}
          <code className="rounded-sm border border-line-1 bg-term px-1.5 py-0.5 font-mono text-meta wrap-anywhere">
            {command} serve
          </code>{" "}
          for a fresh link. {ran.length > 0 && "The window there offers to start the programs again."}
        </p>
      </div>
    </main>
  );
}
