/**
 * Whether the program in front of a terminal is blocked reading it, as the
 * kernel tells it: no guess from what is on the screen. Linux, where
 * /proc/PID/syscall may be read (a host may, of what it started); elsewhere the
 * answer is "unknown". Costs a few reads of files that are in memory.
 */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from "node:fs";

export type TerminalReader = {
  /**
   * `alone`: it waits for nothing but the terminal. `among-others`: for the
   * terminal and something else, as every event loop does, at work or not.
   */
  readonly reading: "alone" | "among-others" | "no" | "unknown";
  /** Differs once the reader has woken up, or when another one reads. */
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

/** Looks at the foreground job of the terminal that `pid`, a session's first process, belongs to. */
export function terminalReader(pid: number, { platform, arch }: { platform: string; arch: string } = process): TerminalReader {
  const calls = platform === "linux" ? CALLS[arch] : undefined;
  const leader = calls && processStat(pid);
  if (!leader) return UNKNOWN;
  const readers = foreground(pid, leader.foregroundGroup).map((member) => readerIn(member, leader.terminal, calls));
  return (
    readers.find(({ reading }) => reading === "alone") ??
    readers.find(({ reading }) => reading === "among-others") ??
    readers.find(({ reading }) => reading === "unknown") ?? { reading: "no", turn: "" }
  );
}

/** The processes among `pid` and its descendants that are in the foreground group. */
function foreground(pid: number, group: number): number[] {
  const all = [pid];
  for (let at = 0; at < all.length && all.length < MAX_PROCESSES; at++) all.push(...childrenOf(all[at] ?? 0));
  return all.filter((member) => processStat(member)?.group === group);
}

function childrenOf(pid: number): number[] {
  try {
    return threadsOf(pid).flatMap((thread) =>
      (readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").match(/\d+/g) ?? []).map(Number),
    );
  } catch {
    return [];
  }
}

function processStat(pid: number): { group: number; foregroundGroup: number; terminal: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const device = Number(fields[4]);
    // Unix98 pseudo-terminals: major 136, the minor split around it.
    const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
    return { group: Number(fields[2]), foregroundGroup: Number(fields[5]), terminal: `/dev/pts/${minor}` };
  } catch {
    return undefined;
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
    return readdirSync(`/proc/${pid}/task`).slice(0, MAX_THREADS).map(Number);
  } catch {
    return [];
  }
}

function threadReader(waiter: { pid: number; thread: number; terminal: string; calls: WaitingCalls }): TerminalReader {
  const { pid, thread, terminal, calls } = waiter;
  const directory = `/proc/${pid}/task/${thread}`;
  try {
    // "running", or the number of the call and its arguments.
    const [call = "", ...args] = readFileSync(`${directory}/syscall`, "latin1").trim().split(" ");
    const kind = /^\d+$/.test(call) ? calls[Number(call)] : undefined;
    if (!kind) return { reading: "no", turn: "" };
    const watched = watchedDescriptors(pid, kind, args);
    const ours = watched.filter((descriptor) => isTerminal(pid, descriptor, terminal));
    if (ours.length === 0) return { reading: "no", turn: "" };
    const turn = /^voluntary_ctxt_switches:\s*(\d+)/m.exec(readFileSync(`${directory}/status`, "latin1"))?.[1] ?? "";
    return { reading: ours.length === watched.length ? "alone" : "among-others", turn: `${thread}:${turn}` };
  } catch (error) {
    // Gone between two looks, or not ours to look at.
    return isDenied(error) ? UNKNOWN : { reading: "no", turn: "" };
  }
}

/** The descriptors it waits to read from. */
function watchedDescriptors(pid: number, kind: WaitingCalls[number], args: readonly string[]): number[] {
  const [first = "0", second = "0"] = args;
  if (kind === "read") return [Number(first)];
  if (kind === "epoll") return epollDescriptors(pid, Number(first));
  if (kind === "select") {
    const count = Math.min(Number(first), MAX_DESCRIPTORS);
    const set = memory(pid, second, Math.ceil(count / 8));
    return Array.from({ length: count }, (_, descriptor) => descriptor).filter(
      (descriptor) => ((set[descriptor >> 3] ?? 0) >> (descriptor & 7)) & 1,
    );
  }
  const count = Math.min(Number(second), MAX_DESCRIPTORS);
  const entries = memory(pid, first, count * 8);
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => entries.readInt32LE(index * 8) >= 0 && (entries.readInt16LE(index * 8 + 4) & POLLIN) !== 0)
    .map((index) => entries.readInt32LE(index * 8));
}

function epollDescriptors(pid: number, epoll: number): number[] {
  const info = readFileSync(`/proc/${pid}/fdinfo/${epoll}`, "latin1");
  return [...info.matchAll(/^tfd:\s*(\d+)\s+events:\s*([0-9a-f]+)/gm)]
    .filter(([, , events = "0"]) => (Number.parseInt(events, 16) & POLLIN) !== 0)
    .map(([, descriptor]) => Number(descriptor));
}

function memory(pid: number, address: string, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  if (length === 0 || BigInt(address) === 0n) return buffer;
  const file = openSync(`/proc/${pid}/mem`, "r");
  try {
    readSync(file, buffer, 0, length, BigInt(address));
    return buffer;
  } finally {
    closeSync(file);
  }
}

function isTerminal(pid: number, descriptor: number, terminal: string): boolean {
  const target = readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  return target === terminal || target === "/dev/tty";
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");
}
