/** In which terminals this process can be seen, so that `attach` shows no session in itself. */
import { execFileSync } from "node:child_process";
import { descriptors, openTerminals, processIds, type ProcessStat, readStat, terminalPath } from "../platform/linux/proc.ts";

/** For tmux to name its clients. It is asked once, by a person's command. */
const TMUX_WITHIN_MS = 1000;

/**
 * The paths of the pseudo-terminals that show what this process prints: its own, those of the programs it descends from,
 * and those of the multiplexer around it. Empty where the system does not tell.
 */
export function ownTerminals(): ReadonlySet<string> {
  const terminals = new Set<string>();
  for (let stat = readStat("self"); stat && stat.pid > 1; stat = readStat(stat.parent))
    for (const terminal of terminalsAround(stat)) if (terminal !== undefined) terminals.add(terminal);
  return terminals;
}

/** The terminal of the process with this number, if it is there. */
export function terminalOf(pid: number): string | undefined {
  const stat = readStat(pid);
  return stat && terminalPath(stat);
}

function terminalsAround(stat: ProcessStat): (string | undefined)[] {
  const { pid, name } = stat;
  // A server of tmux has the terminals of all its clients open, and most of them show other windows. One of screen has one window.
  if (name.startsWith("tmux: server")) return tmuxClients();
  return name === "screen" ? screenClients(pid) : [terminalPath(stat)];
}

/** Where nobody may look at the server, as where screen is installed with rights of its own, all clients of all servers. */
function screenClients(server: number): (string | undefined)[] {
  if (isReadable(server)) return openTerminals(server).map(({ path }) => path);
  return processIds().flatMap((pid) => (pid !== server && readStat(pid)?.name === "screen" ? [terminalOf(pid)] : []));
}

function isReadable(pid: number): boolean {
  try {
    return descriptors(pid).length > 0;
  } catch {
    return false;
  }
}

/** The terminals in which the tmux session around this process shows. */
function tmuxClients(): string[] {
  const pane = process.env["TMUX_PANE"];
  if (pane === undefined) return [];
  const args = ["list-clients", "-t", pane, "-F", "#{client_tty}"];
  try {
    const listed = execFileSync("tmux", args, { encoding: "utf8", timeout: TMUX_WITHIN_MS, stdio: ["ignore", "pipe", "ignore"] });
    return listed.split("\n").filter((terminal) => terminal !== "");
  } catch {
    // There may be no tmux on the PATH, or its server does not answer.
    return [];
  }
}
