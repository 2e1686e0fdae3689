/** `cotty connect` without a client: which clients are found here, and which of them are connected. */
import { connectStates } from "../../connect/connect-states.ts";
import { expectedMcpUrl } from "../../platform/http-port.ts";
import type { UserEnvironment } from "../../platform/paths.ts";
import type { Invocation } from "../command.ts";
import { print, printError, printJson } from "../output.ts";

/** Lists the clients. Returns the exit code. */
export async function listClients({ paths }: Invocation, environment: UserEnvironment, asJson: boolean): Promise<number> {
  const rows = await connectStates(environment, expectedMcpUrl(paths));
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
