/** Merges a new entry with the earlier one. Cotty decides how it is reached; everything else in the entry is the user's. */
import { isRecord } from "../../shared/json.ts";
import { CONNECTION_KEYS, type ServerEntry } from "./clients.ts";

/** The environment variables that Cotty sets and removes. */
const OWN_VARIABLES = ["COTTY_HOME", "ELECTRON_RUN_AS_NODE"];

/** Adds to `entry` what the user has put into the earlier one: time-outs, allowed tools, variables. */
export function mergeEntry(earlier: ServerEntry | undefined, entry: ServerEntry, envKey: string): ServerEntry {
  const kept = Object.fromEntries(
    Object.entries(earlier ?? {}).filter(([key]) => key !== envKey && !CONNECTION_KEYS.includes(key)),
  );
  // Only a server that the client starts has variables. Some clients refuse an entry with both variables and a URL.
  const isStarted = (entry["command"] ?? entry["cmd"]) !== undefined;
  const env = { ...(isStarted ? usersVariables(earlier?.[envKey]) : {}), ...(entry[envKey] as ServerEntry | undefined) };
  const { [envKey]: _, ...own } = entry;
  return { ...own, ...(Object.keys(env).length > 0 && { [envKey]: env }), ...kept };
}

function usersVariables(env: unknown): ServerEntry {
  if (!isRecord(env)) return {};
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_VARIABLES.includes(name)));
}

/** Whether two parsed values are equal. The order of keys does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b) || (a instanceof Date && b instanceof Date && +a === +b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** The value at `path`. Undefined when there is none. Throws when a value on the way is not an object. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const [depth, key] of path.entries()) {
    if (value === undefined) return undefined;
    if (!isRecord(value)) throw new Error(`"${path.slice(0, depth).join(".")}" in it is not an object`);
    value = Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** A copy of `root` with another value at `path`. Undefined removes the value. */
export function withValueAt(root: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const { [key]: before, ...others } = isRecord(root) ? root : {};
  const after = withValueAt(before, rest, value);
  return after === undefined ? others : { ...(root as ServerEntry), [key]: after };
}
