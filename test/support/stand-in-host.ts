/** Runs `fixtures/stand-in-host.ts` in processes of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Home } from "./home.ts";

export type StandIn = {
  readonly kind: "hosting" | "taken";
  readonly pid: number;
  readonly child: ChildProcess;
  readonly stderr: () => string;
};

/** Starts one and waits until it knows what it is; rejects with its stderr when it fails. */
export async function startStandIn(script: string, home: Home, wrap: readonly string[] = []): Promise<StandIn> {
  const [command = "", ...args]: string[] = [...wrap, process.execPath, script];
  const child = spawn(command, args, { env: home.env, stdio: ["pipe", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const lines = createInterface(child.stdout);
  const ended = once(child, "close").then(([code]) => {
    throw new Error(`The stand-in host ended with code ${String(code)}: ${stderr}`);
  });
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
  ended.catch(() => {});
  return { ...(JSON.parse(line) as { kind: "hosting" | "taken"; pid: number }), child, stderr: () => stderr };
}
