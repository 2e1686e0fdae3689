/** The agents that the host knows, what each may do and why, and the ways to change that. */
import type { ReactElement } from "react";
import type { KnownAgent } from "../../shared/protocol.ts";
import { showDialog } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { revokeGrant } from "./grant-actions.ts";
import { sourceOf, TIER_WORDS } from "./grant-words.ts";

const TITLES = ["Agent", "May", "Granted", ""];

export function AgentTable(): ReactElement {
  const agents = useAppState((state) => state.agents);
  if (agents.length === 0)
    return <p className="text-text-2">No agent has connected since the host started, and none has a grant.</p>;
  return (
    <div tabIndex={0} role="region" aria-label="Agents" className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-label text-text-3">
          <tr>
            {TITLES.map((title) => (
              <th key={title} className="py-1 pr-3 font-semibold">
                {title === "" ? <span className="sr-only">Change</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map((known) => (
            <AgentRow key={known.agent} known={known} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AgentRow({ known }: { known: KnownAgent }): ReactElement {
  const app = useApp();
  const { agent, name, folder, tier, grant, wants, isConnected } = known;
  return (
    <tr className="border-t border-line-1">
      <td className="max-w-80 py-1.5 pr-3">
        <div className={`truncate font-semibold ${isConnected ? "text-agent" : "text-text-2"}`}>
          {isConnected && "▲ "}
          <bdi>{name}</bdi>
          {!isConnected && <span className="font-normal text-text-3"> (gone)</span>}
        </div>
        <div className="truncate font-mono text-meta text-text-3">{agent}</div>
        {folder !== undefined && <div className="truncate font-mono text-meta text-text-3">{folder}</div>}
      </td>
      <td className="py-1.5 pr-3 text-text-2">
        {TIER_WORDS[tier]}
        {wants !== undefined && <div className="text-wait">◆ Was refused what takes more</div>}
      </td>
      <td className="py-1.5 pr-3 text-text-2">{sourceOf(known)}</td>
      <td className="py-1.5 text-right whitespace-nowrap">
        <button
          type="button"
          className="button"
          aria-label={`Change what ${name} may do`}
          onClick={() => showDialog(app, { kind: "grant", agent: known })}
        >
          Change…
        </button>{" "}
        {grant && (
          <button
            type="button"
            className="button"
            aria-label={`Revoke what ${name} was granted`}
            onClick={() => void revokeGrant(app, known)}
          >
            Revoke
          </button>
        )}
      </td>
    </tr>
  );
}
