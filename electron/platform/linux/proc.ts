/**
 * The one reader of Linux's /proc; the formats are those of proc(5). What is
 * read here is in the kernel's memory, so reading does not wait, except where a
 * function says so.
 *
 * A process may end between any two calls. `readStat` answers undefined then;
 * every other function throws the system's error: ENOENT or ESRCH for a process
 * that has ended, EACCES or EPERM for one that this process may not look at.
 */
import { existsSync, closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

/** The last of standard input, output and errors. */
const STANDARD = 2;

/** A process by its number, or the process that asks. */
export type ProcessId = number | "self";

export type ProcessStat = {
  readonly pid: number;
  /** The program's name, at most 15 bytes of it. It may contain any character. */
  readonly name: string;
  /** A zombie: it has ended, and its parent has not noticed yet. */
  readonly hasEnded: boolean;
  /** A signal or a debugger has stopped it. */
  readonly isStopped: boolean;
  readonly parent: number;
  readonly group: number;
  /** The terminal session (setsid): the number of the process that leads it. */
  readonly session: number;
  /** The device number of the controlling terminal; 0 for none. */
  readonly terminal: number;
  /** The process group in the foreground of that terminal; -1 for none. */
  readonly foregroundGroup: number;
  /** Ticks since boot. With the pid and the boot it tells one process from all others. */
  readonly startTime: string;
  /** It has memory of its own, and so an environment. The kernel's threads and zombies have none. */
  readonly hasMemory: boolean;
};

/** The numbers of all processes. */
export function processIds(): number[] {
  return numbersIn("/proc");
}

/**
 * How many milliseconds a thread of this process has had a processor, by default the calling
 * one, or undefined where the system does not say. The first number of `schedstat` is that time in nanoseconds.
 */
export function threadProcessorMs(thread?: number): number | undefined {
  try {
    const folder = thread === undefined ? "/proc/thread-self" : `/proc/self/task/${thread}`;
    const nanoseconds = Number.parseInt(read(`${folder}/schedstat`), 10);
    return nanoseconds > 0 ? nanoseconds / 1e6 : undefined;
  } catch {
    return undefined;
  }
}

/** The number of the calling thread; the system calls that take a process's number take it, too. Throws where there is no /proc. */
export function currentThread(): number {
  return Number(basename(readlinkSync("/proc/thread-self")));
}

/** Undefined for a process that has ended, and where the system has no /proc. */
export function readStat(pid: ProcessId): ProcessStat | undefined {
  try {
    return parseStat(read(`/proc/${pid}/stat`));
  } catch {
    return undefined;
  }
}

/** The kernel counts processor time for programs in hundredths of a second, on every processor (`USER_HZ`). */
const TICK_MS = 10;

/** What a process uses: processor time since its start, and memory that is in use now. Throws as the others do. */
export function readUsage(pid: number): { processorMs: number; memoryBytes: number } {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 13);
  const resident = /^VmRSS:\s*(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1];
  return {
    // Fields 14 and 15 of the line: in the program, and in the kernel for it.
    processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    memoryBytes: Number(resident ?? 0) * 1024,
  };
}

/** Parses `/proc/PID/stat`: `pid (comm) state ppid pgrp session tty_nr tpgid …`, field 22 the start time, field 23 the memory. */
function parseStat(stat: string): ProcessStat {
  const nameStart = stat.indexOf("(");
  // The name may contain parentheses and blanks; no other field does.
  const nameEnd = stat.lastIndexOf(")");
  const fields = stat.slice(nameEnd + 2).split(" ", 21);
  const state = fields[0];
  return {
    pid: Number(stat.slice(0, nameStart - 1)),
    name: stat.slice(nameStart + 1, nameEnd),
    hasEnded: state === "Z" || state === "X",
    isStopped: state === "T" || state === "t",
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    terminal: Number(fields[4]),
    foregroundGroup: Number(fields[5]),
    startTime: fields[19] ?? "",
    hasMemory: fields[20] !== "0",
  };
}

/** The major numbers of Unix 98 pseudo-terminals (pts(4)). */
const [FIRST_MAJOR, LAST_MAJOR] = [136, 143];

