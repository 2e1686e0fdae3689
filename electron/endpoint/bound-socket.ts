/**
 * Binding the local socket. It is bound under a name of its own and then moved
 * into place, for two reasons: the move replaces a stale socket in one step, and
 * libuv, which removes the name it bound when the server closes, can then never
 * remove a socket that another host has put there since.
 */
import { lstatSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname, join } from "node:path";
import type { Paths } from "../platform/paths.ts";

export type BoundSocket = { readonly server: Server; /** Tells our socket file from another's. */ readonly inode: number };

/** Owner only: what the socket file is created with. */
const SOCKET_UMASK = 0o177;

/** Only for the holder of the host lock: whatever is at the socket's place is replaced. */
export async function bindSocket({ socket }: Paths, onConnection: (socket: Socket) => void): Promise<BoundSocket> {
  const server = createServer(onConnection);
  if (process.platform === "win32") {
    await started(server, socket);
    return { server, inode: 0 };
  }
  const name = join(dirname(socket), `.${globalThis.crypto.randomUUID().slice(0, 8)}`);
  const before = process.umask(SOCKET_UMASK);
  let listening: Promise<void>;
  try {
    // Node binds within this call, so the umask need not outlast it.
    listening = started(server, name);
  } finally {
    process.umask(before);
  }
  await listening;
  const inode = lstatSync(name).ino;
  try {
    renameSync(name, socket);
  } catch (error) {
    server.close();
    throw error;
  }
  return { server, inode };
}

/** Removes the socket file unless it is another host's by now. */
export function removeSocketFile({ socket }: Paths, { inode }: BoundSocket): void {
  if (process.platform === "win32") return;
  if (lstatSync(socket, { throwIfNoEntry: false })?.ino === inode) rmSync(socket, { force: true });
}

function started(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
