/**
 * The folders in which Cotty keeps its files: `COTTY_HOME`, or those that the
 * platform's conventions name. Whoever may write there could put a file of theirs
 * in the place of the settings, the audit or the log, so they must be the user's
 * alone to write. docs/decisions.md says what is mended and what is refused.
 */
import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { HostError } from "../../shared/errors.ts";
import type { Paths } from "./paths.ts";

const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;
const ANOTHER_FOLDER = "set COTTY_HOME to a folder of your own";

type Folder = {
  readonly path: string;
  /** What Cotty keeps there, by name. */
  readonly names: ReadonlySet<string>;
};

/** For a host, before it reads or writes a file: as `refuseUnsafeHome`, but closes folders of Cotty's to their group. Returns these. */
export function secureHome(paths: Paths): string[] {
  return inspect(paths).map(({ path, mode }) => {
    chmodSync(path, mode & ~(GROUP_WRITES | OTHERS_WRITE) & 0o7777);
    return path;
  });
}

/**
 * For a client: throws `internal` when others may write to one of the folders, or have left something there. A folder that the
 * next host will close to its group is as good: nobody else has a file in it.
 */
export function refuseUnsafeHome(paths: Paths): void {
  inspect(paths);
}

/** Throws at the first fault. Returns the folders that a host closes to their group. */
function inspect(paths: Paths): { path: string; mode: number }[] {
  if (process.platform === "win32") return [];
  return foldersOf(paths).flatMap((folder) => {
    const found = statOf(folder.path);
    if (!found?.isDirectory()) return [];
    const { path } = folder;
    if (isForeign(found)) throw unsafe(path, belongsTo(found), ANOTHER_FOLDER);
    // A folder for all, such as /tmp, must stay as it is. Its sticky bit keeps others from replacing files, not from making
    // those that are missing.
    const isForAll = !isOwn(found) || (found.mode & STICKY) !== 0;
    const fix = isForAll ? ANOTHER_FOLDER : `run: chmod go-w '${path}'`;
    if ((found.mode & OTHERS_WRITE) !== 0) throw unsafe(path, "other users may write to it", fix);
    refuseForeignFiles(folder);
    if ((found.mode & GROUP_WRITES) === 0) return [];
    if (isForAll || !isCottysOwn(folder, paths)) throw unsafe(path, "its group may write to it", fix);
    return [{ path, mode: found.mode }];
  });
}

/** Each folder, with the files and folders that Cotty keeps right in it. The rules for the run directory are stricter; see endpoint/. */
function foldersOf(paths: Paths): Folder[] {
  const roots = new Set([paths.settings, paths.audit, paths.appState].map((path) => dirname(path)));
  const all = Object.values(paths);
  return Array.from(roots, (path) => {
    const inside = path + sep;
    const files = all.filter((file) => file.startsWith(inside));
    return { path, names: new Set(files.map((file) => file.slice(inside.length).split(sep, 1)[0] ?? "")) };
  });
}

function refuseForeignFiles({ path, names }: Folder): void {
  for (const name of names) {
    const found = lstatSync(join(path, name), { throwIfNoEntry: false });
    if (found && isForeign(found)) throw unsafe(join(path, name), belongsTo(found), "remove it");
  }
}

/** Nothing in it is anybody else's, and closing it takes nothing from anybody: it is Cotty's by its name or its content, or empty. */
function isCottysOwn({ path, names }: Folder, { cottyHome }: Paths): boolean {
  const entries = readdirSync(path);
  const isForCotty = cottyHome === undefined || entries.length === 0 || entries.some((name) => names.has(name));
  return isForCotty && entries.every((name) => isOwn(lstatSync(join(path, name), { throwIfNoEntry: false })));
}

/** Undefined when it does not exist or cannot be reached: whoever needs it then says so. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Root is not defended against, and may have made the folder for the user. */
function isForeign(found: Stats): boolean {
  return found.uid !== 0 && !isOwn(found);
}

/** True for what has just been removed. */
function isOwn(found: Stats | undefined): boolean {
  return found === undefined || found.uid === process.getuid?.();
}

function belongsTo({ uid }: Stats): string {
  return `it belongs to another user (uid ${uid})`;
}

function unsafe(path: string, fault: string, fix: string): HostError {
  return new HostError("internal", `Refusing to use ${path}: ${fault}. To continue, ${fix}.`);
}
