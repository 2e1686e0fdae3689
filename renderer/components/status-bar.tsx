/** How many sessions and agents there are, how the connection is, and where the keys go. */
import type { ReactElement } from "react";
import { useAppState } from "../state/app-context.ts";
import { useSteadySessions } from "../state/live-session.ts";
import { titleOf } from "../state/session-display.ts";
import type { ConnectionState } from "../connection/window-connection.ts";

const CONNECTION_WORDS: Readonly<Record<ConnectionState["kind"], string>> = {
  connecting: "Connecting…",
  open: "",
  reconnecting: "◌ Reconnecting to the host…",
  refused: "Not connected",
  ended: "Host ended",
};

export function StatusBar(): ReactElement {
  const connection = useAppState((state) => state.connection.kind);
  const sessions = useSteadySessions();
  const agents = useAppState(({ clients }) => clients.filter(({ kind }) => kind === "mcp").length);
  const keysGoTo = useAppState(({ keysGoTo }) => keysGoTo);
  const running = [...sessions.values()].filter(({ attention }) => attention.state === "working").length;
  const target = keysGoTo === undefined ? undefined : sessions.get(keysGoTo);
  return (
    <footer
      data-region
      tabIndex={-1}
      aria-label="Status"
      className="flex min-h-6.5 flex-none flex-wrap items-center gap-x-4 border-t border-line-1 bg-bg-1 px-2.5 text-meta whitespace-nowrap text-text-2 outline-none"
    >
      <span className="tabular-nums">
        {sessions.size} session{sessions.size === 1 ? "" : "s"} · {running} running
      </span>
      <span className="tabular-nums">
        MCP: {agents} client{agents === 1 ? "" : "s"} connected
      </span>
      {CONNECTION_WORDS[connection] && <span className="font-semibold text-wait">{CONNECTION_WORDS[connection]}</span>}
      <span className="ml-auto truncate">
        Keys go to: <strong className="font-semibold text-text-1">{target ? titleOf(target) : "app"}</strong>
      </span>
    </footer>
  );
}
