/**
 * Work on the output of sessions that takes a while: searches, and exports as
 * text. Each job has a thread of its own, and few run at the same time.
 */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { HostError, messageOf } from "../../../shared/errors.ts";
import type { ExportJob, FromExport, FromSearch, SearchFound, SearchJob, WorkerJob } from "../worker-protocol.ts";

const MAX_SEARCHES = 4;
const MAX_EXPORTS = 4;
/** A search ends after this time with what it has found. Clients wait for a minute. */
const SEARCH_WITHIN_MS = 40_000;
/** A search that is silent for this long is given up: its pattern does not come to an end. */
const PATTERN_STUCK_MS = 3000;
const TOO_SLOW = "The pattern takes too long. Use a simpler one, without repeats inside repeats such as (a+)+";

export type JobOptions = {
  /** The built worker.ts. */
  readonly workerUrl: URL;
  readonly stuckAfterMs?: number;
};

export class ScreenJobs {
  readonly #options: JobOptions;
  readonly #searches = new ConcurrencyLimit(MAX_SEARCHES, "searches are running");
  readonly #exports = new ConcurrencyLimit(MAX_EXPORTS, "exports are being made");

  /** The folder beside the worker where the build has put what exports need. */
  readonly #assets: string;

  constructor(options: JobOptions) {
    this.#options = options;
    this.#assets = fileURLToPath(new URL("./assets", options.workerUrl));
  }

  /**
   * Makes a file of a recording. Returns its length in bytes. Rejects with
   * `recording-failed`, also when `signal` aborts, or with `too-many-requests`. The
   * file may be there in part then.
   */
  async export(job: ExportJob, signal?: AbortSignal, onProgress?: (progress: number) => void): Promise<number> {
    using _slot = this.#exports.take();
    return await this.#make(job, signal, onProgress);
  }

  /** The same for nobody who waits: it takes no place of others, and their threads go first. */
  async prepare(job: ExportJob, signal: AbortSignal): Promise<number> {
    return await this.#make({ ...job, inBackground: true }, signal);
  }

  async #make(job: ExportJob, signal?: AbortSignal, onProgress?: (progress: number) => void): Promise<number> {
    const failed = (why: string): HostError => new HostError("recording-failed", `The export failed: ${why}`);
    if (signal?.aborted) throw failed("it was canceled");
    const worker = this.#start("cotty-export", { kind: "export", assets: this.#assets, ...job });
    const cancel = (): void => void worker.terminate();
    signal?.addEventListener("abort", cancel);
    try {
      return await new Promise((resolve, reject) => {
        worker.on("message", (message: FromExport) => {
          if (message.kind === "made") resolve(message.bytes);
          else onProgress?.(message.progress);
        });
        worker.once("error", (error) => reject(failed(messageOf(error))));
        worker.once("exit", () => reject(failed(signal?.aborted ? "it was canceled" : "it ended without a result")));
      });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /**
   * Searches the output of a session. Rejects with `bad-request` when the pattern
   * does not come to an end or `signal` aborts, and with `too-many-requests`.
   */
  async search(job: Omit<SearchJob, "withinMs">, signal: AbortSignal): Promise<SearchFound> {
    using _slot = this.#searches.take();
    const worker = this.#start("cotty-search", { kind: "search", withinMs: SEARCH_WITHIN_MS, ...job });
    try {
      return await searchResult(worker, signal, this.#options.stuckAfterMs ?? PATTERN_STUCK_MS);
    } finally {
      void worker.terminate();
    }
  }

  #start(name: string, workerData: WorkerJob): Worker {
    return new Worker(this.#options.workerUrl, { name, workerData });
  }
}

/** Lets a limited number of jobs run at the same time. */
class ConcurrencyLimit {
  readonly #limit: number;
  readonly #what: string;
  #taken = 0;

  constructor(limit: number, what: string) {
    this.#limit = limit;
    this.#what = what;
  }

  /** Lets one more run, until the result is disposed. Throws `too-many-requests`. */
  take(): Disposable {
    if (this.#taken >= this.#limit) {
      throw new HostError("too-many-requests", `${this.#limit} ${this.#what} already. Wait until one has ended`);
    }
    this.#taken++;
    return { [Symbol.dispose]: () => void this.#taken-- };
  }
}

/** What a searching worker has found. It is given up when it is silent for `stuckMs` after its first sign of life. */
async function searchResult(worker: Worker, signal: AbortSignal, stuckMs: number): Promise<SearchFound> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<SearchFound>((resolve, reject) => {
      const cancel = (): void => reject(new HostError("bad-request", "The search was cancelled"));
      signal.addEventListener("abort", cancel, { once: true });
      if (signal.aborted) cancel();
      worker.on("message", (message: FromSearch) => {
        clearTimeout(timer);
        if (message.kind === "found") return resolve(message);
        timer = setTimeout(() => reject(new HostError("bad-request", TOO_SLOW)), stuckMs);
      });
      worker.once("error", (error) => reject(new HostError("internal", `The search failed: ${messageOf(error)}`)));
      worker.once("exit", () => reject(new HostError("internal", "The search ended without a result")));
    });
  } finally {
    clearTimeout(timer);
  }
}
