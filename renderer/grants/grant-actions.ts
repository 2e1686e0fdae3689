/** What a person does about agents: opens the question what one may do, and leaves one as it is. */
import type { KnownAgent } from "../../shared/protocol.ts";
import { attempt, showConnections, showDialog } from "../commands/session-actions.ts";
import type { App } from "../state/app-context.ts";
import { askingAgents } from "./grant-words.ts";

/** Asks about the agent that has waited longest for an answer. With none, or several, the page lists them. */
export function askAboutAgents(app: App): void {
  const { agents } = app.store.getState();
  const waiting = askingAgents(agents).length > 0 ? askingAgents(agents) : agents.filter(({ isNew }) => isNew);
  const [only] = waiting;
  if (only && waiting.length === 1) showDialog(app, { kind: "grant", agent: only });
  else showConnections(app);
}

/** The agents go on as they are. */
export async function leaveAgents(app: App, agents: readonly KnownAgent[]): Promise<void> {
  for (const { agent } of agents) await attempt(app, "The agent still waits", app.host.request("grant/dismiss", { agent }));
}

export async function revokeGrant(app: App, { agent }: KnownAgent): Promise<void> {
  await attempt(app, "The grant was not revoked", app.host.request("grant/revoke", { agent }));
}
