/** Shown before the first session: connects an agent, starts a program, or shows what Cotty does. */
import { type ReactElement, useState } from "react";
import { startDemo } from "../commands/start-demo.ts";
import { ConnectAgent } from "../onboarding/connect-agent.tsx";
import { useApp } from "../state/app-context.ts";
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
          <DemoButton />
          <button type="button" className="button" onClick={() => run("open-recording")}>
            Open a recording…
          </button>
          <button type="button" className="button" onClick={() => run("recordings")}>
            Recordings
          </button>
        </div>
      </section>
    </div>
  );
}

/** Compiling what the demo debugs takes a moment, in which nothing is to be seen yet. */
function DemoButton(): ReactElement {
  const app = useApp();
  const [isStarting, setStarting] = useState(false);
  const start = (): void => {
    setStarting(true);
    void startDemo(app).finally(() => setStarting(false));
  };
  return (
    <button type="button" className="button" disabled={isStarting} onClick={start}>
      {isStarting ? "Starting the demo…" : "Start the demo"}
    </button>
  );
}