/** The path of a Unix 98 pseudo-terminal by its device number, in which the minor number is split around the major one. Undefined for any other device. */
export function pseudoTerminalPath(device: number): string | undefined {
  const major = (device >> 8) & 0xfff;
  const isOne = major >= FIRST_MAJOR && major <= LAST_MAJOR;
  return isOne ? `/dev/pts/${(device & 0xff) | ((device >> 12) & 0xfff00)}` : undefined;
}

/**
 * The pseudo-terminal of a process. Another terminal session may have taken it over; then the process still has it open.
 * Undefined for none, and where the system does not tell.
 */
export function terminalPath({ pid, terminal }: ProcessStat): string | undefined {
  if (terminal !== 0) return pseudoTerminalPath(terminal);
  return openTerminals(pid).find(({ descriptor }) => descriptor <= STANDARD)?.path;
}

/** The pseudo-terminals that a process has open. None where it has ended, or is another user's. */
export function openTerminals(pid: ProcessId): { readonly descriptor: number; readonly path: string }[] {
  return orNone(() => descriptors(pid)).flatMap((descriptor) => {
    const path = targetIfOpen(pid, descriptor);
    return path.startsWith("/dev/pts/") ? [{ descriptor, path }] : [];
  });
}

function orNone<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** The environment a process was started with, `NAME=value` between NUL bytes. May wait: it is read from the process's own memory. */
export function readEnvironment(pid: number): Promise<string> {
  return readFile(environmentFile(pid), "utf8");
}

/** The same, without giving anything else a turn. */
export function readEnvironmentNow(pid: number): string {
  return read(environmentFile(pid));
}

function environmentFile(pid: number): string {
  return `/proc/${pid}/environ`;
}

/** The numbers of a process's threads, the main one first. */
export function threadIds(pid: number): number[] {
  return numbersIn(`/proc/${pid}/task`);
}

/** The processes that one thread has started and that have not ended. */
export function childIds(pid: number, thread: number): number[] {
  const children = read(`/proc/${pid}/task/${thread}/children`).trimEnd();
  return children === "" ? [] : children.split(" ").map(Number);
}

/** The byte of an ELF file that tells its class, and the class of 32-bit programs (elf(5)). */
const [CLASS_AT, CLASS_32] = [4, 1];

/** A 32-bit program, whose system calls have other numbers. */
function is32Bit(pid: number): boolean {
  const file = openSync(`/proc/${pid}/exe`, "r");
  try {
    const header = Buffer.alloc(CLASS_AT + 1);
    return readSync(file, header) === header.length && header[CLASS_AT] === CLASS_32;
  } finally {
    closeSync(file);
  }
}

/** A system call by its number for 64-bit programs on this machine; the arguments are hexadecimal numbers. */
export type SystemCall = { readonly number: number; readonly args: readonly string[] };

/**
 * The calls of 32-bit programs on x86 that wait, by their numbers there, with those that 64-bit programs have for the same
 * (arch/x86/entry/syscalls of Linux). Their arguments are in the same places: read, readv, write, writev, poll, ppoll, select,
 * pselect6, epoll_wait, epoll_pwait, waitpid, wait4, waitid, pause, rt_sigsuspend, futex.
 */
const CALLS_OF_32_BITS: Readonly<Record<number, number>> = {
  3: 0,
  145: 19,
  4: 1,
  146: 20,
  168: 7,
  309: 271,
  142: 23,
  308: 270,
  256: 232,
  319: 281,
  7: 61,
  114: 61,
  284: 247,
  29: 34,
  179: 130,
  240: 202,
};

/** The system call in which a thread is blocked. Undefined while it runs, or waits for no call. */
export function readSystemCall(pid: number, thread: number): SystemCall | undefined {
  const [call = "", ...args] = read(`/proc/${pid}/task/${thread}/syscall`).trimEnd().split(" ");
  if (!/^\d+$/.test(call)) return undefined;
  const number = Number(call);
  const other = process.arch === "x64" ? CALLS_OF_32_BITS[number] : undefined;
  return { number: other !== undefined && is32Bit(pid) ? other : number, args };
}

let tellsCalls: boolean | undefined;

/** Whether this system tells in which system call a thread is blocked. Linux without CONFIG_HAVE_ARCH_TRACEHOOK does not, nor does gVisor. */
export function tellsSystemCalls(): boolean {
  tellsCalls ??= existsSync(`/proc/${process.pid}/task/${process.pid}/syscall`);
  return tellsCalls;
}

