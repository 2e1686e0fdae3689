/**
 * The system calls in which a thread waits for input: which descriptors it waits
 * for, and whether it goes on by itself. Their arguments are described in read(2),
 * select(2), poll(2) and epoll_wait(2).
 */
import { descriptorTarget, epollTargets, readMemory, type SystemCall } from "../platform/linux/proc.ts";

/** Numbers of the system calls that wait for input, by Node's name of the architecture. */
export type WaitingCalls = Readonly<Record<number, "read" | "select" | "poll" | "epoll">>;
export const CALLS: Readonly<Record<string, WaitingCalls>> = {
  x64: { 0: "read", 19: "read", 23: "select", 270: "select", 7: "poll", 271: "poll", 232: "epoll", 281: "epoll", 441: "epoll" },
  arm64: { 63: "read", 65: "read", 72: "select", 73: "poll", 22: "epoll", 441: "epoll" },
};

/** Descriptors in one select or poll that are looked at. */
const MAX_DESCRIPTORS = 1024;
const POLLIN = 1;

/** Calls that take their time limit in milliseconds: poll, epoll_wait and epoll_pwait. The others take an address, or none. */
const IN_MILLISECONDS: Readonly<Record<string, readonly number[]>> = { x64: [7, 232, 281], arm64: [22] };
/** Which argument it is. */
const LIMIT_AT = { poll: 2, epoll: 3, select: 4 } as const;
const NO_LIMIT_MS = 0xffffffffn;

/** Whether a call may end without input. */
export function hasTimeLimit(kind: WaitingCalls[number], { number, args }: SystemCall): boolean {
  if (kind === "read") return false;
  const limit = BigInt(args[LIMIT_AT[kind]] ?? 0);
  return IN_MILLISECONDS[process.arch]?.includes(number) ? BigInt.asUintN(32, limit) !== NO_LIMIT_MS : limit !== 0n;
}

/** The time limit of a call that has one, in milliseconds; 0 where it is not known. */
export function timeLimitMs(kind: WaitingCalls[number], { number, args }: SystemCall): number {
  return kind !== "read" && IN_MILLISECONDS[process.arch]?.includes(number) ? Number(args[LIMIT_AT[kind]]) : 0;
}

/** A thread in a system call in which it waits for input, and the descriptors that it waits to read from. */
export type Blocked = {
  readonly kind: WaitingCalls[number];
  readonly call: SystemCall;
  readonly watched: readonly number[];
};

/** The wait of a thread that is in this call; undefined for any other call. */
export function waitIn(pid: number, call: SystemCall): Blocked | undefined {
  const kind = CALLS[process.arch]?.[call.number];
  return kind && { kind, call, watched: watchedDescriptors(pid, kind, call.args) };
}

/** The descriptors it waits to read from. */
export function watchedDescriptors(pid: number, kind: WaitingCalls[number], args: readonly string[]): number[] {
  const [first = "0", second = "0"] = args;
  if (kind === "read") return [Number(first)];
  if (kind === "epoll") return readFrom(epollTargets(pid, Number(first)));
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

/** What a watched descriptor stands for: an epoll that is polled, as Racket has it, for all that it watches to read from; any other for itself. */
export function watchedWithin(pid: number, descriptor: number): readonly number[] {
  const isEpoll = descriptorTarget(pid, descriptor) === "anon_inode:[eventpoll]";
  return isEpoll ? readFrom(epollTargets(pid, descriptor)) : [descriptor];
}

function readFrom(targets: ReturnType<typeof epollTargets>): number[] {
  return targets.flatMap(({ descriptor, events }) => ((events & POLLIN) === 0 ? [] : descriptor));
}

function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Zeros for no address: a select that watches nothing to read from has none. */
function memoryAt(pid: number, address: string, length: number): Buffer {
  const at = BigInt(address);
  return length === 0 || at === 0n ? Buffer.alloc(length) : readMemory(pid, at, length);
}
