/**
 * The keys by which the host recognizes an agent that its client has started
 * again, so that the agent finds its sessions. A key belongs to one client in one
 * folder, and is used by one process at a time: two agents of the same client in
 * the same folder have two keys, and sessions of their own.
 *
 * Each key is a file of its own. The file's name says which process uses the key.
 * A process takes over the key of one that has ended by renaming the file, which
 * succeeds for one process only. So no lock is needed.
 */
import {
  closeSync,
  fstatSync,
  openSync,
  constants,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "../platform/directories.ts";
import { isRunning, ownIdentity, type ProcessIdentity } from "../platform/process-identity.ts";

const KEY_BYTES = 32;
const KEY = /^[0-9a-f]{64}$/;
/** The host is asked about at most so many agents. */
const MAX_COMPARED = 100;
/** A key that nobody has used for this time is removed. */
const KEEP_FOR_MS = 30 * 24 * 3600 * 1000;

function createAgentKey(): string {
  return randomHex(KEY_BYTES);
}

/** Tells which of these agents, by the ids of their principals, have sessions. May reject: then none is known. */
export type FindAgentsWithSessions = (agents: readonly string[]) => Promise<readonly string[]>;

/**
 * The key for an agent that runs in this process: the last one that the same
 * client used in the same folder and that no process uses now, otherwise a new one.
 * Of several, one whose agent has sessions comes first.
 * Where keys cannot be kept, the key is new every time.
 */
export async function takeAgentKey(
  directory: string,
  agent: { readonly client: string; readonly folder: string },
  withSessions: FindAgentsWithSessions,
): Promise<string> {
  const prefix = `${await fingerprint(`${agent.client}\0${agent.folder}`)}.`;
  const owner = Buffer.from(JSON.stringify(ownIdentity())).toString("base64url");
  try {
    makeDirectory(directory);
    for (const name of await preferred(directory, unusedKeys(directory, prefix), withSessions)) {
      const key = takeOver(directory, name, `${name.slice(0, name.lastIndexOf("."))}.${owner}`);
      if (key !== undefined) return key;
    }
    const key = createAgentKey();
    writeFileSync(join(directory, `${prefix}${randomHex(4)}.${owner}`), key, { mode: 0o600, flag: "wx" });
    return key;
  } catch {
    return createAgentKey();
  }
}

/** The files of keys that no process uses, the last used first. Removes the files of keys that are forgotten. */
function unusedKeys(directory: string, prefix: string): string[] {
  const found = readdirSync(directory).flatMap((name) => {
    const usedAtMs = statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs;
    const isUnused = usedAtMs !== undefined && !isInUse(name);
    if (isUnused && Date.now() - usedAtMs > KEEP_FOR_MS) rmSync(join(directory, name), { force: true });
    return isUnused && name.startsWith(prefix) ? [{ name, usedAtMs }] : [];
  });
  return found.sort((a, b) => b.usedAtMs - a.usedAtMs).map(({ name }) => name);
}

/** The same files, but first those of agents that have sessions. The host is told ids, by which nobody becomes an agent. */
async function preferred(
  directory: string,
  names: readonly string[],
  withSessions: FindAgentsWithSessions,
): Promise<readonly string[]> {
  if (names.length < 2) return names;
  const latest = names.slice(0, MAX_COMPARED);
  const ids = await Promise.all(latest.map(async (name) => principalId(readKey(join(directory, name)))));
  const found = new Set(await withSessions(ids).catch(() => []));
  const first = latest.filter((_, index) => found.has(ids[index] ?? ""));
  return [...first, ...names.filter((name) => !first.includes(name))];
}

/** The id that the host gives an agent with this key. */
async function principalId(key: string | undefined): Promise<string> {
  return `agent-${await fingerprint(key ?? "")}`;
}

function isInUse(name: string): boolean {
  try {
    const owner = Buffer.from(name.slice(name.lastIndexOf(".") + 1), "base64url").toString();
    return isRunning(JSON.parse(owner) as ProcessIdentity);
  } catch {
    return false;
  }
}

/** Undefined when another process was faster, or when others could have read or written the file. */
function takeOver(directory: string, from: string, to: string): string | undefined {
  try {
    renameSync(join(directory, from), join(directory, to));
    const key = readKey(join(directory, to));
    const now = new Date();
    if (key !== undefined) utimesSync(join(directory, to), now, now);
    return key;
  } catch {
    return undefined;
  }
}

/** Undefined when the file holds no key, or when others could have read or written it. */
function readKey(path: string): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const isOwn = process.platform === "win32" || (fstatSync(file).mode & 0o077) === 0;
      const key = readFileSync(file, "utf8");
      return isOwn && KEY.test(key) ? key : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function randomHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");
}

/** Names a client and a folder, or an agent by its key, without telling them. */
async function fingerprint(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", Buffer.from(text));
  return Buffer.from(hash).toString("hex").slice(0, 16);
}
