/**
 * Up to where a caller has read a session's output. Commands are short-lived, so
 * it is kept for them in a small file per caller under the run directory; a
 * caller never moves another's position.
 *
 * The caller is who runs the commands: `COTTY_CALLER` when set; otherwise the
 * terminal they run in; otherwise the nearest parent process that is not a
 * shell, since agents run every command in a shell of its own.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Paths } from "../platform/paths.ts";

type Position = { readonly offset: number; /** When it was noted. */ readonly atMs: number };
/** By session id. */
type Positions = Record<string, Position>;

/** Files of callers that have not come back for so long are removed. */
const KEEP_FOR_MS = 7 * 24 * 3600 * 1000;

const SHELLS = new Set(["sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "env", "timeout"]);

/**
 * Where this caller is in the session that began at `startedAtMs`. A position
 * noted earlier than that belongs to a former session of the same id.
 */
export function positionOf(paths: Paths, session: { id: string; startedAtMs: number }): number | undefined {
  const position = read(callerFile(paths))[session.id];
  return position && position.atMs >= session.startedAtMs ? position.offset : undefined;
}

/** Notes where this caller is now. */
export function notePosition(paths: Paths, id: string, offset: number): void {
  const file = callerFile(paths);
  const positions = { ...read(file), [id]: { offset, atMs: Date.now() } };
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, JSON.stringify(positions), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(callersDirectory(paths), { mode: 0o700, recursive: true });
    writeFileSync(unfinished, JSON.stringify(positions), { mode: 0o600, flag: "wx" });
  }
  renameSync(unfinished, file);
  if (Object.keys(positions).length === 1) removeForgotten(paths);
}

/** Who calls, for the host to tell callers apart. */
export function callerName(): string {
  return callerKey(process.env["COTTY_CALLER"]);
}

function callersDirectory({ runDirectory }: Paths): string {
  return join(runDirectory, "callers");
}

function callerFile(paths: Paths): string {
  return join(callersDirectory(paths), callerName());
}

function read(file: string): Positions {
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
  const self = processStatus("self");
  // Where the system does not tell, the parent process has to do.
  if (!self) return `parent-${process.ppid}`;
  if (self.terminal !== "0")
    return `terminal-${self.terminal}-${self.sessionLeader}-${processStatus(self.sessionLeader)?.startTime ?? ""}`;
  let pid = self.parent;
  let status = processStatus(pid);
  while (status && status.parent !== "0" && SHELLS.has(status.name)) {
    pid = status.parent;
    status = processStatus(pid);
  }
  return `parent-${pid}-${status?.startTime ?? ""}`;
}

type ProcessStatus = { name: string; parent: string; sessionLeader: string; terminal: string; startTime: string };

/** From Linux's /proc; undefined elsewhere. */
function processStatus(pid: string): ProcessStatus | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  return {
    name: stat.slice(stat.indexOf("(") + 1, end),
    parent: fields[1] ?? "0",
    sessionLeader: fields[3] ?? "0",
    terminal: fields[4] ?? "0",
    startTime: fields[19] ?? "",
  };
}
