/**
 * Whether the program in front of a terminal is blocked reading it, by what the
 * kernel says. Where nobody in the foreground job is, the processes count that
 * may read the terminal from outside (outside-processes.ts). Where the reader
 * hands its keys on to a terminal of its own, who reads there counts
 * (relayed-terminal.ts). It needs Linux, and the right to read /proc/PID/syscall,
 * which a host has for what it has started. Elsewhere the answer is "unknown". It
 * costs a few reads of files that are in memory.
 */
import { isOnlyThread, mayGoOn } from "./idle-loop.ts";
import { mayRead, outsideProcesses } from "./outside-processes.ts";
import { familyOf, threadsOf } from "./job-family.ts";
import { relayedTerminals } from "./relayed-terminal.ts";
import {
  descriptorFlags,
  descriptors,
  descriptorTarget,
  type ProcessStat,
  pseudoTerminalPath,
  readStat,
  readSystemCall,
  targetIfOpen,
  tellsSystemCalls,
  terminalPath,
  voluntarySwitches,
} from "../platform/linux/proc.ts";
import { CALLS, hasTimeLimit, type WaitingCalls, watchedDescriptors, watchedWithin } from "./waiting-calls.ts";

export type TerminalReader = {
  /**
   * `alone`: it waits for nothing but the terminal. `among-others`: it waits for
   * the terminal and for something else, as every event loop does.
   */
  readonly reading: "alone" | "among-others" | "no" | "unknown";
  /** Changes when the reader has woken up, and when another thread reads. */
  readonly turn: string;
  /** The thread that reads, of all the threads of the system; absent where nobody is known to. */
  readonly thread?: number;
  readonly pid?: number;
  /** The name of its program, as the kernel has it. Absent for a reader outside the foreground job. */
  readonly program?: string;
  /** Another process of the job could go on meanwhile: it does not wait for the reader, as a shell does for what it has started. */
  readonly company?: boolean;
  /** The descriptors that it waits to read from, those of an epoll that it polls in its place. */
  readonly watched?: readonly number[];
  /** The kind of system call in which it waits. */
  readonly call?: "read" | "select" | "poll" | "epoll";
  /** Nothing but input can wake the reader: it has no time limit, and its other threads wait, too. */
  readonly untimed?: boolean;
  /** It waits with a time limit, and goes on by itself when that is over: it may only look for keys between two pieces of work. */
  readonly timed?: boolean;
  /** Beside the terminal, it waits for connections alone, without a time limit: what answers is a server, as with nc and telnet. */
  readonly isClient?: boolean;
  /** A signal or a debugger has stopped the reader: it takes no input. */
  readonly isStopped?: boolean;
  /** Another program, such as script or tmux, hands the keys on to the terminal where the reader is. */
  readonly relayed?: boolean;
  /** The path of that terminal; absent where it may be one of several. */
  readonly innerTerminal?: string;
};

/** Terminals within terminals that are looked into. */
const MAX_RELAYS = 4;
/** Calls in which a client waits for its server, beside those above: recvfrom, recvmsg, pause, rt_sigsuspend. */
const WAITS_FOR_ANOTHER: Readonly<Record<string, readonly number[]>> = { x64: [45, 47, 34, 130], arm64: [207, 212, 133] };

const UNKNOWN: TerminalReader = { reading: "unknown", turn: "" };
const NOBODY: TerminalReader = { reading: "no", turn: "" };

/** Where it is looked. */
type System = { readonly platform: string; readonly arch: string; readonly tellsCalls?: boolean };

/** Looks at who reads the terminal that `pid`, a session's first process, belongs to. */
export function terminalReader(
  pid: number,
  { platform, arch, tellsCalls = tellsSystemCalls() }: System = process,
): TerminalReader {
  const calls = platform === "linux" && tellsCalls ? CALLS[arch] : undefined;
  const leader = calls && readStat(pid);
  if (!leader) return UNKNOWN;
  const terminal = terminalPath(leader);
  return terminal === undefined ? NOBODY : readerInFront(leader, { terminal, family: familyOf(leader), calls, arch });
}

