/** Shown before the first session: connects an agent, or starts a program. */
import type { ReactElement } from "react";
import { ConnectAgent } from "../onboarding/connect-agent.tsx";
import { Chord } from "./controls.tsx";
import { useCommand } from "./use-command.ts";

export function EmptyState(): ReactElement {
  const run = useCommand();
  return (
    <div className="mx-auto max-w-180 py-12 max-lg:py-4">
      <h1 className="text-heading font-semibold">No sessions yet</h1>
      <p className="mt-4 mb-3 text-text-2">
        Connect an agent, then ask it to run something. Every terminal it opens shows up here.
      </p>
      <section aria-label="Connect an agent" className="rounded-lg border border-line-1 bg-bg-2 p-3.5">
        <ConnectAgent />
      </section>
      <section className="mt-4 rounded-lg border border-line-1 bg-bg-2 p-3.5">
        <h2 className="mb-2 font-semibold">Or begin without one</h2>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={() => run("new-session")}>
            New session <Chord command="new-session" />
          </button>
          <button type="button" className="button" onClick={() => run("recordings")}>
            Recordings
          </button>
        </div>
      </section>
    </div>
  );
}
