/** `cotty grant`: says how far an agent reaches, and for how long; lists the agents; takes grants back. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { GRANT_DURATIONS } from "../../shared/grant-durations.ts";
import type { GrantDuration, KnownAgent } from "../../shared/protocol.ts";
import { TOKEN_TIERS } from "../../shared/token-tiers.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { connectOrStartHost, type Invocation } from "./command.ts";
import { oneOf, takeOptions, UsageError } from "./options.ts";
import { print, printJson } from "./output.ts";

const OPTIONS = { "--once": "flag", "--run": "flag", "--always": "flag", "--revoke": "flag", "--json": "flag" } as const;

const DURATIONS: Readonly<Record<GrantDuration, string>> = {
  once: "until its connection ends",
  run: "until the host ends",
  always: "until you revoke it",
};

export async function grant(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, OPTIONS, "anywhere");
  const [who, tier, ...more] = rest;
  const asJson = options["--json"] ?? false;
  const chosen = GRANT_DURATIONS.filter((lasts) => options[`--${lasts}`]);
  if (more.length > 0 || chosen.length > 1) throw new UsageError("");
  if (options["--revoke"]) {
    if (who === undefined || tier !== undefined || chosen.length > 0) throw new UsageError("");
    return revoke(invocation, who, asJson);
  }
  if (who === undefined) {
    if (chosen.length > 0) throw new UsageError("");
    return list(invocation, asJson);
  }
  if (tier === undefined) throw new UsageError("");
  return give(invocation, { who, tier: oneOf("The tier", TOKEN_TIERS, tier), lasts: chosen[0] ?? "once", asJson });
}

type Gift = { who: string; tier: (typeof TOKEN_TIERS)[number]; lasts: GrantDuration; asJson: boolean };

async function give(invocation: Invocation, { who, tier, lasts, asJson }: Gift): Promise<number> {
  using client = await connectOrStartHost(invocation);
  const known = await client.request("grant/give", { agent: await agentNamed(client, who), tier, lasts });
  if (asJson) printJson(known);
  else print(`${oneLine(known.name)} (${known.agent}) may ${tier}, ${DURATIONS[lasts]}\n`);
  return 0;
}

async function revoke(invocation: Invocation, who: string, asJson: boolean): Promise<number> {
  using client = await connectOrStartHost(invocation);
  const known = await client.request("grant/revoke", { agent: await agentNamed(client, who) });
  if (asJson) printJson(known);
  else print(`${oneLine(known.name)} (${known.agent}) has no grant any more, and may ${known.tier}\n`);
  return 0;
}

async function list(invocation: Invocation, asJson: boolean): Promise<number> {
  using client = await connectOrStartHost(invocation);
  const { agents, more } = await client.request("grant/list", {});
  if (asJson) {
    printJson({ agents, more });
    return 0;
  }
  if (agents.length === 0) print("No agent has connected, and none has a grant\n");
  for (const known of agents) print(`${describe(known)}\n`);
  if (more > 0) print(`and ${more} more\n`);
  return 0;
}

function describe({ agent, name, folder, tier, grant: given, hasToken, wants, isNew, isConnected }: KnownAgent): string {
  const source = given ? `granted ${given.lasts}` : hasToken ? "by its token" : isNew ? "new" : undefined;
  const may = [tier, source, wants && `was refused what takes ${wants}`].filter((part) => part !== undefined).join(", ");
  return oneLine([agent, name, may, isConnected ? "connected" : "gone", folder ?? ""].join("  ").trimEnd());
}

/** The id of the agent that is meant: by its id, or by a name that only one has. Agents choose their names, so nothing is guessed. */
async function agentNamed(client: Client, who: string): Promise<string> {
  const { agents } = await client.request("grant/list", {});
  // What looks like an id is not taken for a name: an agent may call itself so.
  if (/^(?:agent|token)-/.test(who)) return who;
  const named = agents.filter(({ name }) => name === who);
  const [only] = named;
  if (only && named.length === 1) return only.agent;
  if (!only) throw new HostError("bad-request", `There is no agent called '${who}'. 'cotty grant' lists the agents`);
  const ids = named.map(({ agent, folder = "no folder known" }) => `  ${agent}  ${folder}`).join("\n");
  throw new HostError("bad-request", `${named.length} agents call themselves '${who}'. Say which one, by its id:\n${ids}`);
}
