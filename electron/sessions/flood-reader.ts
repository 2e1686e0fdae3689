/**
 * Reads a flood on a thread of its own. Half of the time that the host spends on a
 * flood goes by in the kernel, which hands out 4 KB at a time; meanwhile the host
 * can take in what has come. The thread reads one flood at a time: it starts with
 * the first and ends when none has come for a while. Others are read by the host
 * itself, as all output is that is no flood.
 *
 * Never do two threads read the same pty: the host asks the thread to stop, and
 * reads on when it has the answer and has taken what the thread has left. It seldom
 * waits for that: a thread may have to wait for a processor.
 */
import { Worker } from "node:worker_threads";
import { messageOf } from "../../shared/errors.ts";
import { createRingMemory, RingReader } from "./flood-ring.ts";

/** Time between two looks whether the thread still has a flood to read. It takes 8 MB. */
const IDLE_MS = 5000;
/** A thread that does not stop by then is ended. It is no more than a processor that it waits for. */
const STOPS_WITHIN_MS = 10_000;

type Thread = { readonly worker: Worker; readonly ring: RingReader; isReady: boolean };

export class FloodReader implements Disposable {
  readonly #threadUrl: URL;
  readonly #onWarning: (message: string) => void;
  #thread: Thread | undefined;
  #reading: FloodReading | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** No thread is started any more. */
  #isOut = false;

  /** `threadUrl`: the built flood-thread.ts. */
  constructor(threadUrl: URL, onWarning: (message: string) => void) {
    this.#threadUrl = threadUrl;
    this.#onWarning = onWarning;
  }

  /** Makes the thread read this descriptor. Undefined where it cannot, or cannot yet: ask again. */
  begin(descriptor: number): FloodReading | undefined {
    if (this.#isOut || (this.#reading && !this.#reading.isOver)) return undefined;
    this.#thread ??= this.#start();
    if (!this.#thread) return undefined;
    const { ring, isReady } = this.#thread;
    this.#endWhenIdle();
    if (!isReady) return undefined;
    ring.begin(descriptor);
    this.#reading = new FloodReading(ring, () => this.#fail("it does not stop"));
    return this.#reading;
  }

  /** Ends the thread. The host reads by itself from here on. */
  [Symbol.dispose](): void {
    this.#reading?.end();
    this.#end();
  }

  /** Undefined where no thread can be started, as where the system allows no more of them. */
  #start(): Thread | undefined {
    try {
      return this.#startThread();
    } catch (error) {
      this.#fail(messageOf(error));
      return undefined;
    }
  }

  #startThread(): Thread {
    const memory = createRingMemory();
    const worker = new Worker(this.#threadUrl, { name: "cotty-flood", workerData: memory });
    const thread = { worker, ring: new RingReader(memory), isReady: false };
    worker.unref();
    worker.once("message", () => (thread.isReady = true));
    worker.once("error", (error) => this.#fail(messageOf(error)));
    return thread;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#reading && !this.#reading.isOver) return this.#endWhenIdle();
      void this.#thread?.worker.terminate();
      this.#thread = undefined;
    }, IDLE_MS);
    this.#idle.unref();
  }

  #fail(why: string): void {
    this.#onWarning(`Floods of output are read more slowly, without a thread of their own: ${why}`);
    this.#end();
  }

  #end(): void {
    this.#isOut = true;
    clearTimeout(this.#idle);
    void this.#thread?.worker.terminate();
    this.#thread = undefined;
    this.#reading?.abandon();
  }
}

/** One flood that the thread reads, up to its end. */
export class FloodReading {
  readonly #ring: RingReader;
  readonly #onStuck: () => void;
  #hasThread = true;
  #isOver = false;

  /** `onStuck` is called where the thread does not stop at all. */
  constructor(ring: RingReader, onStuck: () => void) {
    this.#ring = ring;
    this.#onStuck = onStuck;
  }

  /** The thread reads no more, and everything that it has read has been taken. */
  get isOver(): boolean {
    this.#isOver ||= (!this.#hasThread || this.#ring.isStopped) && this.#ring.isEmpty;
    return this.#isOver;
  }

  /** Moves what the thread has read into `into`, from `at` on. Returns the number of bytes. */
  take(into: Uint8Array, at: number): number {
    return this.#isOver ? 0 : this.#ring.take(into, at);
  }

  /** Asks the thread to stop, and waits for that at most so long. What it has read is still to be taken. */
  stop(timeoutMs: number): void {
    if (this.#isOver || !this.#hasThread) return;
    this.#ring.stop();
    const deadline = performance.now() + timeoutMs;
    // Not Atomics.wait, which not every main thread may call.
    while (!this.#ring.isStopped && performance.now() < deadline) continue;
  }

  /** Stops the thread, however long that takes, up to 10 s: its descriptor may be closed then. */
  end(): void {
    this.stop(STOPS_WITHIN_MS);
    if (this.#hasThread && !this.#isOver && !this.#ring.isStopped) this.#onStuck();
  }

  /** Nobody takes what is left. */
  drop(): void {
    // Once it is over, the ring is for others.
    if (!this.isOver) this.#ring.clear();
  }

  /** The thread has gone. */
  abandon(): void {
    this.#hasThread = false;
  }
}
