/**
 * Whether an event loop has nothing left to wait for but its input. One that is at
 * work without a word has a timer, a socket, a child or a thread that will wake
 * it: ssh has its connection, a build its processes. Where there is none of
 * these, only input can make the program go on, so it asks for some.
 */
import {
  childIds,
  descriptorTarget,
  epollTargets,
  readStat,
  readSystemCall,
  type SystemCall,
  threadIds,
  timerMs,
} from "../platform/linux/proc.ts";
import { familyOf, jobOf, MAX_PROCESSES } from "./job-family.ts";
import { OwnSockets } from "./own-sockets.ts";
import type { TerminalReader } from "./terminal-reader.ts";
import { type Blocked, hasTimeLimit, timeLimitMs, waitIn } from "./waiting-calls.ts";

/** The system call futex, in which threads without work wait, by Node's name of the architecture. */
const FUTEX: Readonly<Record<string, number>> = { x64: 202, arm64: 98 };
/** Which argument of it is the address of the time limit. */
const FUTEX_LIMIT_AT = 3;
const MAX_THREADS = 64;

/** The terminal, and what a program wakes itself with. */
const OWN = /^(?:\/dev\/tty|\/dev\/pts\/\d+|pipe:\[\d+\]|anon_inode:\[(?:eventfd|signalfd)\])$/;
/** Changed files. */
const CHANGES = "anon_inode:inotify";
const TIMER = "anon_inode:[timerfd]";
/** The terminal of a program within it. */
const INNER_TERMINAL = /^\/dev\/(?:pts\/)?ptmx$/;

/** Calls in which a process waits for another: wait4, waitid, rt_sigsuspend, pause; and write and writev, to a pipe that is full. */
const WAITS_FOR_ANOTHER: Readonly<Record<string, readonly number[]>> = {
  x64: [61, 247, 130, 34, 1, 20],
  arm64: [260, 95, 133, 64, 66],
};

/** The system call rt_sigtimedwait, in which a thread waits for signals. glibc has such a thread for timers that call a function, as Vim has one for each search. */
const SIGNAL_WAIT: Readonly<Record<string, number>> = { x64: 128, arm64: 137 };
/** Which argument of it is the address of the time limit. */
const SIGNAL_WAIT_LIMIT_AT = 2;

/** What counts as idle, beside a wait for input. */
type Measure = {
  /** Timers, changed files and the terminal of a program within count, too. */
  readonly asBefore: boolean;
  /**
   * A time limit or a timer of so many milliseconds, or of more, counts as none; where it is finite, so does what others may do
   * at any time: change a file, or call a server.
   */
  readonly forMs: number;
  readonly sockets: OwnSockets;
};

const nothingElse = (pid: number): Measure => ({ asBefore: false, forMs: Infinity, sockets: new OwnSockets([pid]) });

type IdleReader = Pick<TerminalReader, "reading" | "pid" | "thread" | "company" | "isStopped">;

/** Whether a process may go on though nobody types: it does not wait for another one, and something that is no input may wake it. */
export function mayGoOn(pid: number): boolean {
  try {
    return !isAsleep(pid, nothingElse(pid));
  } catch {
    return false; // it has ended meanwhile, or this process may not look at it
  }
}

/** All threads wait for another process, or for input alone. Throws where the system does not tell. */
function isAsleep(pid: number, measure: Measure): boolean {
  const threads = threadIds(pid);
  return threads.length <= MAX_THREADS && threads.every((thread) => isWaiting(pid, readSystemCall(pid, thread), measure));
}

function isWaiting(pid: number, call: SystemCall | undefined, measure: Measure): boolean {
  if (!call) return false;
  return WAITS_FOR_ANOTHER[process.arch]?.includes(call.number) === true || isIdleIn(pid, call, measure);
}

/** Whether no thread but this one may go on by itself. Throws where the system does not tell. */
export function isOnlyThread(pid: number, thread: number): boolean {
  const others = threadIds(pid).filter((other) => other !== thread);
  const isResting = (call: SystemCall | undefined): boolean => call !== undefined && waitsForOthers(call);
  return others.length < MAX_THREADS && others.every((other) => isResting(readSystemCall(pid, other)));
}

/**
 * False where that is not certain. Where a thread of its own reads, the others may wait with a time limit, as those of Java's
 * machine and of Erlang's do at all times: what they look after is the machine, or the reader.
 */
export function isIdleLoop(reader: IdleReader): boolean {
  return isIdle(reader, false);
}

/**
 * Whether nothing but input wakes an event loop, its job and all that this has started for so long after they began to wait.
 * They may talk to each other: where all of them wait, nobody has anything to say. A changed file and a new client do not
 * count: what they bring about could begin at any time. False where that is not certain.
 */
