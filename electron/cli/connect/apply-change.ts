/** Shows how a configuration would change, asks, and changes it. */
import { createInterface } from "node:readline/promises";
import type { AgentClient, ClientId, HttpServer, Scope } from "../../connect/clients.ts";
import { performChange, withServer } from "../../connect/config-change.ts";
import { lineDiff } from "../../connect/line-diff.ts";
import type { FileChange, OpenConfig } from "../../connect/open-config.ts";
import { bearerToken, httpByVariable, httpPreview, stdioServer, TOKEN_VARIABLE } from "../../connect/server-entry.ts";
import type { Invocation } from "../command.ts";
import { print, printJson } from "../output.ts";
import { type HttpAccess, httpWithToken } from "./http-token.ts";
import { installedBy } from "./installed-by.ts";
import { expectedMcpUrl } from "../../platform/http-port.ts";

export type Change = {
  readonly invocation: Invocation;
  readonly id: ClientId;
  readonly client: AgentClient;
  readonly scope: Scope;
  readonly isRemoval: boolean;
  readonly isHttp: boolean;
};

/** What has come of a change. `diff` is empty where there is nothing to change. */
type Applied = { readonly code: number; readonly diff: string; readonly written: boolean };

type ApplyOptions = { readonly yes: boolean; readonly printOnly: boolean; readonly json: boolean };

/** Resolves with the exit code. With `json`, nobody is asked: without `yes`, the change is only shown. */
export async function applyChange(change: Change, config: OpenConfig, options: ApplyOptions): Promise<number> {
  if (!options.json) return (await apply(change, config, { ...options, say: print })).code;
  const notes: string[] = [];
  const say = (text: string): void => void notes.push(...text.split("\n").filter((line) => line !== ""));
  const { code, diff, written } = await apply(change, config, { ...options, printOnly: !options.yes, say });
  printJson({ client: change.id, scope: change.scope, file: config.file.path, diff, written, notes });
  return code;
}

async function apply(
  change: Change,
  config: OpenConfig,
  { yes, printOnly, json, say }: ApplyOptions & { readonly say: (text: string) => void },
): Promise<Applied> {
  const { client, isRemoval } = change;
  const { file } = config;
  const preview = fileChange(change, config, httpServer(change, config));
  // Whether a token that looks as it should is still valid, only the host knows.
  if (preview.kind === "none" && !(holdsToken(change) && !printOnly)) {
    say(`${client.label} is ${isRemoval ? "not connected" : "connected already"} (${file.path})\n`);
    if (isRemoval && config.isRestored) say("The entry in it is your own, from before Cotty; only you can take it out.\n");
    return { code: 0, diff: "", written: false };
  }
  const diff = preview.kind === "none" ? "" : lineDiff(file.text, preview.text);
  if (preview.kind !== "none") {
    if (!json) say(`${file.path}${file.exists ? "" : " (new)"}\n${diff}`);
    if (printOnly) return { code: 0, diff, written: false };
    if (!yes && !(await askUser())) {
      say(process.stdin.isTTY ? "Nothing was written.\n" : "Nothing was written. To write it, add --yes.\n");
      return { code: 1, diff, written: false };
    }
  }
  const access = holdsToken(change) ? await httpWithToken(change.invocation, change.id, config.entry) : undefined;
  const wanted = access ? fileChange(change, config, access.server) : preview;
  say(performChange(wanted, config, { isSecret: holdsToken(change) }));
  if (wanted.kind === "none") say(`${client.label} is connected already (${file.path})\n`);
  for (const remark of remarks(change, config.entry, access)) say(`${remark}\n`);
  if (wanted.kind !== "none") say(`${client.nextStep}\n`);
  return { code: 0, diff, written: wanted.kind !== "none" };
}

/** Whether the file gets a token. A file that is shared with others refers to a variable instead. */
function holdsToken({ isHttp, scope }: Change): boolean {
  return isHttp && scope === "user";
}

function httpServer(change: Change, { entry }: OpenConfig): HttpServer | undefined {
  if (!change.isHttp) return undefined;
  return holdsToken(change)
    ? httpPreview(change.invocation, entry)
    : httpByVariable(expectedMcpUrl(change.invocation.paths), change.client);
}

function fileChange({ invocation, client, isRemoval }: Change, config: OpenConfig, http: HttpServer | undefined): FileChange {
  if (isRemoval) return config.withoutEntry();
  const entry = http ? client.http?.(http) : client.stdio(stdioServer(installedBy(invocation)));
  return entry ? withServer(config, client, entry) : { kind: "none" };
}

/** Tells the user what is left to do. */
function remarks({ invocation, id, scope, isHttp }: Change, earlier: unknown, access: HttpAccess | undefined): string[] {
  const { program } = invocation;
  if (!isHttp) {
    const hadToken = bearerToken(earlier) !== undefined;
    return hadToken
      ? [`The token that it had stays valid until you revoke it: '${program} token list', '${program} token revoke NAME'.`]
      : [];
  }
  if (scope === "project") {
    return [
      `The file contains no token. Run '${program} token create ${id}' and put its output into the variable ${TOKEN_VARIABLE}.`,
    ];
  }
  return [
    ...(access?.created !== undefined && access.created !== id
      ? [`There is a token called '${id}' already, so this one is called '${access.created}'.`]
      : []),
    ...(access?.isOn === false ? [`MCP over HTTP is off: '${program} http on' switches it on.`] : []),
  ];
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
