/**
 * Binds the local socket. The socket is bound under a temporary name and then
 * renamed, for two reasons:
 * - Renaming replaces a stale socket in one step.
 * - When a server closes, libuv removes the name that it has bound. After the
 *   rename, that can never be the socket of another host.
 */
import { lstatSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname, join } from "node:path";
import type { Paths } from "../platform/paths.ts";

/** A bound socket. The inode tells its file from the socket file of another host. */
export type LocalSocket = { readonly server: Server; readonly inode: number };

/** Creates the socket file with mode 0600. */
const SOCKET_UMASK = 0o177;

/** Binds the socket and replaces whatever has its name. Only the holder of the host lock may call it. */
export async function bindSocket({ socket }: Paths, onConnection: (socket: Socket) => void): Promise<LocalSocket> {
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

/** Removes the socket file, unless another host has replaced it. */
export function removeSocketFile({ socket }: Paths, { inode }: LocalSocket): void {
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
