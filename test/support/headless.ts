/** Runs the built headless host in a home of its own. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Client } from "../../shared/client.ts";
import { connectClient } from "../../electron/client/host-connection.ts";
import type { Home } from "./home.ts";

export type Headless = AsyncDisposable & {
  /** A script's connection to it. */
  readonly client: Client;
  /** An address that opens the window once. */
  newAddress(): Promise<string>;
};

const SCRIPT = resolve(import.meta.dirname, "../../out/main/headless.js");

/** Starts it and waits until it answers. Disposing asks it to end and waits until it has. */
export async function startHeadless(home: Home, args: readonly string[] = ["--port", "0"]): Promise<Headless> {
  const child = fork(SCRIPT, args, { env: home.env, cwd: home.root, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close");
  const [announced] = await Promise.race([once(child, "message"), ended]);
  if (!(announced as { ready?: true } | null)?.ready)
    throw new Error(`The host did not start: ${JSON.stringify(announced)} ${stderr}`);
  const client = await connectClient(home.paths, "test", "script");
  return {
    client,
    newAddress: async () => (await client.request("window/open", {})).url,
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]();
      child.kill("SIGTERM");
      await ended;
    },
  };
}