/** How often a thread has given up the processor of itself, as when it waits for input. Empty where the kernel does not count. */
export function voluntarySwitches(pid: number, thread: number): string {
  const status = read(`/proc/${pid}/task/${thread}/status`);
  return /^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? "";
}

/** For how long a thread has run, and for how long it has waited for a processor. Zeros where the kernel does not count. */
export function processorTime(pid: number, thread: number): { runMs: number; queueMs: number } {
  const [run = 0, queue = 0] = read(`/proc/${pid}/task/${thread}/schedstat`).split(" ").map(Number);
  return { runMs: run / 1e6, queueMs: queue / 1e6 };
}

/** The bytes at an address of a process's memory; zeros past the end of what can be read. */
export function readMemory(pid: number, address: bigint, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  const file = openSync(`/proc/${pid}/mem`, "r");
  try {
    readSync(file, buffer, 0, length, address);
    return buffer;
  } finally {
    closeSync(file);
  }
}

/** The numbers of the open descriptors; for "self" with that of the listing itself, which is closed by then. */
export function descriptors(pid: ProcessId): number[] {
  return numbersIn(`/proc/${pid}/fd`);
}

/** What a descriptor is open to: a path, or a name such as `socket:[1234]`. */
export function descriptorTarget(pid: ProcessId, descriptor: number): string {
  return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
}

/** The same; empty for a descriptor that is not open any more, and for a process that this one may not look at. */
export function targetIfOpen(pid: ProcessId, descriptor: number): string {
  try {
    return descriptorTarget(pid, descriptor);
  } catch {
    return "";
  }
}

/** The flags that a descriptor was opened with, those of open(2). */
export function descriptorFlags(pid: ProcessId, descriptor: number): number {
  const [, flags = "0"] = /^flags:\s*([0-7]+)/m.exec(descriptorInfo(pid, descriptor)) ?? [];
  return Number.parseInt(flags, 8);
}

/** When a timer (timerfd_create(2)) fires next, in milliseconds from now. Undefined for one that is not set. */
export function timerMs(pid: ProcessId, descriptor: number): number | undefined {
  const [, seconds = "0", nanoseconds = "0"] = /^it_value:\s*\((\d+), (\d+)\)/m.exec(descriptorInfo(pid, descriptor)) ?? [];
  const ms = Number(seconds) * 1000 + Number(nanoseconds) / 1_000_000;
  return ms === 0 ? undefined : ms;
}

/** The path of the pseudo-terminal whose other side a descriptor is (ptmx(4)). Undefined for any other descriptor. */
export function innerTerminal(pid: number, descriptor: number): string | undefined {
  const index = /^tty-index:\s*(\d+)/m.exec(descriptorInfo(pid, descriptor))?.[1];
  return index === undefined ? undefined : `/dev/pts/${index}`;
}

/** What an epoll instance watches: descriptors, each with the events of epoll_ctl(2) it is watched for. */
export function epollTargets(pid: ProcessId, epoll: number): { descriptor: number; events: number }[] {
  return [...descriptorInfo(pid, epoll).matchAll(/^tfd:\s*(\d+)\s+events:\s*([0-9a-f]+)/gm)].map(
    ([, descriptor = "", events = ""]) => ({ descriptor: Number(descriptor), events: Number.parseInt(events, 16) }),
  );
}

/** The columns of the kernel's table of sockets of one kind, in the network namespace of this process. */
export function socketRows(pid: ProcessId, kind: "unix" | "tcp" | "tcp6"): string[][] {
  const [, ...rows] = read(`/proc/${pid}/net/${kind}`).trimEnd().split("\n");
  return rows.map((row) => row.trim().split(/\s+/));
}

/** Differs after each boot. */
export function bootId(): string {
  return read("/proc/sys/kernel/random/boot_id").trim();
}

function descriptorInfo(pid: ProcessId, descriptor: number): string {
  return read(`/proc/${pid}/fdinfo/${descriptor}`);
}

function numbersIn(directory: string): number[] {
  return readdirSync(directory)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Node reads a whole file as UTF-8 in one native call; every other encoding takes several. */
function read(path: string): string {
  return readFileSync(path, "utf8");
}