type Place = {
  /** The terminal's path. */
  readonly terminal: string;
  /** Who may read it. */
  readonly family: readonly ProcessStat[];
  readonly calls: WaitingCalls;
  readonly arch: string;
};

/** Where it hands the keys on, the reader is looked for there. `leader`: a process whose terminal it is. */
function readerInFront(leader: ProcessStat, place: Place, depth = 0): TerminalReader {
  const reader = readerIn(leader, place);
  if (reader.pid === undefined || depth >= MAX_RELAYS) return reader;
  const relay = place.family.find(({ pid }) => pid === reader.pid) ?? readStat(reader.pid);
  const terminals = relay ? relayedTerminals(relay, reader.watched) : [];
  if (relay === undefined || terminals.length === 0) return reader;
  const family = familyOf(relay);
  const found = anyOf(
    terminals.map((terminal) => {
      const inner = family.find((member) => pseudoTerminalPath(member.terminal) === terminal && !member.hasEnded);
      return inner ? { innerTerminal: terminal, ...readerInFront(inner, { ...place, terminal, family }, depth + 1) } : UNKNOWN;
    }),
  );
  if (found.reading === "unknown") return reader;
  return { ...found, relayed: true, company: found.company === true || reader.company === true };
}

/**
 * What is known of the one that gets the keys where it is not known which of them does: if all of them wait for input, it waits,
 * too. The latest one stands for all.
 */
function anyOf(readers: readonly TerminalReader[]): TerminalReader {
  const [only = UNKNOWN, ...more] = readers;
  if (more.length === 0) return only;
  const isReading = readers.every(({ reading }) => reading === "alone" || reading === "among-others");
  if (!isReading) return UNKNOWN;
  const { innerTerminal: _, ...latest } = more.at(-1) ?? only;
  const reading = readers.every((one) => one.reading === "alone") ? "alone" : "among-others";
  return {
    ...latest,
    reading,
    turn: readers.map(({ turn }) => turn).join(" "),
    company: readers.some((one) => one.company === true),
    untimed: readers.every((one) => one.untimed === true),
    timed: readers.some((one) => one.timed === true),
    isStopped: readers.some((one) => one.isStopped === true),
  };
}

function readerIn(leader: ProcessStat, { terminal, family, calls, arch }: Place): TerminalReader {
  const job = family.filter(({ group }) => group === leader.foregroundGroup);
  const inFront = job.map((member) => member.pid);
  const reader = mostCertain(inFront.map((pid) => readerOf(pid, terminal, calls)));
  if (reader.reading !== "no") {
    const own = job.find((member) => member.pid === reader.pid);
    const others = job.filter((member) => member.pid !== reader.pid && !member.isStopped && !member.hasEnded);
    const company = others.some(({ pid }) => mayGoOn(pid));
    return { ...reader, ...(own && { program: own.name }), company, isStopped: own?.isStopped === true };
  }
  // One that has taken the terminal over has left the leader with none.
  const device = leader.terminal === 0 ? -1 : leader.terminal;
  const outside = family.filter((member) => mayRead(member, device)).map((member) => member.pid);
  const servers = inFront
    .filter((pid) => waitsForAnother(pid, calls, WAITS_FOR_ANOTHER[arch]))
    .flatMap((pid) => outsideProcesses(pid, terminal));
  const others = new Set([...outside, ...servers]);
  return mostCertain([...others].filter((pid) => !inFront.includes(pid)).map((pid) => readerOf(pid, terminal, calls)));
}

function mostCertain(readers: readonly TerminalReader[]): TerminalReader {
  return (
    readers.find(({ reading }) => reading === "alone") ??
    readers.find(({ reading }) => reading === "among-others") ??
    readers.find(({ reading }) => reading === "unknown") ??
    NOBODY
  );
}

