/**
 * The port of the window and of MCP over HTTP. Clients have it in their
 * configuration, so the host uses the same one again: a port that it found in
 * place of a taken one is remembered.
 */
import { readFileSync } from "node:fs";
import { isRecord } from "../../shared/json.ts";
import { plainJson } from "../../shared/plain-json.ts";
import { readJson, writeJson } from "./json-file.ts";
import type { Paths } from "./paths.ts";

/** The port that is tried first. It is fixed, so that a browser finds the window at the same address again. */
export const DEFAULT_PORT = 26889;

/** The port that the host used last, or the default. */
export function preferredPort({ httpPort }: Pick<Paths, "httpPort">): number {
  try {
    return portIn(readJson(httpPort)) ?? DEFAULT_PORT;
  } catch {
    return DEFAULT_PORT;
  }
}

function portIn(value: unknown): number | undefined {
  const port = isRecord(value) ? value["port"] : undefined;
  return typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : undefined;
}

/** Remembers the port that the host uses, unless it is the one that it would try anyway. Never throws. */
export function rememberPort(paths: Pick<Paths, "httpPort">, port: number, warn: (message: string) => void): void {
  if (port === preferredPort(paths)) return;
  try {
    writeJson(paths.httpPort, { port });
  } catch (error) {
    warn(`The port ${port} could not be remembered: ${String(error)}`);
  }
}

/** The address where the user's host serves MCP over HTTP, or will when that is switched on, if it gets the port. */
export function expectedMcpUrl(paths: Paths): string {
  return `http://127.0.0.1:${settingsPort(paths) ?? preferredPort(paths)}/mcp`;
}

/** The port that the settings name, if they can be read. Not by their table: a command must start fast. */
function settingsPort({ settings }: Pick<Paths, "settings">): number | undefined {
  try {
    return portIn(JSON.parse(plainJson(readFileSync(settings, "utf8"))));
  } catch {
    return undefined;
  }
}
