/** What an entry becomes: ours where it says how we are reached, the user's in everything else. */
import { isRecord } from "../../../shared/json.ts";
import { OWN_KEYS, type Entry } from "./clients.ts";

/** Environment variables that are ours to set and to take away. */
const OWN_VARIABLES = ["COTTY_HOME", "ELECTRON_RUN_AS_NODE"];

/** Adds what the user has put into the entry beside what is ours: time-outs, allowed tools, variables. */
export function mergeEntry(earlier: Entry | undefined, entry: Entry, envKey: string): Entry {
  const kept = Object.fromEntries(Object.entries(earlier ?? {}).filter(([key]) => key !== envKey && !OWN_KEYS.includes(key)));
  // Variables belong to a program that is started; a client may refuse them beside a URL.
  const isStarted = entry["command"] !== undefined;
  const env = { ...(isStarted ? foreign(earlier?.[envKey]) : {}), ...(entry[envKey] as Entry | undefined) };
  const { [envKey]: _, ...own } = entry;
  return { ...own, ...(Object.keys(env).length > 0 && { [envKey]: env }), ...kept };
}

function foreign(env: unknown): Entry {
  if (!isRecord(env)) return {};
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_VARIABLES.includes(name)));
}

/** Equal as JSON, whatever the order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b) || (a instanceof Date && b instanceof Date && +a === +b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** What is at the end of `path`; undefined where it leads nowhere. Throws where something that holds no keys is in the way. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const [depth, key] of path.entries()) {
    if (value === undefined) return undefined;
    if (!isRecord(value)) throw new Error(`"${path.slice(0, depth).join(".")}" holds no keys there`);
    value = Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** The same with another value there; undefined removes it. */
export function withValueAt(root: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const { [key]: before, ...others } = isRecord(root) ? root : {};
  const after = withValueAt(before, rest, value);
  return after === undefined ? others : { ...(root as Entry), [key]: after };
}
