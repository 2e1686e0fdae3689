/**
 * Few worker threads keep many screens. A worker that stops answering is
 * replaced, and its screens are rebuilt from the output that their sessions keep.
 * A hostile sequence can therefore cost a screen its last moments, but never stop
 * the host.
 */
import { availableParallelism } from "node:os";
import { HostError } from "../../../shared/errors.ts";
import type { Size } from "../../../shared/protocol.ts";
import type { RemoteScreen } from "./remote-screen.ts";
import { ScreenJobs } from "./screen-jobs.ts";
import { type PoolOptions, type ReadHistory, ScreenWorker } from "./screen-worker.ts";

export type { PoolOptions, ReadHistory } from "./screen-worker.ts";

export class ScreenPool implements Disposable {
  /** Searches and exports. */
  readonly jobs: ScreenJobs;
  readonly #options: PoolOptions;
  readonly #slots: ScreenWorker[] = [];
  #nextId = 1;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.jobs = new ScreenJobs(options);
  }

  /**
   * Throws `start-failed` when a worker has found that it can keep no screens. Call before a program is started: the first
   * worker finds out only after it has been given a screen.
   */
  assertFit(): void {
    const reason = this.#slots.find((slot) => slot.unfitBecause !== undefined)?.unfitBecause;
    if (reason !== undefined) throw new HostError("start-failed", reason);
  }

  /**
   * Opens a screen in the worker that has the fewest. `readHistory` is called if that worker must be replaced. Throws as
   * `assertFit` does.
   */
  open(size: Size, readHistory: ReadHistory, offset = 0): RemoteScreen {
    this.assertFit();
    return this.#leastBusy().open(this.#nextId++, { size, offset, readHistory });
  }

  [Symbol.dispose](): void {
    for (const slot of this.#slots) slot[Symbol.dispose]();
    this.#slots.length = 0;
  }

  #leastBusy(): ScreenWorker {
    // One core is left to the host; more than four emulator threads serve nobody.
    const limit = this.#options.workers ?? Math.min(4, Math.max(1, availableParallelism() - 1));
    const idle = this.#slots.find((slot) => slot.size === 0);
    if (idle) return idle;
    if (this.#slots.length < limit) {
      const slot = new ScreenWorker(this.#options);
      this.#slots.push(slot);
      return slot;
    }
    const [first, ...rest] = this.#slots;
    if (!first) throw new HostError("internal", "The screen pool has no worker");
    return rest.reduce((least, slot) => (slot.size < least.size ? slot : least), first);
  }
}
