/** `cotty connect`: adds Cotty's MCP server to the configuration of an MCP client, or removes it. */
import { type AgentClient, CLIENT_IDS, clientNamed, CLIENTS, configPath, SCOPES } from "../../connect/clients.ts";
import { openConfig } from "../../connect/open-config.ts";
import { userEnvironment } from "../../platform/user-paths.ts";
import type { Invocation } from "../command.ts";
import { oneOf, takeOptions, UsageError } from "../options.ts";
import { applyChange } from "./apply-change.ts";
import { listClients } from "./list-clients.ts";
import { printSnippet } from "./snippet.ts";

/** Stands for every client that is not in the list. */
const OTHER = "other";

const OPTIONS = {
  "--scope": "value",
  "--http": "flag",
  "--remove": "flag",
  "--yes": "flag",
  "--print": "flag",
  "--json": "flag",
} as const;

export async function connect(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, OPTIONS, "anywhere");
  const [name, ...more] = rest;
  if (more.length > 0) throw new UsageError("");
  const choice = `Choose one of: ${CLIENT_IDS.join(", ")}, ${OTHER}`;
  if (name === undefined) {
    const { "--json": json, ...others } = options;
    if (Object.keys(others).length > 0) throw new UsageError(`Which client? ${choice}`);
    return listClients(invocation, userEnvironment(), json === true);
  }
  if (name === OTHER) {
    const { "--http": http, "--json": json, ...unused } = options;
    const [option] = Object.keys(unused);
    if (option !== undefined) throw new UsageError(`${OTHER} only prints what a client needs; leave out ${option}`);
    return printSnippet(invocation, { isHttp: http === true, asJson: json === true });
  }
  const id = clientNamed(name);
  if (id === undefined) throw new UsageError(`Unknown client: ${name}. ${choice}`);
  if (options["--yes"] && options["--print"]) throw new UsageError("Use --yes or --print, not both");
  if (options["--http"] && options["--remove"]) {
    throw new UsageError("--remove removes a server of either kind; leave out --http");
  }
  const scope = oneOf("--scope", SCOPES, options["--scope"] ?? "user");
  const client: AgentClient = CLIENTS[id];
  const path = configPath(client, scope, userEnvironment());
  if (path === undefined) throw new UsageError(`${client.label} has no configuration for the scope ${scope}`);
  if (options["--http"] && !client.http) {
    throw new Error(`${client.label}'s configuration cannot contain servers over HTTP; leave out --http`);
  }
  const change = { invocation, id, client, scope, isRemoval: options["--remove"] === true, isHttp: options["--http"] === true };
  return applyChange(change, await openConfig(path, client), {
    yes: options["--yes"] === true,
    printOnly: options["--print"] === true,
    json: options["--json"] === true,
  });
}
