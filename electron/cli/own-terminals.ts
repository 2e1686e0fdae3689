/** In which terminals this process can be seen, so that `attach` shows no session in itself. */
import { execFileSync } from "node:child_process";
import {
  descriptors,
  descriptorTarget,
  processIds,
  type ProcessStat,
  pseudoTerminalPath,
  readStat,
} from "../platform/linux/proc.ts";

/** For tmux to name its clients. It is asked once, by a person's command. */
const TMUX_WITHIN_MS = 1000;

/** Standard input, output and errors. */
const STANDARD = 2;
/** The major numbers of Unix 98 pseudo-terminals (pts(4)). */
const [FIRST_MAJOR, LAST_MAJOR] = [136, 143];

/**
 * The paths of the pseudo-terminals that show what this process prints: its own, those of the programs it descends from,
 * and those of the multiplexer around it. Empty where the system does not tell.
 */
export function ownTerminals(): ReadonlySet<string> {
  const terminals = new Set<string>();
  for (let stat = readStat("self"); stat && stat.pid > 1; stat = readStat(stat.parent))
    for (const terminal of terminalsAround(stat)) terminals.add(terminal);
  return terminals;
}

/** The pseudo-terminal of the session with this first process, even where another process has become the terminal's leader since. */
export function terminalsOf(pid: number): string[] {
  const device = readStat(pid)?.terminal ?? 0;
  const major = (device >> 8) & 0xfff;
  const controlling = major >= FIRST_MAJOR && major <= LAST_MAJOR ? [pseudoTerminalPath(device)] : [];
  return [...controlling, ...openTerminals(pid, STANDARD)];
}

function terminalsAround({ pid, name }: ProcessStat): string[] {
  // A server of tmux has the terminals of all its clients open, and most of them show other windows. One of screen has one window.
  if (name.startsWith("tmux: server")) return tmuxClients();
  return name === "screen" ? screenClients(pid) : terminalsOf(pid);
}

/** Where nobody may look at the server, as where screen is installed with rights of its own, all clients of all servers. */
function screenClients(server: number): string[] {
  // Its own descriptors are there, if not those of a client.
  if (orNone(() => descriptors(server)).length > 0) return openTerminals(server, Number.POSITIVE_INFINITY);
  return processIds().flatMap((pid) => (pid !== server && readStat(pid)?.name === "screen" ? terminalsOf(pid) : []));
}

function openTerminals(pid: number, last: number): string[] {
  // The process may have ended, or is another user's; one of its descriptors may have closed.
  const open = orNone(() => descriptors(pid).filter((descriptor) => descriptor <= last));
  return open
    .flatMap((descriptor) => orNone(() => [descriptorTarget(pid, descriptor)]))
    .filter((path) => path.startsWith("/dev/pts/"));
}

function orNone<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** The terminals in which the tmux session around this process shows. */
function tmuxClients(): string[] {
  const pane = process.env["TMUX_PANE"];
  if (pane === undefined) return [];
  const args = ["list-clients", "-t", pane, "-F", "#{client_tty}"];
  // There may be no tmux on the PATH, or its server does not answer.
  return orNone(() =>
    execFileSync("tmux", args, { encoding: "utf8", timeout: TMUX_WITHIN_MS, stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")
      .filter((terminal) => terminal !== ""),
  );
}
