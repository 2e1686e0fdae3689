/** `cotty connect` without a client: which clients are found here, and which of them are connected. */
import { messageOf } from "../../../shared/errors.ts";
import type { UserEnvironment } from "../../platform/paths.ts";
import type { Invocation } from "../command.ts";
import { print, printError, printJson } from "../output.ts";
import { type AgentClient, CLIENT_IDS, type ClientId, CLIENTS, configPath, isInstalled, type Scope, SCOPES } from "./clients.ts";
import { isOpenToOthers } from "./config-file.ts";
import { openConfig } from "./open-config.ts";
import { addressIn, bearerToken, expectedUrl } from "./server-entry.ts";

type ConnectState = {
  readonly client: ClientId;
  readonly label: string;
  readonly found: boolean;
  readonly connected: Scope[];
  readonly file: string | undefined;
  readonly problem?: string;
};

/** Lists the clients. Returns the exit code. */
export async function listClients({ paths }: Invocation, environment: UserEnvironment, asJson: boolean): Promise<number> {
  const url = expectedUrl(paths);
  const rows = await Promise.all(CLIENT_IDS.map((id) => connectStateOf(id, environment, url)));
  if (asJson) {
    printJson(rows);
    return 0;
  }
  for (const { client, label, found, connected, file, problem } of rows) {
    const state =
      problem ?? (connected.length > 0 ? `connected (${connected.join(", ")})` : found ? "found here" : "not found here");
    print(`  ${client.padEnd(15)} ${label.padEnd(15)} ${state}${found && file !== undefined ? `  ${file}` : ""}\n`);
  }
  printError(
    "\n'cotty connect <client>' shows the change and asks before it writes. For any other client: 'cotty connect other'.\n",
  );
  return 0;
}

async function connectStateOf(id: ClientId, environment: UserEnvironment, url: string): Promise<ConnectState> {
  const client: AgentClient = CLIENTS[id];
  const connected: Scope[] = [];
  const file = configPath(client, "user", environment);
  const state = { client: id, label: client.label, found: isInstalled(client, environment), connected, file };
  for (const scope of SCOPES) {
    try {
      const path = configPath(client, scope, environment);
      if (path === undefined) continue;
      const config = await openConfig(path, client);
      if (config.entry === undefined) continue;
      connected.push(scope);
      const address = addressIn(config.entry);
      if (address !== undefined && address !== url) {
        const again = `run 'cotty connect ${id} --http${scope === "user" ? "" : ` --scope ${scope}`}'`;
        return { ...state, problem: `connected, but to ${address} in place of ${url}: ${again}` };
      }
      if (bearerToken(config.entry) !== undefined && isOpenToOthers(config.file)) {
        return { ...state, problem: `connected, but other users can read the token: run 'cotty connect ${id} --http'` };
      }
    } catch (error) {
      return { ...state, problem: messageOf(error) };
    }
  }
  return state;
}
