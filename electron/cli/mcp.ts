/** `cotty mcp`: runs the relay on this process's stdin and stdout. stdout carries only MCP messages. */
import type { ToolName } from "../../shared/tool-names.ts";
import { type FindAgentsWithSessions, takeAgentKey } from "../client/agent-keys.ts";
import { connectOrStart, loadHostProcess } from "../client/host-connection.ts";
import { currentFolder } from "../platform/user-paths.ts";
import { callerEnvironment, connectToHost, type Invocation } from "./command.ts";
import { refuseArguments, takeOptions } from "./options.ts";
import { print } from "./output.ts";
import { Relay } from "./relay.ts";

/** After the agent has closed stdin, the open requests have this time to finish. Then the process exits. */
const FINISH_WITHIN_MS = 800;

export async function runRelay(invocation: Invocation): Promise<number> {
  const { rest } = takeOptions(invocation.args, {}, "anywhere");
  refuseArguments(rest);
  const { paths, hostScript } = invocation;
  // The host may end in hours, when another version has been installed in the place of this one.
  await loadHostProcess();
  const { cwd } = workingFolder();
  // The key makes all connections of this process one agent, however often it reconnects.
  let key: Promise<string> | undefined;
  const relay = new Relay({
    context: { ...workingFolder(), env: callerEnvironment(), tool: toolName(invocation) },
    connect: async (name) => {
      key ??= takeAgentKey(paths.agentKeys, { client: name, folder: cwd ?? "" }, agentsWithSessions(invocation));
      return connectOrStart({ paths, hostScript, name, kind: "mcp", key: await key });
    },
    write: print,
  });
  await new Promise<void>((resolve) => {
    process.stdin.on("data", (chunk: Buffer) => relay.push(chunk));
    process.stdin.on("end", resolve);
    process.stdin.on("error", () => resolve());
  });
  await Promise.race([relay.idle(), new Promise((resolve) => setTimeout(resolve, FINISH_WITHIN_MS).unref())]);
  relay.close();
  // A connection that is still being made must not keep the process alive.
  process.exit(0);
}

/** Asks the host on behalf of the user: this process is no agent before it has a key. */
function agentsWithSessions(invocation: Invocation): FindAgentsWithSessions {
  return async (agents) => {
    using client = await connectToHost(invocation);
    return (await client.request("agents/with-sessions", { agents: [...agents] })).agents;
  };
}

/** Who starts this command as terminalcp is started finds terminalcp's tool, which existing permission rules name. */
function toolName({ program, calledAs }: Invocation): ToolName {
  return program === "terminalcp" || calledAs === "--mcp" ? "terminalcp" : "terminal";
}

/** Where the agent's sessions start. Nothing when the agent's own folder has been deleted: then they start in the home folder. */
function workingFolder(): { cwd?: string } {
  try {
    return { cwd: currentFolder() };
  } catch {
    return {};
  }
}
