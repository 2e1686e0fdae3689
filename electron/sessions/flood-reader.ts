/**
 * A thread that reads the ptys of programs that print without end. The host
 * hands a pty over after the first megabyte and takes it back when it is quiet,
 * when somebody types, and before it closes it. The thread is started when it is
 * first needed, and ended when no flood has come for some time.
 */
import { Worker } from "node:worker_threads";
import { messageOf } from "../../shared/errors.ts";
import { FloodRing, type RingMemory } from "./flood-ring.ts";
import type { FloodThreadData, ReadRequest } from "./flood-thread.ts";

/** A thread that nobody needs takes some megabytes. */
const KEPT_MS = 10_000;
/** The thread answers within a millisecond where it has a processor. One that does not is not there any more. */
const STOP_MS = 1000;

/** A pty that the thread reads. */
export interface Flood {
  /** The thread has given the pty back by itself: what it has read can be taken, and nothing comes after it. */
  readonly hasEnded: boolean;
  /** Hands on what has been read. The bytes are overwritten after the call. */
  take(handle: (data: Buffer) => void): void;
  /** The thread does not read the pty any more when this returns. Hands on what it has read, for the last time. */
  stop(handle: (data: Buffer) => void): void;
}

/** Lets the thread read; `onNews` is called when something can be taken, and at the end. Undefined where the thread is not there (yet). */
export type BeginFlood = (descriptor: number, onNews: () => void) => Flood | undefined;

export class FloodReader implements Disposable {
  readonly #url: URL;
  readonly #onWarning: (message: string) => void;
  readonly #wake = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #news = new Map<number, () => void>();
  #worker: Worker | undefined;
  #isReady = false;
  #hasFailed = false;
  #lastFlood = 0;
  /** Of a flood that has ended, for the next one. */
  #spare: RingMemory | undefined;
  #end: NodeJS.Timeout | undefined;

  /** `url` is of the built flood-thread.ts. */
  constructor(url: URL, onWarning: (message: string) => void) {
    this.#url = url;
    this.#onWarning = onWarning;
  }

  /** See BeginFlood. */
  begin(descriptor: number, onNews: () => void): Flood | undefined {
    if (this.#hasFailed) return undefined;
    this.#worker ??= this.#start();
    if (!this.#isReady) return undefined;
    clearTimeout(this.#end);
    const flood = ++this.#lastFlood;
    const memory = FloodRing.newMemory(this.#spare);
    this.#spare = undefined;
    const ring = new FloodRing(memory);
    this.#news.set(flood, onNews);
    this.#worker.postMessage({ flood, descriptor, memory } satisfies ReadRequest);
    const hasFailed = (): boolean => this.#hasFailed;
    return {
      get hasEnded() {
        return ring.isStopped || hasFailed();
      },
      take: (handle) => ring.take(handle),
      stop: (handle) => {
        this.#stop(ring);
        ring.take(handle);
        if (ring.isStopped) this.#spare = memory;
        this.#forget(flood);
      },
    };
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#end);
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#hasFailed = true;
  }

  #start(): Worker {
    const workerData: FloodThreadData = { wake: this.#wake };
    const worker = new Worker(this.#url, { name: "cotty-floods", workerData, resourceLimits: { maxOldGenerationSizeMb: 16 } });
    worker.on("message", (message: number | "ready") => {
      if (message === "ready") this.#isReady = worker === this.#worker;
      else this.#news.get(message)?.();
    });
    const fails = (reason: string): void => {
      if (worker === this.#worker) this.#handleFailure(reason);
    };
    worker.on("error", (error) => fails(messageOf(error)));
    worker.on("exit", (code) => fails(`it ended with code ${code}`));
    worker.unref();
    this.#keep();
    return worker;
  }

  /** The floods are read by the host again, as they are without this thread. */
  #handleFailure(reason: string): void {
    this.#hasFailed = true;
    this.#worker = undefined;
    this.#onWarning(`The thread that reads floods has failed, so that they are read more slowly now: ${reason}`);
    for (const onNews of [...this.#news.values()]) onNews();
  }

  #stop(ring: FloodRing): void {
    if (this.#hasFailed) return;
    ring.wantStop();
    Atomics.notify(this.#wake, 0);
    const deadline = performance.now() + STOP_MS;
    // Not Atomics.wait: a thread that draws windows must not use it.
    while (!ring.isStopped && performance.now() < deadline) continue;
  }

  #forget(flood: number): void {
    this.#news.delete(flood);
    if (this.#news.size === 0) this.#keep();
  }

  /** Ends the thread after some time, unless it is needed before. */
  #keep(): void {
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      void this.#worker?.terminate();
      this.#worker = undefined;
      this.#isReady = false;
      this.#spare = undefined;
    }, KEPT_MS);
    this.#end.unref();
  }
}
