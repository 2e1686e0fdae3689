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
/** A key that nobody has used for this time is removed. */
const KEEP_FOR_MS = 30 * 24 * 3600 * 1000;

function createAgentKey(): string {
  return randomHex(KEY_BYTES);
}

/**
 * The key for an agent that runs in this process: the last one that the same
 * client used in the same folder and that no process uses now, otherwise a new one.
 * Where keys cannot be kept, the key is new every time.
 */
export async function takeAgentKey(
  directory: string,
  agent: { readonly client: string; readonly folder: string },
): Promise<string> {
  const prefix = `${await fingerprint(`${agent.client}\0${agent.folder}`)}.`;
  const owner = Buffer.from(JSON.stringify(ownIdentity())).toString("base64url");
  try {
    makeDirectory(directory);
    for (const name of unusedKeys(directory, prefix)) {
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
    const file = openSync(join(directory, to), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const isOwn = process.platform === "win32" || (fstatSync(file).mode & 0o077) === 0;
      const key = readFileSync(file, "utf8");
      if (!isOwn || !KEY.test(key)) return undefined;
      const now = new Date();
      utimesSync(join(directory, to), now, now);
      return key;
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

/** Names the client and the folder in a file's name without telling them. */
async function fingerprint(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", Buffer.from(text));
  return Buffer.from(hash).toString("hex").slice(0, 16);
}
