/** Commands about the host as a whole. */
import { isConnectionEnd, messageOf } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { sharedWithNames } from "../../shared/shared-with.ts";
import { VERSION } from "../../shared/version.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { type Command, connectToHost, connectToRead, type Invocation } from "./command.ts";
import { isNoHost } from "../client/host-connection.ts";
import { refuseArguments, takeOptions } from "./options.ts";
import { print, printError, printJson } from "./output.ts";

/** A host that shuts down stops every session first. A program that ignores signals makes that take several seconds. */
const SHUTDOWN_WITHIN_MS = 15_000;

export const list: Command = {
  usage: "[--json]",
  failure: "Failed to list sessions",
  async run(invocation) {
    const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
    refuseArguments(rest);
    const sessions = await listSessions(invocation).catch((error: unknown) => {
      if (isNoHost(error)) return [];
      throw error;
    });
    if (options["--json"]) printJson(sessions);
    else print(sessions.length === 0 ? "No active sessions\n" : sessions.map(describe).join(""));
    return 0;
  },
};

async function listSessions(invocation: Invocation): Promise<SessionInfo[]> {
  using client = await connectToRead(invocation);
  return await client.request("session/list", {});
}

/** Describes a session in the block that terminalcp prints and scripts parse. Our own facts follow it in lines of the same form. */
function describe(session: SessionInfo): string {
  const { id, shownName, exit, cwd, command, driver, attention, owner, sharedWith, frozen, message } = session;
  const lines = [
    `  ${oneLine(id)}`,
    `    Status: ${exit ? "stopped" : "running"}`,
    `    CWD: ${oneLine(cwd)}`,
    `    Command: ${oneLine(command)}`,
  ];
  if (shownName !== undefined) lines.push(`    Name: ${oneLine(shownName)}`);
  if (exit)
    lines.push(
      `    Exit: ${exit.signal === undefined ? `code ${exit.code}` : oneLine(exit.signal)}; readable until it is stopped`,
    );
  if (!exit && attention.state === "waiting") lines.push(`    Waiting: ${oneLine(attention.reason)}`);
  if (frozen) lines.push(`    Frozen by: ${oneLine(frozen.by)}`);
  if (message) lines.push(`    Message: ${oneLine(message.text)}`);
  if (owner.kind === "mcp") lines.push(`    Agent: ${oneLine(owner.name)}`);
  if (sharedWith) lines.push(`    Shared with: ${oneLine(sharedWithNames(sharedWith))}`);
  if (!exit && driver?.held) lines.push(`    Held by: ${oneLine(driver.client.name)}`);
  return `${lines.join("\n")}\n\n`;
}

export const version: Command = {
  usage: "[--json]",
  failure: "Failed to get server version",
  async run(invocation) {
    const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
    refuseArguments(rest);
    let server: string | undefined;
    try {
      using client = await connectToRead(invocation);
      server = (await client.request("host/info", {})).version;
    } catch (error) {
      printError(`Failed to get server version: ${isNoHost(error) ? "No server running" : messageOf(error)}\n`);
    }
    if (options["--json"]) printJson({ server: server ?? null, client: VERSION });
    else print(`${server === undefined ? "" : `Server version: ${server}\n`}Client version: ${VERSION}\n`);
    return server === undefined ? 1 : 0;
  },
};

export const killServer: Command = {
  usage: "[--json]",
  failure: "Failed to kill server",
  async run(invocation) {
    const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
    refuseArguments(rest);
    using client = await connectToHost(invocation).catch((error: unknown) => {
      if (isNoHost(error)) return undefined;
      throw error;
    });
    if (!client) {
      printError("No server running\n");
      return 1;
    }
    const closed = new Promise<void>((resolve) => {
      client.onClose(() => resolve());
    });
    const result = await client.request("host/shutdown", {}).catch((error: unknown) => {
      // The host ended before it could answer. That is what was asked for.
      if (isConnectionEnd(error)) return {};
      throw error;
    });
    // Wait for the end of the host: the next `start` must not find one that is shutting down.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, SHUTDOWN_WITHIN_MS).unref())]);
    if (options["--json"]) printJson(result);
    else print("Server killed\n");
    return 0;
  },
};
