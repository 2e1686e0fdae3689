/**
 * Whether the program in front of a terminal is blocked reading it, by what the
 * kernel says. It needs Linux, and the right to read /proc/PID/syscall, which a
 * host has for what it has started. Elsewhere the answer is "unknown". It costs
 * a few reads of files that are in memory.
 */
import {
  childIds,
  descriptorTarget,
  epollTargets,
  type ProcessStat,
  pseudoTerminalPath,
  readMemory,
  readStat,
  readSystemCall,
  threadIds,
  voluntarySwitches,
} from "../platform/linux/proc.ts";

export type TerminalReader = {
  /**
   * `alone`: it waits for nothing but the terminal. `among-others`: it waits for
   * the terminal and for something else, as every event loop does.
   */
  readonly reading: "alone" | "among-others" | "no" | "unknown";
  /** Changes when the reader has woken up, and when another thread reads. */
  readonly turn: string;
};

/** Numbers of the system calls that wait for input, by Node's name of the architecture. */
type WaitingCalls = Readonly<Record<number, "read" | "select" | "poll" | "epoll">>;
const CALLS: Readonly<Record<string, WaitingCalls>> = {
  x64: { 0: "read", 19: "read", 23: "select", 270: "select", 7: "poll", 271: "poll", 232: "epoll", 281: "epoll", 441: "epoll" },
  arm64: { 63: "read", 65: "read", 72: "select", 73: "poll", 22: "epoll", 441: "epoll" },
};

/** Processes of one job, and threads of one process, that are looked at. */
const MAX_PROCESSES = 64;
const MAX_THREADS = 64;
/** Descriptors in one select or poll that are looked at. */
const MAX_DESCRIPTORS = 1024;
const POLLIN = 1;

const UNKNOWN: TerminalReader = { reading: "unknown", turn: "" };
const NOBODY: TerminalReader = { reading: "no", turn: "" };

/** Looks at the foreground job of the terminal that `pid`, a session's first process, belongs to. */
export function terminalReader(pid: number, { platform, arch }: { platform: string; arch: string } = process): TerminalReader {
  const calls = platform === "linux" ? CALLS[arch] : undefined;
  const leader = calls && readStat(pid);
  if (!leader) return UNKNOWN;
  const terminal = pseudoTerminalPath(leader.terminal);
  const readers = foreground(leader).map((member) => readerIn(member, terminal, calls));
  return (
    readers.find(({ reading }) => reading === "alone") ??
    readers.find(({ reading }) => reading === "among-others") ??
    readers.find(({ reading }) => reading === "unknown") ??
    NOBODY
  );
}

/** The processes among the leader and its descendants that are in the foreground group. */
function foreground({ pid, foregroundGroup }: ProcessStat): number[] {
  const all = [pid];
  for (let at = 0; at < all.length && all.length < MAX_PROCESSES; at++) all.push(...childrenOf(all[at] ?? 0));
  return all.filter((member) => readStat(member)?.group === foregroundGroup);
}

function childrenOf(pid: number): number[] {
  try {
    return threadsOf(pid).flatMap((thread) => childIds(pid, thread));
  } catch {
    return []; // it has ended meanwhile
  }
}

/** The main thread may wait for nothing else; where another one reads, the others may be at work. */
function readerIn(pid: number, terminal: string, calls: WaitingCalls): TerminalReader {
  const main = threadReader({ pid, thread: pid, terminal, calls });
  if (main.reading !== "no") return main;
  const others = threadsOf(pid).filter((thread) => thread !== pid);
  const reader = others.map((thread) => threadReader({ pid, thread, terminal, calls })).find(({ reading }) => reading !== "no");
  return reader?.reading === "alone" ? { ...reader, reading: "among-others" } : (reader ?? main);
}

function threadsOf(pid: number): number[] {
  try {
    return threadIds(pid).slice(0, MAX_THREADS);
  } catch {
    return []; // it has ended meanwhile
  }
}

function threadReader(waiter: { pid: number; thread: number; terminal: string; calls: WaitingCalls }): TerminalReader {
  const { pid, thread, terminal, calls } = waiter;
  try {
    const call = readSystemCall(pid, thread);
    const kind = call && calls[call.number];
    if (!kind) return NOBODY;
    const watched = watchedDescriptors(pid, kind, call.args);
    const ours = watched.filter((descriptor) => isTerminal(pid, descriptor, terminal));
    if (ours.length === 0) return NOBODY;
    const turn = `${thread}:${voluntarySwitches(pid, thread)}`;
    return { reading: ours.length === watched.length ? "alone" : "among-others", turn };
  } catch (error) {
    // It has ended between two looks, or this process may not look at it.
    return isDenied(error) ? UNKNOWN : NOBODY;
  }
}

/** The descriptors it waits to read from. */
function watchedDescriptors(pid: number, kind: WaitingCalls[number], args: readonly string[]): number[] {
  const [first = "0", second = "0"] = args;
  if (kind === "read") return [Number(first)];
  if (kind === "epoll") {
    return epollTargets(pid, Number(first)).flatMap(({ descriptor, events }) => ((events & POLLIN) === 0 ? [] : descriptor));
  }
  if (kind === "select") {
    const count = Math.min(Number(first), MAX_DESCRIPTORS);
    const set = memoryAt(pid, second, Math.ceil(count / 8));
    return numbersBelow(count).filter((descriptor) => ((set[descriptor >> 3] ?? 0) >> (descriptor & 7)) & 1);
  }
  const count = Math.min(Number(second), MAX_DESCRIPTORS);
  const entries = memoryAt(pid, first, count * 8);
  return numbersBelow(count)
    .filter((index) => entries.readInt32LE(index * 8) >= 0 && (entries.readInt16LE(index * 8 + 4) & POLLIN) !== 0)
    .map((index) => entries.readInt32LE(index * 8));
}

function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Zeros for no address: a select that watches nothing to read from has none. */
function memoryAt(pid: number, address: string, length: number): Buffer {
  const at = BigInt(address);
  return length === 0 || at === 0n ? Buffer.alloc(length) : readMemory(pid, at, length);
}

function isTerminal(pid: number, descriptor: number, terminal: string): boolean {
  const target = descriptorTarget(pid, descriptor);
  return target === terminal || target === "/dev/tty";
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");
}
