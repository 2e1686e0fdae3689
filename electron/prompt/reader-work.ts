/**
 * Whether a process that waits for its terminal, as every event loop does, is at
 * work all the same: other threads of it want the processor. A program that
 * starts looks like that. So does one that thinks before it prints.
 */
import { processorTime, threadIds } from "../platform/linux/proc.ts";

/** Between two samples. Shorter ones are too coarse: the kernel shares out the processor in slices of some milliseconds. */
const SAMPLE_MS = 400;
/** This share of one processor is more than timers and a cursor that blinks take. */
const AT_WORK = 0.25;
const MAX_THREADS = 64;

export class ReaderWork {
  readonly #wanted: (pid: number) => number;
  #sample: { readonly pid: number; readonly at: number; readonly wanted: number; readonly atWork: boolean } | undefined;

  /** `wanted`: the milliseconds for which a process has wanted the processor so far. */
  constructor(wanted = wantedMs) {
    this.#wanted = wanted;
  }

  /** Whether the process was at work between the last two samples. It takes one when the last one is old enough. `now` is in milliseconds. */
  isAtWork(pid: number, now: number): boolean {
    const last = this.#sample?.pid === pid ? this.#sample : undefined;
    if (last && now - last.at < SAMPLE_MS) return last.atWork;
    const wanted = this.#wanted(pid);
    const atWork = last !== undefined && wanted - last.wanted > (now - last.at) * AT_WORK;
    this.#sample = { pid, at: now, wanted, atWork };
    return atWork;
  }
}

/** The time on a processor, and the time in the queue for one: on a busy machine, work shows in the latter. */
function wantedMs(pid: number): number {
  try {
    const times = threadIds(pid)
      .slice(0, MAX_THREADS)
      .map((thread) => processorTime(pid, thread));
    return times.reduce((sum, { runMs, queueMs }) => sum + runMs + queueMs, 0);
  } catch {
    return 0; // it has ended meanwhile
  }
}
