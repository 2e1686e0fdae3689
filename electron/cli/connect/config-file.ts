/** Reads and replaces a client's configuration file. Keeps a copy of the earlier file beside it. */
import {
  chownSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const BOM = "\uFEFF";
/** More links in a row than any setup of dotfiles has. */
const MAX_LINKS = 16;

export type ConfigFile = {
  /** The file's real path: dotfiles are often symbolic links into a repository. */
  readonly path: string;
  /** Empty when the file does not exist yet. */
  readonly text: string;
  readonly exists: boolean;
};

/** Reads the file. A file that does not exist is read as empty. Throws when the path leads to anything but a file. */
export function readConfigFile(path: string): ConfigFile {
  const target = followLinks(path);
  const found = statSync(target, { throwIfNoEntry: false });
  if (!found) return { path: target, text: "", exists: false };
  if (!found.isFile()) throw new Error(`${target} is not a file`);
  return { path: target, text: readFileSync(target, "utf8").replace(BOM, ""), exists: true };
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

/**
 * Replaces the file's text in one step, so that nobody reads half a file. Keeps
 * the file's mode and owner. Returns the path of the backup, or undefined when
 * there was no earlier file. Throws when the file has changed since it was read.
 */
export function writeConfigFile(file: ConfigFile, text: string): string | undefined {
  const now = readConfigFile(file.path);
  if (now.text !== file.text || now.exists !== file.exists) {
    throw new Error(`Another program has just changed ${file.path}. Nothing was written; run the command again`);
  }
  const { path, exists } = file;
  const found = exists ? statSync(path) : undefined;
  mkdirSync(dirname(path), { recursive: true });
  const backup = `${path}.before-cotty`;
  if (exists) copyFileSync(path, backup);
  const hadBom = exists && readFileSync(path, "utf8").startsWith(BOM);
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    // A new file may hold a token, so only its owner may read it.
    writeWhole(temporary, (hadBom ? BOM : "") + text, found ? found.mode & 0o777 : 0o600);
    if (found && process.platform !== "win32" && found.uid !== process.getuid?.()) chownSync(temporary, found.uid, found.gid);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return exists ? backup : undefined;
}

function writeWhole(path: string, text: string, mode: number): void {
  const fd = openSync(path, "wx", mode);
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
