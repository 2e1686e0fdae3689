/** The clients that are connected now, and what each may do. */
import { type ReactElement, useEffect, useState } from "react";
import { counted } from "../../shared/counted.ts";
import type { ConnectedClient } from "../../shared/protocol.ts";
import { TIER_WORDS } from "../grants/grant-words.ts";
import { useApp, useAppState } from "../state/app-context.ts";

const KINDS: Readonly<Record<ConnectedClient["kind"], string>> = {
  window: "Window",
  attach: "Terminal",
  cli: "Command",
  mcp: "Agent",
  script: "Script",
};

export function ConnectedClients(): ReactElement {
  const { host } = useApp();
  const self = useAppState((state) => state.self);
  // Asked for again whenever a client comes or goes.
  const present = useAppState((state) => state.clients);
  const [clients, setClients] = useState<readonly ConnectedClient[]>([]);
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      const answer = await host.request("client/list", {});
      if (!isOver) setClients(answer);
    };
    // Without a connection there is nothing to list; the next one brings a new list.
    ask().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [host, present]);
  return (
    <div tabIndex={0} role="region" aria-label="Clients" className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-label text-text-3">
          <tr>
            <th className="py-1 pr-3 font-semibold">Client</th>
            <th className="py-1 pr-3 font-semibold">Kind</th>
            <th className="py-1 pr-3 font-semibold">May</th>
            <th className="py-1 pr-3 font-semibold">Sessions</th>
            <th className="py-1 font-semibold">Since</th>
          </tr>
        </thead>
        <tbody>
          {clients.map(({ id, name, kind, tier, watchesOnly, sessions, sinceMs }) => (
            <tr key={id} className="border-t border-line-1">
              <td className={`max-w-60 truncate py-1.5 pr-3 font-semibold ${kind === "mcp" ? "text-agent" : ""}`}>
                {kind === "mcp" && "▲ "}
                {id === self?.id ? "This window" : name}
              </td>
              <td className="py-1.5 pr-3 text-text-2">{watchesOnly === undefined ? KINDS[kind] : "Share link"}</td>
              <td className="py-1.5 pr-3 text-text-2">
                {watchesOnly === undefined ? TIER_WORDS[tier] : `Watches ${watchesOnly}`}
              </td>
              <td className="py-1.5 pr-3 text-text-2 tabular-nums">{sessions === 0 ? "" : counted(sessions, "session")}</td>
              <td className="py-1.5 text-text-3 tabular-nums">{new Date(sinceMs).toLocaleTimeString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
