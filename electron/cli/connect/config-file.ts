/** A client's configuration file: read as it is, replaced as a whole, with the former beside it. */
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
/** More links than any setup of dotfiles has. */
const MAX_LINKS = 16;

export type ConfigFile = {
  /** Where it really is: dotfiles are often symbolic links into a repository. */
  readonly path: string;
  /** Empty for a file that is not there yet. */
  readonly text: string;
  readonly exists: boolean;
};

/** Reads the file, or what stands in for one that is not there. */
export function readConfigFile(path: string): ConfigFile {
  const target = followLinks(path);
  const found = statSync(target, { throwIfNoEntry: false });
  if (!found) return { path: target, text: "", exists: false };
  if (!found.isFile()) throw new Error(`${target} is not a file`);
  return { path: target, text: readFileSync(target, "utf8").replace(BOM, ""), exists: true };
}

/** The end of a chain of links, which may not exist yet. */
function followLinks(path: string): string {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (!found) return at;
    if (!found.isSymbolicLink()) return realpathSync(at);
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new Error(`${path} is a symbolic link that leads round in a circle`);
}

/**
 * Writes the text in the file's place, in one step, so that no reader meets
 * half of it. Keeps its rights and owner. Returns where the former one is kept;
 * undefined when there was none. Refuses when somebody else has written meanwhile.
 */
export function writeConfigFile(file: ConfigFile, text: string): string | undefined {
  const now = readConfigFile(file.path);
  if (now.text !== file.text || now.exists !== file.exists) {
    throw new Error(`${file.path} was changed by somebody else just now. Nothing was written; run the command again`);
  }
  const { path, exists } = file;
  const found = exists ? statSync(path) : undefined;
  mkdirSync(dirname(path), { recursive: true });
  const backup = `${path}.before-cotty`;
  if (exists) copyFileSync(path, backup);
  const hadBom = exists && readFileSync(path, "utf8").startsWith(BOM);
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    // A new file may hold a token, so it is its owner's alone.
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
