/** Says that the host has gone, what ran in it, and what to do. It stands above what the window showed last, which stays readable. */
import { type ReactElement, useEffect, useState } from "react";
import { counted } from "../../shared/counted.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { runningSessions } from "../state/after-crash.ts";
import { useSteadySessions } from "../state/live-session.ts";
import { LostList } from "./lost-list.tsx";

/** A host that only restarts its connection, or a machine that wakes up, is back before. */
const GONE_AFTER_MS = 3000;

export function HostGoneBanner(): ReactElement | null {
  const { desktop } = useApp();
  const isAway = useAppState(({ connection, loaded }) => connection.kind === "reconnecting" && loaded);
  const isGone = useLongerThan(isAway, GONE_AFTER_MS);
  const sessions = useSteadySessions();
  const command = useAppState(({ hostFacts }) => hostFacts?.command);
  if (!isGone) return null;
  const ran = runningSessions({ sessions });
  return (
    <section
      aria-label="The host has gone"
      className="max-h-[50vh] flex-none overflow-y-auto border-b-2 border-wait bg-wait-bg px-4 py-3"
    >
      <h2 className="font-semibold text-wait">◆ The host has gone</h2>
      <div role="alert">
        <p className="mt-1">
          {ran.length === 0
            ? "No program ran in it. The window connects again by itself when a host is back."
            : `${counted(ran.length, "program")} ran in it and ended with it. Recordings are kept, up to the last second.`}
        </p>
        {!desktop.isThere && command !== undefined && (
          <p className="mt-1">
            Run <code className="font-mono text-meta">{command} open</code> for a new host. Its window offers to start the
            programs again.
          </p>
        )}
      </div>
      {ran.length > 0 && <LostList sessions={ran} />}
    </section>
  );
}

/** Whether something has been so for longer than a time. */
function useLongerThan(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return setLong(false);
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms]);
  return isSo && isLong;
}