/** The process waits for a signal or for a socket, as a client does whose server has the terminal. */
function waitsForAnother(pid: number, calls: WaitingCalls, more: readonly number[] = []): boolean {
  try {
    const call = readSystemCall(pid, pid);
    if (!call) return false;
    const kind = calls[call.number];
    if (!kind) return more.includes(call.number);
    return watchedDescriptors(pid, kind, call.args).some((descriptor) => targetIfOpen(pid, descriptor).startsWith("socket:"));
  } catch {
    return false; // it has ended meanwhile, or this process may not look at it
  }
}

/** The main thread may wait for nothing else; where another one reads, the others may be at work. */
function readerOf(pid: number, terminal: string, calls: WaitingCalls): TerminalReader {
  const main = threadReader({ pid, thread: pid, terminal, calls });
  if (main.reading !== "no") return main;
  const others = threadsOf(pid).filter((thread) => thread !== pid);
  const reader = others.map((thread) => threadReader({ pid, thread, terminal, calls })).find(({ reading }) => reading !== "no");
  if (reader === undefined) return signalledReader(pid, terminal, others) ?? main;
  return reader.reading === "alone" ? { ...reader, reading: "among-others" } : reader;
}

/** The terminal sends a signal when there is something to read (fcntl(2)): programs with Go's termbox, such as peco, wait so. */
const O_ASYNC = 0o20000;

/**
 * Reads the terminal when that has sent its signal. `others`: its threads but for the main one. While any of them runs, the
 * program is at work. One of a single thread would be in a call that waits for signals, and none is known.
 */
function signalledReader(pid: number, terminal: string, others: readonly number[]): TerminalReader | undefined {
  if (others.length === 0) return undefined;
  const threads = [pid, ...others];
  try {
    if (threads.some((thread) => readSystemCall(pid, thread) === undefined)) return undefined;
    const isWoken = descriptors(pid).some((one) => isTerminal(pid, one, terminal) && (descriptorFlags(pid, one) & O_ASYNC) !== 0);
    const turn = threads.map((thread) => voluntarySwitches(pid, thread)).join(" ");
    return isWoken ? { reading: "among-others", turn, thread: pid, pid } : undefined;
  } catch {
    return undefined; // it has ended meanwhile, or this process may not look at it
  }
}

function threadReader(waiter: { pid: number; thread: number; terminal: string; calls: WaitingCalls }): TerminalReader {
  const { pid, thread, terminal, calls } = waiter;
  try {
    const call = readSystemCall(pid, thread);
    const kind = call && calls[call.number];
    if (!kind) return NOBODY;
    const watched = watchedDescriptors(pid, kind, call.args).flatMap((descriptor) => watchedWithin(pid, descriptor));
    const ours = watched.filter((descriptor) => isTerminal(pid, descriptor, terminal));
    if (ours.length === 0) return NOBODY;
    const turn = `${thread}:${voluntarySwitches(pid, thread)}`;
    const timed = hasTimeLimit(kind, call);
    const untimed = !timed && isOnlyThread(pid, thread);
    if (ours.length === watched.length) return { reading: "alone", turn, thread, pid, watched, call: kind, untimed, timed };
    const others = watched.filter((descriptor) => !ours.includes(descriptor));
    const isClient = !timed && others.every((descriptor) => descriptorTarget(pid, descriptor).startsWith("socket:"));
    return { reading: "among-others", turn, thread, pid, watched, call: kind, untimed, timed, isClient };
  } catch (error) {
    // It has ended between two looks, or this process may not look at it.
    return isDenied(error) ? UNKNOWN : NOBODY;
  }
}

function isTerminal(pid: number, descriptor: number, terminal: string): boolean {
  const target = descriptorTarget(pid, descriptor);
  // In a chroot, the path is longer.
  return target === terminal || (target.endsWith("/dev/tty") && pseudoTerminalPath(readStat(pid)?.terminal ?? 0) === terminal);
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");
}
