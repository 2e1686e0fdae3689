/** Shown before the first session: how to connect an agent, with the exact command. */
import { Tabs } from "@base-ui/react/tabs";
import type { ReactElement } from "react";
import { copyText } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { AGENTS } from "../state/agent-setup.ts";
import { Chord } from "./controls.tsx";
import { useCommand } from "./use-command.ts";

export function EmptyState(): ReactElement {
  const run = useCommand();
  return (
    <div className="mx-auto max-w-180 py-12">
      <h1 className="text-heading font-semibold">No sessions yet</h1>
      <p className="mt-4 mb-3 text-text-2">
        Connect an agent, then ask it to run something. Every terminal it opens shows up here.
      </p>
      <section aria-label="Connect an agent" className="rounded-lg border border-line-1 bg-bg-2 p-3.5">
        <AgentTabs />
        <p className="mt-2.5 text-text-2">
          If your terminal does not find <code className="font-mono">cotty</code>, run <code className="font-mono">npm link</code>{" "}
          in a checkout of Cotty, or choose “Install the cotty command…” in the app’s menu.
        </p>
        <Connected />
      </section>
      <section className="mt-4 rounded-lg border border-line-1 bg-bg-2 p-3.5">
        <h2 className="mb-2 font-semibold">Or start one yourself</h2>
        <button type="button" className="button" onClick={() => run("new-session")}>
          New session <Chord command="new-session" />
        </button>
      </section>
    </div>
  );
}

function AgentTabs(): ReactElement {
  const app = useApp();
  return (
    <Tabs.Root defaultValue={AGENTS[0]?.name}>
      <Tabs.List aria-label="Agent" className="mb-2 flex flex-wrap gap-1">
        {AGENTS.map(({ name }) => (
          <Tabs.Tab
            key={name}
            value={name}
            className="h-7 rounded-sm px-2.5 text-text-2 hover:bg-hover data-active:bg-hover data-active:text-text-1"
          >
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {AGENTS.map(({ name, where, text }) => (
        <Tabs.Panel key={name} value={name}>
          <p className="mb-1 text-text-2">{where}</p>
          <pre
            tabIndex={0}
            aria-label={`To connect ${name}`}
            className="overflow-x-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta"
          >
            {text}
          </pre>
          <button type="button" className="button button-primary mt-2.5" onClick={() => void copyText(app, text, "Text")}>
            Copy
          </button>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

/** Which agents have connected: the sign that the command worked. */
function Connected(): ReactElement {
  const clients = useAppState((state) => state.clients);
  const names = [...new Set(clients.filter(({ kind }) => kind === "mcp").map(({ name }) => name))];
  return (
    <p role="status" className="mt-2.5 text-text-2">
      {names.length === 0 ? (
        "Waiting for the first connection…"
      ) : (
        <>
          <span className="text-ok">✓ {names.join(", ")} connected.</span> Ask it: “start python in a terminal and compute
          2**100”.
        </>
      )}
    </p>
  );
}
