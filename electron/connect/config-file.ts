/**
 * Reads, replaces and removes a client's configuration file. A copy of what was there before Cotty stays beside it. Where
 * nothing was there, a note says so: from its text alone, a file that Cotty has made is no different from one that a user
 * has written after the documents.
 */
import { isUtf8 } from "node:buffer";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeDirectory } from "../platform/directories.ts";

const BOM = "\uFEFF";
const NOTE = "There was no such file before 'cotty connect' made it. With --remove it goes again, and so does this note.\n";
/** Begins a line of the note that names a folder. */
const FOLDER = "Folder: ";
const ONLY_OWNER = 0o600;
const ANYBODY_ELSE = 0o077;
/** For folders: what the umask leaves of it. */
const USUAL_FOLDER = 0o777;
/** More links in a row than any setup of dotfiles has. */
const MAX_LINKS = 16;

export type ConfigFile = {
  /** The file's real path: dotfiles are often symbolic links into a repository. */
  readonly path: string;
  /** Empty when the file does not exist yet. */
  readonly text: string;
  readonly exists: boolean;
};

/** Reads the file. A file that does not exist is read as empty. Throws when the path leads to anything but a file in UTF-8. */
export function readConfigFile(path: string): ConfigFile {
  const target = followLinks(path);
  const found = statSync(target, { throwIfNoEntry: false });
  if (!found) return { path: target, text: "", exists: false };
  if (!found.isFile()) throw new Error(`${target} is not a file`);
  const bytes = readFileSync(target);
  // It would come back with other bytes.
  if (!isUtf8(bytes)) throw new Error("it is not text in UTF-8");
  return { path: target, text: bytes.toString("utf8").replace(BOM, ""), exists: true };
}

/** Follows a chain of symbolic links to its end. The end need not exist. */
function followLinks(path: string): string {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (!found) return at;
    if (!found.isSymbolicLink()) return realpathSync(at);
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new Error(`${path} is a symbolic link that leads back to itself`);
}

/** The path of the copy that is kept of a file from before Cotty. */
export function backupPath(path: string): string {
  return `${path}.before-cotty`;
}

/** The text of that copy. Undefined when there is none. */
export function readBackup(path: string): string | undefined {
  const { text, exists } = readConfigFile(backupPath(path));
  return exists ? text : undefined;
}

/** Whether there was no such file before Cotty. */
export function isMadeByCotty(file: ConfigFile): boolean {
  return file.exists && existsSync(notePath(file.path));
}

/** Notes, before the file is written, that there was none, and makes its folders. */
export function noteMade({ path }: ConfigFile): void {
  // A note may be left of an earlier file, which somebody else has removed.
  const folders = [...foldersMade(path), ...makeDirectory(dirname(path), USUAL_FOLDER)];
  replace(notePath(path), NOTE + folders.map((folder) => `${FOLDER}${folder}\n`).join(""), ONLY_OWNER);
}

/** From now on the file is the user's, whoever has made it. */
export function forgetMade({ path }: ConfigFile): void {
  rmSync(notePath(path), { force: true });
}

/** The folders that were made for the file and are still there, the outermost first. The note may be a stranger's: no other folder counts. */
function foldersMade(path: string): string[] {
  if (!existsSync(notePath(path))) return [];
  const lines = readFileSync(notePath(path), "utf8").split("\n");
  const named = new Set(lines.flatMap((line) => (line.startsWith(FOLDER) ? [line.slice(FOLDER.length)] : [])));
  return foldersAbove(path).filter((folder) => named.has(folder) && existsSync(folder));
}

/** The folders that a path is in, the outermost first. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [...foldersAbove(folder), folder];
}

function notePath(path: string): string {
  return `${path}.made-by-cotty`;
}

/** Keeps a copy of the file, which only its owner can read: it may hold tokens of other servers. Replaces an earlier copy. */
export function writeBackup(file: ConfigFile): void {
  forgetMade(file);
  replace(backupPath(file.path), readFileSync(file.path), ONLY_OWNER);
}

/**
 * Replaces the file's text in one step, so that nobody reads half a file. Keeps
 * the file's owner and its mode; with `isSecret`, only the owner can read it. Throws
 * when the file has changed since it was read.
 */
export function writeConfigFile(file: ConfigFile, text: string, { isSecret }: { isSecret: boolean }): void {
  refuseChanged(file);
  const { path, exists } = file;
  const hadBom = exists && readFileSync(path, "utf8").startsWith(BOM);
  // A new file may get a token later.
  const mode = exists ? statSync(path).mode & 0o777 : ONLY_OWNER;
  replace(path, (hadBom ? BOM : "") + text, isSecret ? mode & ~ANYBODY_ELSE : mode);
}

/** Puts back the copy from before Cotty, byte for byte; the file's own mode stays unless another one is given. Throws when the file has changed since it was read. */
export function restoreConfigFile(file: ConfigFile, mode = statSync(file.path).mode & 0o777): void {
  refuseChanged(file);
  replace(file.path, readFileSync(backupPath(file.path)), mode);
}

/** Removes a file that Cotty has made, and those folders made for it that nothing else is in. Throws when the file has changed since it was read. */
export function removeConfigFile(file: ConfigFile): void {
  refuseChanged(file);
  const folders = foldersMade(file.path);
  rmSync(file.path);
  forgetMade(file);
  try {
    for (const folder of folders.toReversed()) rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}

/** Whether other users can read or write the file. */
export function isOpenToOthers({ path, exists }: ConfigFile): boolean {
  return process.platform !== "win32" && exists && (statSync(path).mode & ANYBODY_ELSE) !== 0;
}

/** Takes the file's rights from everybody but its owner. */
export function closeToOthers({ path }: ConfigFile): void {
  chmodSync(path, statSync(path).mode & 0o777 & ~ANYBODY_ELSE);
}

function refuseChanged(file: ConfigFile): void {
  const now = readConfigFile(file.path);
  if (now.text === file.text && now.exists === file.exists) return;
  throw new Error(`Another program has just changed ${file.path}. Nothing was written; run the command again`);
}

/** Writes a file beside it, and moves that into its place. Keeps the owner of the file that it replaces. */
function replace(path: string, content: string | Uint8Array, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const fd = openSync(temporary, "wx", mode);
    try {
      // What the umask has taken away comes back.
      fchmodSync(fd, mode);
      writeFileSync(fd, content);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (found && process.platform !== "win32" && found.uid !== process.getuid?.()) chownSync(temporary, found.uid, found.gid);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
