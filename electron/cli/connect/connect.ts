/** `cotty connect`: puts Cotty into the configuration of an agent's program, or takes it out again. */
import { isRecord } from "../../../shared/json.ts";
import { homedir } from "node:os";
import { createInterface } from "node:readline/promises";
import { messageOf } from "../../../shared/errors.ts";
import type { SystemEnvironment } from "../../platform/paths.ts";
import type { Invocation } from "../command.ts";
import { takeOptions, UsageError } from "../options.ts";
import { print, printError, printJson } from "../output.ts";
import {
  type AgentClient,
  CLIENT_IDS,
  type ClientId,
  CLIENTS,
  configFile,
  type Entry,
  isHere,
  type Scope,
  SERVER_NAME,
} from "./clients.ts";
import { type ConfigFile, readConfigFile, writeConfigFile } from "./config-file.ts";
import { lineDiff } from "./line-diff.ts";
import { mergeEntry, valueAt } from "./merge.ts";
import { httpByVariable, httpPreview, httpWithToken, stdioServer, TOKEN_VARIABLE } from "./server-entry.ts";

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
  const where = systemEnvironment();
  if (name === undefined) {
    const { "--json": json, ...others } = options;
    if (Object.keys(others).length > 0) throw new UsageError(`Which client? There are: ${CLIENT_IDS.join(", ")}`);
    return list(where, json === true);
  }
  const id = CLIENT_IDS.find((known) => known === name);
  if (id === undefined) throw new UsageError(`Unknown client: ${name}. There are: ${CLIENT_IDS.join(", ")}`);
  if (options["--yes"] && options["--print"]) throw new UsageError("Either --yes or --print");
  if (options["--http"] && options["--remove"]) throw new UsageError("--remove takes out either kind; leave out --http");
  const scope = scopeOf(options["--scope"]);
  const client: AgentClient = CLIENTS[id];
  const path = configFile(client, scope, where);
  if (path === undefined) throw new UsageError(`${client.label} has no configuration by ${scope}`);
  if (options["--http"] && !client.http) {
    throw new Error(`${client.label}'s configuration has no servers over HTTP; leave out --http`);
  }
  const change: Change = {
    invocation,
    id,
    client,
    scope,
    isRemoval: options["--remove"] === true,
    isHttp: options["--http"] === true,
  };
  return apply(change, await openConfig(path, client), {
    yes: options["--yes"] === true,
    printOnly: options["--print"] === true,
  });
}

function systemEnvironment(): SystemEnvironment {
  return { platform: process.platform, env: process.env, home: homedir(), cwd: process.cwd() };
}

function scopeOf(text = "user"): Scope {
  if (text !== "user" && text !== "project") throw new UsageError(`--scope is user or project, not "${text}"`);
  return text;
}

type Change = {
  readonly invocation: Invocation;
  readonly id: ClientId;
  readonly client: AgentClient;
  readonly scope: Scope;
  readonly isRemoval: boolean;
  readonly isHttp: boolean;
};

/** A configuration that was read and understood. */
type OpenConfig = {
  readonly file: ConfigFile;
  readonly entry: unknown;
  /** The text with another entry in it, or none. */
  readonly edit: (entry: Entry | undefined) => string;
};

async function openConfig(path: string, client: AgentClient): Promise<OpenConfig> {
  // In a file of its own, see there.
  const formats = await import("./formats.ts");
  const [read, edit] = client.format === "toml" ? [formats.readToml, formats.editToml] : [formats.readJson, formats.editJson];
  const at = [...client.path, SERVER_NAME];
  try {
    const file = readConfigFile(path);
    return {
      file,
      entry: valueAt(read(file.text), at),
      edit: (entry) => guarded(path, () => edit(file.text, at, entry)),
    };
  } catch (error) {
    throw untouched(path, error);
  }
}

function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw untouched(path, error);
  }
}

function untouched(path: string, error: unknown): Error {
  return new Error(`${path} was left as it is: ${messageOf(error)}`, { cause: error });
}

