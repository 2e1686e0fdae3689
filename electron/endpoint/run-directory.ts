/**
 * The run directory and the token in it. Node cannot tell which user is at the
 * other end of a local socket, so the permissions of this directory are the
 * boundary. The directory and its files must belong to the user, must not be
 * symbolic links, and must be closed to other users.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { HostError } from "../../shared/errors.ts";
import { makeDirectory } from "../platform/directories.ts";
import type { Paths } from "../platform/paths.ts";
import { inUsableFolder } from "../platform/usable-folder.ts";

/**
 * `sun_path` has 104 bytes on macOS and 108 on Linux, including a NUL. Node cuts a
 * longer path without an error and binds another path.
 */
const MAX_SOCKET_PATH_BYTES = 103;

const noFollow = constants.O_NOFOLLOW ?? 0;
const isWindows = process.platform === "win32";

/** Creates the run directory if it does not exist. Throws when other users could tamper with it. */
export function openRunDirectory(paths: Paths): void {
  refuseLongSocketPath(paths);
  inUsableFolder(paths, paths.runDirectory, () => makeDirectory(paths.runDirectory));
  checkRunDirectory(paths);
  for (const file of [paths.socket, paths.token]) {
    const found = isWindows ? undefined : lstatSync(file, { throwIfNoEntry: false });
    if (found) refuseForeign(file, found);
  }
}

/** For clients: throws `no-host` when the run directory does not exist, and `internal` when it is unsafe. */
export function checkRunDirectory(paths: Paths): void {
  if (isWindows) return;
  refuseLongSocketPath(paths);
  const directory = paths.runDirectory;
  const found = inUsableFolder(paths, directory, () => lstatSync(directory, { throwIfNoEntry: false }));
  if (!found) throw new HostError("no-host", `No host is running: ${directory} does not exist`);
  if (!found.isDirectory()) {
    throw unsafe(directory, found.isSymbolicLink() ? "is a symbolic link" : "is not a directory", `remove it`);
  }
  refuseForeign(directory, found);
  if ((found.mode & 0o077) === 0) return;
  // With COTTY_HOME=/ it is the system's own /run, which must stay as it is.
  const fix = isForOthers(paths) ? "set COTTY_HOME to a folder of your own" : `run: chmod 700 '${directory}'`;
  throw unsafe(directory, "is open to other users", fix);
}

/** It has files, and none of Cotty's. */
function isForOthers({ runDirectory, token }: Paths): boolean {
  try {
    return readdirSync(runDirectory).length > 0 && !existsSync(token);
  } catch {
    return false;
  }
}

function refuseLongSocketPath({ socket }: Paths): void {
  const bytes = Buffer.byteLength(socket);
  if (isWindows || bytes <= MAX_SOCKET_PATH_BYTES) return;
  throw new HostError(
    "internal",
    `The socket path has ${bytes} bytes, the system allows ${MAX_SOCKET_PATH_BYTES}: ${socket}. Set COTTY_HOME to a shorter folder.`,
  );
}

/** Throws when the file belongs to another user or is a symbolic link. */
function refuseForeign(path: string, found: Stats): void {
  if (isWindows) return;
  if (found.isSymbolicLink()) throw unsafe(path, "is a symbolic link", "remove it");
  if (found.uid !== process.getuid?.()) {
    throw unsafe(path, `belongs to another user (uid ${found.uid})`, "remove it, or set COTTY_HOME to a folder of your own");
  }
}

function unsafe(path: string, fault: string, fix: string): HostError {
  return new HostError("internal", `Refusing to use ${path}: it ${fault}. To continue, ${fix}.`);
}

/** Replaces the token's file in one step, because clients may read it meanwhile. Only the holder of the host lock may call it. */
export function writeToken(paths: Paths, token: string): void {
  const earlier = lstatSync(paths.token, { throwIfNoEntry: false });
  if (earlier) refuseForeign(paths.token, earlier);
  const complete = `${paths.token}.${globalThis.crypto.randomUUID().slice(0, 8)}`;
  try {
    writeOwnFile(complete, `${token}\n`);
    renameSync(complete, paths.token);
  } finally {
    rmSync(complete, { force: true });
  }
}

/**
 * Reads the running host's token. Call it after connecting, because a new host writes a new token before it listens.
 * Undefined when the file does not exist.
 */
export function readToken(paths: Paths): string | undefined {
  try {
    return readOwnFile(paths.token).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Creates a file with mode 0600. Throws when a file with this name exists. */
export function writeOwnFile(path: string, text: string): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, 0o600);
  try {
    writeFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
}

/** Reads a file that no other user can have written. Throws when its owner or its mode does not guarantee that. */
export function readOwnFile(path: string): string {
  const fd = openOwn(path);
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) throw unsafe(path, "is not a file", "remove it");
    refuseForeign(path, found);
    if (!isWindows && (found.mode & 0o077) !== 0) throw unsafe(path, "is open to other users", `run: chmod 600 '${path}'`);
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}

function openOwn(path: string): number {
  try {
    // Non-blocking, because opening a FIFO would hang.
    return openSync(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") throw unsafe(path, "is a symbolic link", "remove it");
    throw error;
  }
}
