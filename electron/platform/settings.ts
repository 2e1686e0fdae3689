/**
 * The settings file. Each mistake in it is reported, and the default is used
 * instead: a typing mistake must not keep a user from the sessions. No setting
 * turns an access check off.
 */
import { messageOf } from "../../shared/errors.ts";
import { isRecord } from "../../shared/json.ts";
import { readJson } from "./json-file.ts";
import type { Warn } from "./log.ts";

export type Settings = {
  /** Every client sees all sessions, as in terminalcp, and not only its own. */
  readonly flatSessions: boolean;
  /** MCP over HTTP is on from the start. Agents still need a token. */
  readonly http: boolean;
  /** The loopback port of the window and of MCP over HTTP. Null: the default port, or any free port when that is taken. */
  readonly port: number | null;
  /** Recordings that are older than this are deleted. Null: none is, for its age. */
  readonly keepRecordingsDays: number | null;
  /** With more megabytes of recordings than this, the oldest are deleted. Null: none is, for its size. */
  readonly keepRecordingsMegabytes: number | null;
};

export const DEFAULT_SETTINGS: Settings = {
  flatSessions: false,
  http: false,
  port: null,
  keepRecordingsDays: null,
  keepRecordingsMegabytes: null,
};

type Check = { readonly kind: string; readonly accepts: (value: unknown) => boolean };
const BOOLEAN: Check = { kind: "true or false", accepts: (value) => typeof value === "boolean" };
const LIMIT: Check = {
  kind: "a whole number of at least 1, or null",
  accepts: (value) => value === null || (Number.isSafeInteger(value) && Number(value) >= 1),
};
const CHECKS: Readonly<Record<keyof Settings, Check>> = {
  flatSessions: BOOLEAN,
  http: BOOLEAN,
  port: { kind: "a port number (1 to 65535) or null", accepts: (value) => value === null || isPort(value) },
  keepRecordingsDays: LIMIT,
  keepRecordingsMegabytes: LIMIT,
};

/** Reads the file. Settings that it does not contain have their defaults. Calls `warn` for each mistake. */
export function readSettings(path: string, warn: Warn): Settings {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const [key, value] of Object.entries(readObject(path, warn))) {
    if (!isSetting(key)) {
      warn(`${path}: the unknown setting "${key}" was ignored. Settings: ${Object.keys(CHECKS).join(", ")}`);
    } else if (CHECKS[key].accepts(value)) {
      settings[key] = value;
    } else {
      warn(`${path}: "${key}" must be ${CHECKS[key].kind}; ${JSON.stringify(DEFAULT_SETTINGS[key])} is used instead`);
    }
  }
  return settings as Settings;
}

function readObject(path: string, warn: Warn): Record<string, unknown> {
  try {
    const value = readJson(path);
    if (value === undefined) return {};
    if (isRecord(value)) return value;
    warn(`${path}: not a JSON object; the defaults are used`);
  } catch (error) {
    warn(`${path}: ${messageOf(error)}; the defaults are used`);
  }
  return {};
}

function isSetting(key: string): key is keyof Settings {
  return Object.hasOwn(CHECKS, key);
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