async function apply(
  change: Change,
  config: OpenConfig,
  { yes, printOnly }: { yes: boolean; printOnly: boolean },
): Promise<number> {
  const { client, scope, isRemoval, isHttp } = change;
  const { file } = config;
  const ownsToken = isHttp && scope === "user";
  const preview = config.edit(desiredEntry(change, config.entry, ownsToken && httpPreview()));
  if (preview === file.text) {
    print(
      isRemoval ? `${client.label} is not connected (${file.path})\n` : `${client.label} is connected already (${file.path})\n`,
    );
    return 0;
  }
  print(`${file.path}${file.exists ? "" : " (new)"}\n${lineDiff(file.text, preview)}`);
  if (printOnly) return 0;
  if (!yes && !(await agrees())) {
    print(process.stdin.isTTY ? "Nothing was written.\n" : "Nothing was written. To write it, add --yes.\n");
    return 1;
  }
  const access = ownsToken ? await httpWithToken(change.invocation, change.id) : undefined;
  const backup = writeConfigFile(file, access ? config.edit(desiredEntry(change, config.entry, access.server)) : preview);
  print(`Written.${backup === undefined ? "" : ` The former file: ${backup}`}\n`);
  for (const remark of remarks(change, config.entry, access?.isOn)) print(`${remark}\n`);
  print(`${client.next}\n`);
  return 0;
}

/** What is left for the person to do. `isOn` tells whether MCP over HTTP answers, where that matters. */
function remarks({ invocation, id, scope, isRemoval, isHttp }: Change, earlier: unknown, isOn: boolean | undefined): string[] {
  const { program } = invocation;
  const hadToken = isRecord(earlier) && (earlier["url"] ?? earlier["httpUrl"]) !== undefined;
  if (isRemoval && hadToken) return [`Its token, if it had one, stays good until '${program} token revoke ${id}'.`];
  if (isHttp && scope === "project") {
    return [`The file holds no token: put the one that '${program} token create ${id}' prints into ${TOKEN_VARIABLE}.`];
  }
  return isOn === false ? [`MCP over HTTP is off: '${program} http on' switches it on.`] : [];
}

/** Undefined to remove it. `given` is the HTTP server to name, where it is not read from the environment. */
function desiredEntry(
  { invocation, client, isRemoval, isHttp }: Change,
  earlier: unknown,
  given: false | ReturnType<typeof httpPreview>,
): Entry | undefined {
  if (isRemoval) return undefined;
  const entry = isHttp ? client.http?.(given || httpByVariable(client)) : client.stdio(stdioServer(invocation));
  return entry && mergeEntry(isRecord(earlier) ? earlier : undefined, entry, client.envKey);
}

/** Asks the person at the terminal; false where there is none. */
async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question("Write it? [y/N] ")).trim());
  } finally {
    lines.close();
  }
}

type ConnectState = {
  readonly client: ClientId;
  readonly label: string;
  readonly found: boolean;
  readonly connected: Scope[];
  readonly file: string | undefined;
  readonly problem?: string;
};

async function list(where: SystemEnvironment, asJson: boolean): Promise<number> {
  const rows = await Promise.all(CLIENT_IDS.map((id) => connectStateOf(id, where)));
  if (asJson) {
    printJson(rows);
    return 0;
  }
  for (const { client, label, found, connected, file, problem } of rows) {
    const state =
      problem ?? (connected.length > 0 ? `connected (${connected.join(", ")})` : found ? "found here" : "not found here");
    print(`  ${client.padEnd(15)} ${label.padEnd(15)} ${state}${found && file !== undefined ? `  ${file}` : ""}\n`);
  }
  printError("\ncotty connect <client> shows what it would write, and asks.\n");
  return 0;
}

async function connectStateOf(id: ClientId, where: SystemEnvironment): Promise<ConnectState> {
  const client: AgentClient = CLIENTS[id];
  const connected: Scope[] = [];
  const file = configFile(client, "user", where);
  const standing = { client: id, label: client.label, found: isHere(client, where), connected, file };
  for (const scope of ["user", "project"] as const) {
    const path = configFile(client, scope, where);
    if (path === undefined) continue;
    try {
      if ((await openConfig(path, client)).entry !== undefined) connected.push(scope);
    } catch (error) {
      return { ...standing, problem: messageOf(error) };
    }
  }
  return standing;
}
