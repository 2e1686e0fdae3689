/**
 * The terminal behind a program that hands every key on to another program, in a
 * pseudo-terminal that it has made for it: script, tmux, sudo. Such a program
 * reads at all times, whatever the other one does. Debuggers and editors that run
 * programs in a terminal are not among them: their keys are their own.
 */
import { descriptorTarget, innerTerminal, type ProcessStat } from "../platform/linux/proc.ts";

/** By the names of their processes. `su` and `runuser` do it with `--pty`. */
const RELAYS = /^(?:asciinema|expect|ledit|rlfe|rlwrap|runuser|screen|script|su|sudo|tmux: server)$/;

/**
 * The path of the terminal that this process hands keys on to. `watched`: the descriptors that it waits to read from. Undefined
 * where it is no such program, and where it has several: nobody can tell which of them gets the keys.
 */
export function relayedTerminal({ pid, name }: ProcessStat, watched: readonly number[] = []): string | undefined {
  if (!RELAYS.test(name)) return undefined;
  try {
    const inner = watched.filter((descriptor) => isOtherSide(pid, descriptor));
    const [descriptor] = inner;
    return descriptor === undefined || inner.length > 1 ? undefined : innerTerminal(pid, descriptor);
  } catch {
    return undefined; // it has ended meanwhile, or this process may not look at it
  }
}

function isOtherSide(pid: number, descriptor: number): boolean {
  const target = descriptorTarget(pid, descriptor);
  return target === "/dev/ptmx" || target === "/dev/pts/ptmx";
}
