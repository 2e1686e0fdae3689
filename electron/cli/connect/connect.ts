/** `cotty connect`: adds Cotty's MCP server to the configuration of an MCP client, or removes it. */
import { isRecord } from "../../../shared/json.ts";
import { homedir } from "node:os";
import { createInterface } from "node:readline/promises";
import { messageOf } from "../../../shared/errors.ts";
import type { UserEnvironment } from "../../platform/paths.ts";
import { currentFolder } from "../../platform/user-paths.ts";
import type { Invocation } from "../command.ts";
import { oneOf, takeOptions, UsageError } from "../options.ts";
import { print, printError, printJson } from "../output.ts";
import {
  type AgentClient,
  CLIENT_IDS,
  type ClientId,
  CLIENTS,
  configPath,
  type HttpServer,
  isInstalled,
  type Scope,
  SERVER_NAME,
  type ServerEntry,
} from "./clients.ts";
import { type ConfigFile, readConfigFile, writeConfigFile } from "./config-file.ts";
import { lineDiff } from "./line-diff.ts";
import { mergeEntry, valueAt } from "./merge.ts";
import { httpByVariable, httpPreview, httpWithToken, stdioServer, TOKEN_VARIABLE } from "./server-entry.ts";

const SCOPES = ["user", "project"] as const satisfies readonly Scope[];

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
  const environment = userEnvironment();
  if (name === undefined) {
    const { "--json": json, ...others } = options;
    if (Object.keys(others).length > 0) throw new UsageError(`Which client? Choose one of: ${CLIENT_IDS.join(", ")}`);
    return list(environment, json === true);
  }
  const id = CLIENT_IDS.find((candidate) => candidate === name);
  if (id === undefined) throw new UsageError(`Unknown client: ${name}. Choose one of: ${CLIENT_IDS.join(", ")}`);
  if (options["--yes"] && options["--print"]) throw new UsageError("Use --yes or --print, not both");
  if (options["--http"] && options["--remove"]) {
    throw new UsageError("--remove removes a server of either kind; leave out --http");
  }
  const scope = oneOf("--scope", SCOPES, options["--scope"] ?? "user");
  const client: AgentClient = CLIENTS[id];
  const path = configPath(client, scope, environment);
  if (path === undefined) throw new UsageError(`${client.label} has no configuration for the scope ${scope}`);
  if (options["--http"] && !client.http) {
    throw new Error(`${client.label}'s configuration cannot contain servers over HTTP; leave out --http`);
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

function userEnvironment(): UserEnvironment {
  return {
    platform: process.platform,
    env: process.env,
    home: homedir(),
    get cwd() {
      return currentFolder();
    },
  };
}

type Change = {
  readonly invocation: Invocation;
  readonly id: ClientId;
  readonly client: AgentClient;
  readonly scope: Scope;
  readonly isRemoval: boolean;
  readonly isHttp: boolean;
};

/** A configuration that has been read and parsed. */
type OpenConfig = {
  readonly file: ConfigFile;
  /** Cotty's entry. Undefined when there is none. */
  readonly entry: unknown;
  /** Returns the file's text with this entry in place of the present one. Undefined removes the entry. */
  readonly edit: (entry: ServerEntry | undefined) => string;
};

async function openConfig(path: string, client: AgentClient): Promise<OpenConfig> {
  // Built as a separate file; formats.ts says why.
  const formats = await import("./formats.ts");
  const [read, edit] = client.format === "toml" ? [formats.readToml, formats.editToml] : [formats.readJson, formats.editJson];
  const entryPath = [...client.serversPath, SERVER_NAME];
  try {
    const file = readConfigFile(path);
    return {
      file,
      entry: valueAt(read(file.text), entryPath),
      edit: (entry) => {
        try {
          return edit(file.text, entryPath, entry);
        } catch (error) {
          throw unchangedError(path, error);
        }
      },
    };
  } catch (error) {
    throw unchangedError(path, error);
  }
}

function unchangedError(path: string, error: unknown): Error {
  return new Error(`${path} was not changed: ${messageOf(error)}`, { cause: error });
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
  if (!yes && !(await askUser())) {
    print(process.stdin.isTTY ? "Nothing was written.\n" : "Nothing was written. To write it, add --yes.\n");
    return 1;
  }
  const access = ownsToken ? await httpWithToken(change.invocation, change.id) : undefined;
  const backup = writeConfigFile(file, access ? config.edit(desiredEntry(change, config.entry, access.server)) : preview);
  print(`Written.${backup === undefined ? "" : ` The earlier file is kept as ${backup}`}\n`);
  for (const remark of remarks(change, config.entry, access?.isOn)) print(`${remark}\n`);
  print(`${client.nextStep}\n`);
  return 0;
}

/** Tells the user what is left to do. `isOn` says whether the host serves MCP over HTTP, for a change that needs it. */
function remarks({ invocation, id, scope, isRemoval, isHttp }: Change, earlier: unknown, isOn: boolean | undefined): string[] {
  const { program } = invocation;
  const hadToken = isRecord(earlier) && (earlier["url"] ?? earlier["httpUrl"]) !== undefined;
  if (isRemoval && hadToken) return [`If it had a token, the token stays valid until '${program} token revoke ${id}'.`];
  if (isHttp && scope === "project") {
    return [
      `The file contains no token. Run '${program} token create ${id}' and put its output into the variable ${TOKEN_VARIABLE}.`,
    ];
  }
  return isOn === false ? [`MCP over HTTP is off: '${program} http on' switches it on.`] : [];
}

/**
 * The entry that the change asks for. Undefined when the change removes it. With
 * `httpServer` false, an entry for HTTP refers to the token by a variable.
 */
function desiredEntry(
  { invocation, client, isRemoval, isHttp }: Change,
  earlier: unknown,
  httpServer: false | HttpServer,
): ServerEntry | undefined {
  if (isRemoval) return undefined;
  const entry = isHttp ? client.http?.(httpServer || httpByVariable(client)) : client.stdio(stdioServer(invocation));
  return entry && mergeEntry(isRecord(earlier) ? earlier : undefined, entry, client.envKey);
}

/** Asks the user whether to write the file. False when there is no terminal. */
async function askUser(): Promise<boolean> {
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

async function list(environment: UserEnvironment, asJson: boolean): Promise<number> {
  const rows = await Promise.all(CLIENT_IDS.map((id) => connectStateOf(id, environment)));
  if (asJson) {
    printJson(rows);
    return 0;
  }
  for (const { client, label, found, connected, file, problem } of rows) {
    const state =
      problem ?? (connected.length > 0 ? `connected (${connected.join(", ")})` : found ? "found here" : "not found here");
    print(`  ${client.padEnd(15)} ${label.padEnd(15)} ${state}${found && file !== undefined ? `  ${file}` : ""}\n`);
  }
  printError("\n'cotty connect <client>' shows the change and asks before it writes.\n");
  return 0;
}

async function connectStateOf(id: ClientId, environment: UserEnvironment): Promise<ConnectState> {
  const client: AgentClient = CLIENTS[id];
  const connected: Scope[] = [];
  const file = configPath(client, "user", environment);
  const state = { client: id, label: client.label, found: isInstalled(client, environment), connected, file };
  for (const scope of SCOPES) {
    const path = configPath(client, scope, environment);
    if (path === undefined) continue;
    try {
      if ((await openConfig(path, client)).entry !== undefined) connected.push(scope);
    } catch (error) {
      return { ...state, problem: messageOf(error) };
    }
  }
  return state;
}
