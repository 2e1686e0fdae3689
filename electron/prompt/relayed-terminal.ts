/**
 * The terminals behind a program that hands every key on to another program, in a
 * pseudo-terminal that it has made for it: script, tmux, sudo. Such a program
 * reads at all times, whatever the other one does. Debuggers and editors that run
 * programs in a terminal are not among them: their keys are their own.
 */
import { descriptorTarget, innerTerminal, type ProcessStat } from "../platform/linux/proc.ts";

/** By the names of their processes. `su` and `runuser` do it with `--pty`. */
const RELAYS = /^(?:asciinema|expect|ledit|rlfe|rlwrap|runuser|screen|script|su|sudo|tmux: server)$/;

/** A multiplexer with more panes than this is not looked into. */
const MAX_TERMINALS = 8;

/**
 * The paths of the terminals that this process hands keys on to. `watched`: the descriptors that it waits to read from. None
 * where it is no such program; several where it is a multiplexer: nobody can tell which of them gets the keys.
 */
export function relayedTerminals({ pid, name }: ProcessStat, watched: readonly number[] = []): readonly string[] {
  if (!RELAYS.test(name)) return [];
  try {
    const inner = watched.filter((descriptor) => isOtherSide(pid, descriptor));
    return inner.length > MAX_TERMINALS ? [] : inner.flatMap((descriptor) => innerTerminal(pid, descriptor) ?? []);
  } catch {
    return []; // it has ended meanwhile, or this process may not look at it
  }
}

function isOtherSide(pid: number, descriptor: number): boolean {
  const target = descriptorTarget(pid, descriptor);
  return target === "/dev/ptmx" || target === "/dev/pts/ptmx";
}
