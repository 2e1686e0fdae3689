/** `cotty mcp`: runs the relay on this process's stdin and stdout. stdout carries only MCP messages. */
import { callerEnvironment, type Invocation } from "./command.ts";
import { connectOrStart } from "../client/host-connection.ts";
import { refuseArguments, takeOptions } from "./options.ts";
import { print } from "./output.ts";
import { Relay } from "./relay.ts";

/** After the agent has closed stdin, the open requests have this time to finish. Then the process exits. */
const FINISH_WITHIN_MS = 800;
const KEY_BYTES = 32;

export async function runRelay(invocation: Invocation): Promise<number> {
  const { rest } = takeOptions(invocation.args, {}, "anywhere");
  refuseArguments(rest);
  const { paths, hostScript } = invocation;
  const context = { cwd: process.cwd(), env: callerEnvironment() };
  // The key makes all connections of this process one agent, however often it reconnects.
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString("hex");
  const relay = new Relay({
    context,
    connect: (name) => connectOrStart({ paths, hostScript, name, kind: "mcp", key }),
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
