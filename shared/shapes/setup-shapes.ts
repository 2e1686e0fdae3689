/** Shapes of what the window offers to set up: programs to start, and MCP clients to connect. */
import { z } from "zod";

/** A program that the window offers to start. A command that ends with a blank wants an argument. */
export const StartPreset = z.object({
  kind: z.enum(["shell", "agent", "debugger", "prompt"]),
  label: z.string(),
  command: z.string(),
});
export type StartPreset = z.infer<typeof StartPreset>;

/** What a person has started from the window, and where. */
export const RecentStart = z.object({ command: z.string(), cwd: z.string(), atMs: z.number() });
export type RecentStart = z.infer<typeof RecentStart>;

/** Whether an MCP client of this machine has Cotty in its configuration. */
export const KnownClient = z.object({
  client: z.string(),
  /** The name that people know: "Claude Code". */
  label: z.string(),
  /** It seems to be installed here. */
  found: z.boolean(),
  connected: z.boolean(),
  /** The user's configuration file, whether or not it exists. */
  file: z.string().optional(),
  /** Why its entry does not work, or why its file cannot be read. */
  problem: z.string().optional(),
});
export type KnownClient = z.infer<typeof KnownClient>;
