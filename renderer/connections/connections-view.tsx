/** Everything that can reach the host: who is connected, tokens, share links, and what all of them did. */
import type { ReactElement, ReactNode } from "react";
import { HttpAgents } from "../components/http-agents-dialog.tsx";
import { ErrorNote } from "../components/error-note.tsx";
import { showOverview } from "../commands/session-actions.ts";
import { useCommand } from "../components/use-command.ts";
import { AgentTable } from "../grants/agent-table.tsx";
import { LinkList } from "../links/link-list.tsx";
import { useLinks } from "../links/use-links.ts";
import { useApp } from "../state/app-context.ts";
import { AuditLog } from "./audit-log.tsx";
import { ConnectedClients } from "./connected-clients.tsx";

export function ConnectionsView(): ReactElement {
  const app = useApp();
  const run = useCommand();
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-3 p-2">
      <div className="flex flex-wrap items-baseline gap-3">
        <h1 className="flex-1 text-heading font-semibold">Connections</h1>
        <button type="button" className="button" onClick={() => run("connect-agent")}>
          Connect an agent…
        </button>
        <button type="button" className="button" onClick={() => showOverview(app)}>
          Back to sessions
        </button>
      </div>
      <Section title="Connected now">
        <ConnectedClients />
      </Section>
      <Section title="What agents may do">
        <AgentTable />
      </Section>
      <Section title="Agents over HTTP">
        <HttpAgents />
      </Section>
      <Section title="Share links">
        <ShareLinksOfAll />
      </Section>
      <Section title="Audit">
        <AuditLog />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section aria-label={title} className="rounded-lg border border-line-1 bg-bg-2 p-3.5">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function ShareLinksOfAll(): ReactElement {
  const { links, error, revoke } = useLinks();
  return (
    <>
      <p className="text-text-2">
        {links.length === 0
          ? "There are none. A session’s menu makes one."
          : "Whoever has one of these watches a session, until it expires or you revoke it."}
      </p>
      <ErrorNote text={error} />
      <LinkList links={links} onRevoke={revoke} />
    </>
  );
}
