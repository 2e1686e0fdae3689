/**
 * Remembers up to which offset a caller has read each session's output. Commands
 * are short-lived, so a small file for each caller in the run directory keeps the
 * offsets. A caller never moves another's position.
 *
 * What identifies the caller, in this order:
 * - the environment variable `COTTY_CALLER`, if it is set
 * - the terminal in which the commands run
 * - the nearest parent process that is not a shell, since agents run every command in a new shell
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "../platform/directories.ts";
import { readStat } from "../platform/linux/proc.ts";
import type { Paths } from "../platform/paths.ts";

/** `atMs` is the time when the position was noted. */
type Position = { readonly offset: number; readonly atMs: number };
/** By session id. */
type Positions = Record<string, Position>;

/** The file of a caller that has not read anything for this time is removed. */
const KEEP_FOR_MS = 7 * 24 * 3600 * 1000;

const SHELLS = new Set(["sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "env", "timeout"]);

/**
 * The offset up to which this caller has read the session. Undefined when it has
 * read nothing: a position from before `startedAtMs` belongs to an earlier
 * session with the same id.
 */
export function positionOf(paths: Paths, session: { id: string; startedAtMs: number }): number | undefined {
  const position = readPositions(callerFile(paths))[session.id];
  return position && position.atMs >= session.startedAtMs ? position.offset : undefined;
}

/** Remembers that this caller has read the session up to `offset`. */
export function notePosition(paths: Paths, id: string, offset: number): void {
  const file = callerFile(paths);
  const positions = { ...readPositions(file), [id]: { offset, atMs: Date.now() } };
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, JSON.stringify(positions), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeDirectory(callersDirectory(paths));
    writeFileSync(unfinished, JSON.stringify(positions), { mode: 0o600, flag: "wx" });
  }
  renameSync(unfinished, file);
  if (Object.keys(positions).length === 1) removeForgotten(paths);
}

/** A name for this caller, by which the host tells callers apart. */
export function callerName(): string {
  return callerKey(process.env["COTTY_CALLER"]);
}

function callersDirectory({ runDirectory }: Paths): string {
  return join(runDirectory, "callers");
}

function callerFile(paths: Paths): string {
  return join(callersDirectory(paths), callerName());
}

function readPositions(file: string): Positions {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Positions;
  } catch {
    return {};
  }
}

function removeForgotten(paths: Paths): void {
  const directory = callersDirectory(paths);
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > KEEP_FOR_MS) rmSync(file, { force: true });
  }
}

function callerKey(named: string | undefined): string {
  if (named) return `named-${Buffer.from(named).toString("base64url").slice(0, 200)}`;
  const self = readStat("self");
  // Where the system does not tell, the parent process has to do.
  if (!self) return `parent-${process.ppid}`;
  if (self.terminal !== 0) return `terminal-${self.terminal}-${self.session}-${readStat(self.session)?.startTime ?? ""}`;
  let pid = self.parent;
  let stat = readStat(pid);
  while (stat && stat.parent !== 0 && SHELLS.has(stat.name)) {
    pid = stat.parent;
    stat = readStat(pid);
  }
  return `parent-${pid}-${stat?.startTime ?? ""}`;
}
