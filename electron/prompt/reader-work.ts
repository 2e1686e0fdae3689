/**
 * Whether a process that waits for its terminal, as every event loop does, is at
 * work all the same: other threads of it want the processor. A program that
 * starts looks like that.
 */
import { processorTime, threadIds } from "../platform/linux/proc.ts";

/** A guess that takes this long is put off while a process that has just been started, and reads, is at work. */
export const GUESS_MS = 1000;
/** Between two samples. Shorter ones are too coarse: the kernel shares out the processor in slices of some milliseconds. */
const SAMPLE_MS = 400;
/** A program that has computed for so long without printing may do so for ever. */
const LONGEST_MS = 10_000;
/** Shares of one processor: what a program at work gets, even on a busy machine, and what it wants. An idle one that draws 60 times a second gets 0.02. */
const GETS = 0.1;
const WANTS = 0.5;
const MAX_THREADS = 64;

/** Milliseconds on a processor, and in the queue for one: on a busy machine, work shows in the latter. */
type ProcessorTime = { readonly runMs: number; readonly queueMs: number };
type Sample = { readonly pid: number; readonly at: number; readonly time: ProcessorTime; readonly atWork: boolean };

export class ReaderWork {
  readonly #timeOf: (pid: number) => ProcessorTime;
  #sample: Sample | undefined;

  /** `timeOf`: what a process has had so far. */
  constructor(timeOf = totalTime) {
    this.#timeOf = timeOf;
  }

  /**
   * Whether the process was at work between the last two samples. It takes one when the last one is old enough. A program
   * that has printed nothing for 10 s counts as one that is not. Times are in milliseconds.
   */
  isAtWork(pid: number, { now, outputAt }: { now: number; outputAt: number }): boolean {
    if (now - outputAt > LONGEST_MS) return false;
    const last = this.#sample?.pid === pid ? this.#sample : undefined;
    if (last && now - last.at < SAMPLE_MS) return last.atWork;
    const time = this.#timeOf(pid);
    const atWork = last !== undefined && isWork(last.time, time, now - last.at);
    this.#sample = { pid, at: now, time, atWork };
    return atWork;
  }
}

function isWork(before: ProcessorTime, after: ProcessorTime, passedMs: number): boolean {
  const runMs = after.runMs - before.runMs;
  return runMs > passedMs * GETS && runMs + after.queueMs - before.queueMs > passedMs * WANTS;
}

/** Of all threads. */
function totalTime(pid: number): ProcessorTime {
  try {
    const times = threadIds(pid)
      .slice(0, MAX_THREADS)
      .map((thread) => processorTime(pid, thread));
    return times.reduce((sum, { runMs, queueMs }) => ({ runMs: sum.runMs + runMs, queueMs: sum.queueMs + queueMs }));
  } catch {
    return { runMs: 0, queueMs: 0 }; // it has ended meanwhile
  }
}
