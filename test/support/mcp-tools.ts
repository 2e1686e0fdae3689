/**
 * The official programs that test MCP servers: the conformance suite and the
 * inspector. They want a newer Node than ours and are large (about 330 MB), so
 * they are no dependencies; npx fetches these exact versions once, into
 * node_modules/.cache/npx.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

const PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "@modelcontextprotocol/inspector@2.12.0"];
const NEWER_NODE = "node@24.21.0";
const NEEDS_NODE = 22.19;
const CACHE = resolve(import.meta.dirname, "../../node_modules/.cache/npx");

export type ToolRun = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs `conformance` or `mcp-inspector` to its end. */
export async function runMcpTool(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ToolRun> {
  const [major, minor] = process.versions.node.split(".");
  const packages = Number(`${major}.${minor}`) < NEEDS_NODE ? [NEWER_NODE, ...PACKAGES] : PACKAGES;
  const child = spawn("npx", ["--yes", "--loglevel=error", ...packages.flatMap((name) => ["-p", name]), ...args], {
    env: { ...process.env, npm_config_cache: CACHE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

/** Fetches them if need be. Says why they cannot be had, for a test to skip with. */
export async function whyNoMcpTools(): Promise<string | undefined> {
  const { code, stderr } = await runMcpTool(["conformance", "--version"]);
  return code === 0 ? undefined : `npx could not fetch ${PACKAGES.join(" and ")}: ${stderr.slice(-300)}`;
}
