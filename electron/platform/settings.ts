/**
 * The settings file. Whatever is wrong with it is said, and the default taken
 * in its place: a typing mistake must not keep anybody from their sessions. No
 * setting turns a check of access off.
 */
import { readFileSync } from "node:fs";
import { messageOf } from "../../shared/errors.ts";

export type Settings = {
  /** Every client sees all sessions, as terminalcp has it, and not only its own. */
  readonly flatSessions: boolean;
  /** Agents may come over HTTP, with a token, without anybody switching that on. */
  readonly http: boolean;
  /** The loopback port of the window and of MCP over HTTP; null: the usual one, or another when that is taken. */
  readonly port: number | null;
};

export const DEFAULT_SETTINGS: Settings = { flatSessions: false, http: false, port: null };

type Check = { readonly kind: string; readonly accepts: (value: unknown) => boolean };
const BOOLEAN: Check = { kind: "true or false", accepts: (value) => typeof value === "boolean" };
const CHECKS: Readonly<Record<keyof Settings, Check>> = {
  flatSessions: BOOLEAN,
  http: BOOLEAN,
  port: { kind: "a port number (1 to 65535) or null", accepts: (value) => value === null || isPort(value) },
};

/** Reads the file; defaults where it has nothing to say. `warn` gets one line for each thing that is wrong. */
export function readSettings(path: string, warn: (message: string) => void): Settings {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const [key, value] of Object.entries(readObject(path, warn))) {
    if (!isSetting(key)) {
      warn(`${path}: unknown setting "${key}" is ignored. Settings: ${Object.keys(CHECKS).join(", ")}`);
    } else if (CHECKS[key].accepts(value)) {
      settings[key] = value;
    } else {
      warn(`${path}: "${key}" must be ${CHECKS[key].kind}; ${JSON.stringify(DEFAULT_SETTINGS[key])} is used instead`);
    }
  }
  return settings as Settings;
}

function readObject(path: string, warn: (message: string) => void): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    warn(`${path}: not a JSON object; the defaults are used`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") warn(`${path}: ${messageOf(error)}; the defaults are used`);
  }
  return {};
}

function isSetting(key: string): key is keyof Settings {
  return Object.hasOwn(CHECKS, key);
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
