/** Commands that give and take access: sharing, tokens, MCP over HTTP, and the audit. */
import type { AuditRow } from "../../shared/audit-entry.ts";
import type { Result, TokenInfo } from "../../shared/protocol.ts";
import { sharedWithNames } from "../../shared/shared-with.ts";
import { TOKEN_TIERS } from "../../shared/token-tiers.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { auditPage } from "../platform/audit-pages.ts";
import { expectedMcpUrl } from "../platform/http-port.ts";
import { connectOrStartHost, connectToHost, type Invocation, notFound } from "./command.ts";
import { oneOf, onlyArgument, refuseArguments, takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printError, printJson } from "./output.ts";

const DEFAULT_ROWS = 50;

export async function share(invocation: Invocation): Promise<number> {
  const spec = { "--with": "value", "--all": "flag", "--json": "flag" } as const;
  const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
  const name = options["--with"];
  if (name !== undefined && options["--all"]) throw new UsageError("Use --with or --all, not both");
  const id = onlyArgument(rest);
  using client = await connectToHost(invocation);
  const recipient = name === undefined ? "all" : { name };
  const result = await client.request("session/share", { id, with: recipient }).catch(notFound("Process", id));
  return reportSharing(id, result, options["--json"]);
}

export async function unshare(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--with": "value", "--json": "flag" } as const, "anywhere");
  const id = onlyArgument(rest);
  const name = options["--with"];
  using client = await connectToHost(invocation);
  const params = { id, ...(name !== undefined && { name }) };
  const result = await client.request("session/unshare", params).catch(notFound("Process", id));
  return reportSharing(id, result, options["--json"]);
}

function reportSharing(id: string, { sharedWith }: Result<"session/share">, asJson = false): number {
  const names = oneLine(sharedWithNames(sharedWith));
  if (asJson) printJson({ sharedWith });
  else print(names === "" ? `${oneLine(id)} is shared with nobody\n` : `${oneLine(id)} is shared with ${names}\n`);
  return 0;
}

export async function token(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--tier": "value", "--json": "flag" } as const, "anywhere");
  const [verb, name, ...more] = rest;
  const asJson = options["--json"] ?? false;
  if (more.length > 0 || (options["--tier"] !== undefined && verb !== "create")) throw new UsageError("");
  if (verb === "create" && name !== undefined) {
    return createToken(invocation, { name, tier: oneOf("--tier", TOKEN_TIERS, options["--tier"] ?? "own"), asJson });
  }
  if (verb === "list" && name === undefined) return listTokens(invocation, asJson);
  if (verb === "revoke" && name !== undefined) return revokeToken(invocation, name, asJson);
  throw new UsageError("");
}

async function createToken(
  invocation: Invocation,
  { name, tier, asJson }: { name: string; tier: TokenInfo["tier"]; asJson: boolean },
): Promise<number> {
  using client = await connectOrStartHost(invocation);
  const created = await client.request("token/create", { name, tier });
  const http = await client.request("http/switch", {});
  if (asJson) {
    printJson({ ...created, http });
    return 0;
  }
  print(`${created.token}\n`);
  // On stderr, so that `$(cotty token create x)` contains only the token.
  const next =
    http.url === undefined ? `MCP over HTTP is off: '${invocation.program} http on' switches it on` : `Address: ${http.url}`;
  printError(`The token is shown only once. ${next}\n`);
  return 0;
}

async function listTokens(invocation: Invocation, asJson: boolean): Promise<number> {
  using client = await connectOrStartHost(invocation);
  const tokens = await client.request("token/list", {});
  if (asJson) printJson(tokens);
  else
    for (const { name, tier, createdAtMs } of tokens)
      print(`${oneLine(name)} ${tier} since ${new Date(createdAtMs).toISOString()}\n`);
  return 0;
}

async function revokeToken(invocation: Invocation, name: string, asJson: boolean): Promise<number> {
  using client = await connectOrStartHost(invocation);
  await client.request("token/revoke", { name });
  if (asJson) printJson({ revoked: name });
  else print(`Revoked ${oneLine(name)}\n`);
  return 0;
}

export async function http(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--json": "flag" } as const, "anywhere");
  const [word, ...more] = rest;
  if (more.length > 0 || (word !== undefined && word !== "on" && word !== "off")) throw new UsageError("");
  // What clients that are connected already were told. Read first, because the host remembers the port that it gets.
  const expected = expectedMcpUrl(invocation.paths);
  using client = await connectOrStartHost(invocation);
  const state = await client.request("http/switch", { ...(word !== undefined && { on: word === "on" }) });
  if (options["--json"]) printJson(state);
  else print(state.url === undefined ? "MCP over HTTP is off\n" : `${state.url}\n`);
  if (state.url !== undefined && state.url !== expected) {
    const again = `'${invocation.program} connect CLIENT --http'`;
    printError(`[clients that were connected to ${expected} do not reach it here: ${again} writes the new address]\n`);
  }
  return 0;
}

const AUDIT_OPTIONS = {
  "-n": "value",
  "--client": "value",
  "--method": "value",
  "--session": "value",
  "--refused": "flag",
  "--json": "flag",
} as const;

/** Prints the newest rows of the audit that pass the filters, oldest first. Reads the file without a host, because the file belongs to the user. */
export async function audit(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, AUDIT_OPTIONS, "anywhere");
  refuseArguments(rest);
  const limit = options["-n"] === undefined ? DEFAULT_ROWS : wholeNumber("-n", options["-n"], 1);
  const { "--client": client, "--method": method, "--session": session, "--refused": refused } = options;
  const { rows } = await auditPage(invocation.paths.audit, { client, method, session, refused, limit });
  for (const row of rows.toReversed()) print(options["--json"] ? `${JSON.stringify(row)}\n` : `${describe(row)}\n`);
  return 0;
}

function describe({ time, name, client, principal, method, session, agent, bytes, turn, decision, count }: AuditRow): string {
  const who = name === "" ? principal : name === client ? name : `${name} (${client})`;
  const parts = [
    time,
    who,
    method,
    session,
    agent,
    turn ? "a turn of typing" : bytes === undefined ? undefined : `${bytes} B`,
    decision,
    count && `${count} more`,
  ];
  return oneLine(parts.filter((part) => part !== undefined).join("  "));
}