export function sleepsFor({ reading, pid, isStopped }: IdleReader, ms: number): boolean {
  if (reading !== "among-others" || pid === undefined || isStopped === true) return false;
  try {
    const job = jobOf(pid);
    const measure: Measure = { asBefore: false, forMs: ms, sockets: new OwnSockets(job.map((one) => one.pid)) };
    return job.length > 0 && job.every((one) => one.hasEnded || one.isStopped || isAsleep(one.pid, measure));
  } catch {
    return false; // one has ended meanwhile, or this process may not look at it
  }
}

/**
 * Whether a key has left an event loop as it was: it waits in the same call for the same as before, and the key has begun no
 * work that could still show. Time limits count where there were some before the key, and what it has started if that is at work.
 */
export function isLoopAsBefore(now: TerminalReader, before: TerminalReader): boolean {
  const isSame = now.thread === before.thread && now.call === before.call && isSameSet(now.watched, before.watched);
  return isSame && (now.timed !== true || before.timed === true) && isIdle(now, true);
}

function isSameSet(one: readonly number[] = [], other: readonly number[] = []): boolean {
  return one.length === other.length && one.every((descriptor) => other.includes(descriptor));
}

/** `asBefore`: what might wake the reader at any time has not been brought about by what was typed. */
function isIdle({ reading, pid, thread, company, isStopped }: IdleReader, asBefore: boolean): boolean {
  if (reading !== "among-others" || pid === undefined || company === true || isStopped === true) return false;
  try {
    const threads = threadIds(pid);
    const isBeside = thread !== undefined && thread !== pid;
    const measure = nothingElse(pid);
    const isResting = (one: number): boolean => {
      const call = readSystemCall(pid, one);
      const isIdleHere = isIdleIn(pid, call, { ...measure, asBefore: asBefore && one === thread });
      const isDone = isIdleHere || (isBeside && call?.number === FUTEX[process.arch]);
      return isDone && childIds(pid, one).every((child) => (asBefore ? isAtRest(child) : isHeld(child)));
    };
    return threads.length <= MAX_THREADS && threads.every(isResting);
  } catch {
    return false; // it has ended meanwhile, or this process may not look at it
  }
}

/** The process cannot go on: its debugger has stopped it, or it has ended. */
function isHeld(pid: number): boolean {
  const stat = readStat(pid);
  return stat === undefined || stat.isStopped || stat.hasEnded;
}

/** Neither this process nor what it has started may go on by itself, as a shell that a file manager keeps. */
function isAtRest(pid: number): boolean {
  const leader = readStat(pid);
  const family = leader ? familyOf(leader) : [];
  return family.length < MAX_PROCESSES && family.every((one) => one.hasEnded || one.isStopped || !mayGoOn(one.pid));
}

/** A thread in this call waits for nothing but input, or for other threads. */
function isIdleIn(pid: number, call: SystemCall | undefined, { asBefore, forMs, sockets }: Measure): boolean {
  if (!call) return false;
  const wait = waitIn(pid, call);
  if (!wait) return waitsForOthers(call);
  if (!asBefore && hasTimeLimit(wait.kind, wait.call) && timeLimitMs(wait.kind, wait.call) < forMs) return false;
  const isOwn = (descriptor: number): boolean => {
    const target = descriptorTarget(pid, descriptor);
    if (OWN.test(target) || sockets.has(target)) return true;
    if (target === TIMER) return asBefore || (timerMs(pid, descriptor) ?? Infinity) >= forMs;
    if (target === CHANGES) return asBefore || forMs !== Infinity;
    return asBefore ? INNER_TERMINAL.test(target) : forMs !== Infinity && sockets.listens(target);
  };
  return allWatched(pid, wait)?.every(isOwn) ?? false;
}

/** For other threads or for a signal, without a time limit. */
function waitsForOthers(call: SystemCall): boolean {
  return isEndless(call, FUTEX, FUTEX_LIMIT_AT) || isEndless(call, SIGNAL_WAIT, SIGNAL_WAIT_LIMIT_AT);
}

function isEndless({ number, args }: SystemCall, numbers: Readonly<Record<string, number>>, limitAt: number): boolean {
  return number === numbers[process.arch] && isZero(args[limitAt]);
}

/** Those to be written to as well: a connection that is being made is among them. Undefined where that is not certain. */
function allWatched(pid: number, { kind, call, watched }: Blocked): readonly number[] | undefined {
  const { args } = call;
  if (kind === "epoll") return epollTargets(pid, Number(args[0])).map(({ descriptor }) => descriptor);
  if (kind === "poll") return Number(args[1]) === watched.length ? watched : undefined;
  return kind === "read" || (isZero(args[2]) && isZero(args[3])) ? watched : undefined;
}

function isZero(argument: string | undefined): boolean {
  return argument !== undefined && BigInt(argument) === 0n;
}
