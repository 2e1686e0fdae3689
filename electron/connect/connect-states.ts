/** Which clients are found on this machine, and which of them are connected. */
import { messageOf } from "../../shared/errors.ts";
import type { UserEnvironment } from "../platform/paths.ts";
import { type AgentClient, CLIENT_IDS, type ClientId, CLIENTS, configPath, isInstalled, type Scope, SCOPES } from "./clients.ts";
import { isOpenToOthers } from "./config-file.ts";
import { openConfig } from "./open-config.ts";
import { addressIn, bearerToken, leadsToCotty, missingPath } from "./server-entry.ts";

export type ConnectState = {
  readonly client: ClientId;
  readonly label: string;
  readonly found: boolean;
  /** The scopes whose configuration has Cotty's entry. */
  readonly connected: Scope[];
  /** The user's configuration file, whether or not it exists. */
  readonly file: string | undefined;
  /** Why the entry does not work, or why the file cannot be read, with the next step. */
  readonly problem?: string;
};

/** The state of every client. `url` is where the host serves MCP over HTTP. */
export function connectStates(environment: UserEnvironment, url: string): Promise<ConnectState[]> {
  return Promise.all(CLIENT_IDS.map((id) => connectStateOf(id, environment, url)));
}

async function connectStateOf(id: ClientId, environment: UserEnvironment, url: string): Promise<ConnectState> {
  const client: AgentClient = CLIENTS[id];
  const connected: Scope[] = [];
  const file = configPath(client, "user", environment);
  const state = { client: id, label: client.label, found: isInstalled(client, environment), connected, file };
  for (const scope of hasFolder(environment) ? SCOPES : (["user"] as const)) {
    try {
      const path = configPath(client, scope, environment);
      if (path === undefined) continue;
      const config = await openConfig(path, client);
      if (config.entry === undefined) continue;
      const again = (option: string): string => `'cotty connect ${id}${option}${scope === "user" ? "" : ` --scope ${scope}`}'`;
      const address = addressIn(config.entry);
      if (address === undefined && !leadsToCotty(config.entry)) {
        return { ...state, problem: `its server 'cotty' is another program (${path}): ${again("")} shows what would change` };
      }
      connected.push(scope);
      if (address !== undefined && address !== url) {
        return { ...state, problem: `connected, but to ${address} in place of ${url}: run ${again(" --http")}` };
      }
      const missing = address === undefined ? missingPath(config.entry, client) : undefined;
      if (missing !== undefined) return { ...state, problem: `connected, but ${missing} does not exist: run ${again("")}` };
      if (bearerToken(config.entry) !== undefined && isOpenToOthers(config.file)) {
        return { ...state, problem: `connected, but other users can read the token: run 'cotty connect ${id} --http'` };
      }
    } catch (error) {
      return { ...state, problem: messageOf(error) };
    }
  }
  return state;
}

/** Not in a folder that has been deleted: then there is no project. */
function hasFolder(environment: UserEnvironment): boolean {
  try {
    return environment.cwd !== "";
  } catch {
    return false;
  }
}
