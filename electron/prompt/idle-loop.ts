/**
 * Whether an event loop has nothing left to wait for but its input. One that is at
 * work without a word has a timer, a socket, a child or a thread that will wake
 * it: ssh has its connection, a build its processes. Where there is none of
 * these, only input can make the program go on, so it asks for some.
 */
import { childIds, descriptorTarget, epollTargets, readSystemCall, threadIds } from "../platform/linux/proc.ts";
import { type Blocked, type TerminalReader, waitOf } from "./terminal-reader.ts";

/** The system call futex, in which threads without work wait, by Node's name of the architecture. */
const FUTEX: Readonly<Record<string, number>> = { x64: 202, arm64: 98 };
/** Calls that take their time limit in milliseconds: poll, epoll_wait and epoll_pwait. The others take an address. */
const IN_MILLISECONDS: Readonly<Record<string, readonly number[]>> = { x64: [7, 232, 281], arm64: [22] };
/** Which argument it is. Of a futex as well. */
const LIMIT_AT = { poll: 2, epoll: 3, select: 4, futex: 3 } as const;
const NO_LIMIT_MS = 0xffffffffn;
const MAX_THREADS = 64;

/** The terminal, and what a program wakes itself with. */
const OWN = /^(?:\/dev\/tty|\/dev\/pts\/\d+|pipe:\[\d+\]|anon_inode:\[(?:eventfd|signalfd)\])$/;

/** False where that is not certain. */
export function isIdleLoop({
  reading,
  pid,
  company,
  isStopped,
}: Pick<TerminalReader, "reading" | "pid" | "company" | "isStopped">): boolean {
  if (reading !== "among-others" || pid === undefined || company === true || isStopped === true) return false;
  try {
    const threads = threadIds(pid);
    return threads.length <= MAX_THREADS && threads.every((thread) => isIdle(pid, thread) && childIds(pid, thread).length === 0);
  } catch {
    return false; // it has ended meanwhile, or this process may not look at it
  }
}

function isIdle(pid: number, thread: number): boolean {
  const wait = waitOf(pid, thread);
  if (!wait) {
    const call = readSystemCall(pid, thread);
    return call?.number === FUTEX[process.arch] && isZero(call?.args[LIMIT_AT.futex]);
  }
  const { kind, call, args } = wait;
  const limit = kind === "read" ? "0" : args[LIMIT_AT[kind]];
  const isUntimed = IN_MILLISECONDS[process.arch]?.includes(call)
    ? limit !== undefined && BigInt.asUintN(32, BigInt(limit)) === NO_LIMIT_MS
    : isZero(limit);
  return isUntimed && (allWatched(pid, wait)?.every((descriptor) => OWN.test(descriptorTarget(pid, descriptor))) ?? false);
}

/** Those to be written to as well: a connection that is being made is among them. Undefined where that is not certain. */
function allWatched(pid: number, { kind, args, watched }: Blocked): readonly number[] | undefined {
  if (kind === "epoll") return epollTargets(pid, Number(args[0])).map(({ descriptor }) => descriptor);
  if (kind === "poll") return Number(args[1]) === watched.length ? watched : undefined;
  return kind === "read" || (isZero(args[2]) && isZero(args[3])) ? watched : undefined;
}

function isZero(argument: string | undefined): boolean {
  return argument !== undefined && BigInt(argument) === 0n;
}
