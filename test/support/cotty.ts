/** Runs the built command in a home of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { commandScript } from "./built.ts";
import type { Home } from "./home.ts";

export type CommandResult = { readonly stdout: string; readonly stderr: string; readonly code: number | null };

export type RunOptions = {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** What is piped into it; without, it has no stdin. */
  readonly input?: string;
  /** The command to run; without, the built one. */
  readonly script?: string;
};

/** Runs `cotty <args>` to its end. */
export async function cotty(home: Home, args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, [options.script ?? commandScript, ...args], {
    env: { ...home.env, ...options.env },
    cwd: options.cwd ?? home.root,
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  // A command that fails need not read its input; its exit code and its words are what counts.
  child.stdin?.on("error", () => {}).end(options.input);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString(), code };
}

/** The same for a command that is expected to succeed; resolves with what it printed. */
export async function cottyOk(home: Home, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const result = await cotty(home, args, options);
  if (result.code !== 0) throw new Error(`cotty ${args.join(" ")} ended with ${result.code}: ${result.stderr}${result.stdout}`);
  return result.stdout;
}
