/**
 * Work on the output of sessions that takes a while: searches, and exports as
 * text. Each job has a thread of its own, and few run at the same time.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { HostError, messageOf } from "../../../shared/errors.ts";
import { threadProcessorMs } from "../../platform/linux/proc.ts";
import type { ExportJob, FromExport, FromSearch, SearchFound, SearchJob, WorkerJob } from "../worker-protocol.ts";
import { JobSlots } from "./job-slots.ts";
import { Patience } from "./patience.ts";

/** More threads than cores make no search quicker, and each takes 35 MB. */
const MAX_SEARCHES = Math.min(4, Math.max(2, availableParallelism()));
const MAX_WAITING_SEARCHES = 8;
/** A search that has waited for so long is refused, while its client still listens. */
const SEARCH_WAITS_MS = 20_000;
const MAX_EXPORTS = 4;
/** For so long, what nobody waits for lets searches go first: their threads together would take too much memory. */
const PREPARING_WAITS_MS = 10_000;
/** A search ends after this time with what it has found. Clients wait for a minute. */
const SEARCH_WITHIN_MS = 40_000;
/** A search that is silent for this long, and works, is given up: its pattern does not come to an end. */
const PATTERN_STUCK_MS = 3000;
const TOO_SLOW = "The pattern takes too long. Use a simpler one, without repeats inside repeats such as (a+)+";

export type JobOptions = {
  /** The built worker.ts. */
  readonly workerUrl: URL;
  readonly stuckAfterMs?: number;
};

export class ScreenJobs {
  readonly #options: JobOptions;
  readonly #searches = new JobSlots({
    running: MAX_SEARCHES,
    waiting: MAX_WAITING_SEARCHES,
    refusal: "Too many searches are running already",
  });
  readonly #exports = new JobSlots({
    running: MAX_EXPORTS,
    waiting: 0,
    refusal: `${MAX_EXPORTS} exports are being made already`,
  });

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
    using _slot = await this.#exports.take();
    return await this.#make(job, signal, onProgress);
  }

  /** The same for nobody who waits: it takes no place of others, it begins when no search runs, and their threads go first. */
  async prepare(job: ExportJob, signal: AbortSignal): Promise<number> {
    using patience = new Patience(PREPARING_WAITS_MS, signal);
    await this.#searches.whenIdle(patience.signal);
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
   * Searches the output of a session. `by` has one search at a time; the next one waits for it. Rejects with `bad-request`
   * when the pattern does not come to an end or `signal` aborts, and with `too-many-requests`.
   */
  async search(job: Omit<SearchJob, "withinMs">, by: string, signal: AbortSignal): Promise<SearchFound> {
    const slot = await this.#takeTurn(by, signal);
    let worker: Worker | undefined;
    try {
      worker = this.#start("cotty-search", { kind: "search", withinMs: SEARCH_WITHIN_MS, ...job });
      return await searchResult(worker, signal, this.#options.stuckAfterMs ?? PATTERN_STUCK_MS);
    } finally {
      // The next search waits until the memory of this one has gone; its caller need not.
      void Promise.resolve(worker?.terminate()).finally(() => slot[Symbol.dispose]());
    }
  }

  async #takeTurn(by: string, signal: AbortSignal): Promise<Disposable> {
    using patience = new Patience(SEARCH_WAITS_MS, signal);
    return await this.#searches.take({ by, signal: patience.signal });
  }

  #start(name: string, workerData: WorkerJob): Worker {
    return new Worker(this.#options.workerUrl, { name, workerData });
  }
}

/**
 * What a searching worker has found. It is given up when it is silent for `stuckMs` after its first sign of life, and has
 * worked for half of that: others may have all processors.
 */
async function searchResult(worker: Worker, signal: AbortSignal, stuckMs: number): Promise<SearchFound> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<SearchFound>((resolve, reject) => {
      const cancel = (): void => reject(new HostError("bad-request", "The search was cancelled"));
      signal.addEventListener("abort", cancel, { once: true });
      if (signal.aborted) cancel();
      const watch = (thread: number | undefined): void => {
        const worked = (): number | undefined => (thread === undefined ? undefined : threadProcessorMs(thread));
        const before = worked();
        const look = (): void => {
          const now = worked();
          const isWaiting = before !== undefined && now !== undefined && now - before < stuckMs / 2;
          if (isWaiting) timer = setTimeout(look, stuckMs);
          else reject(new HostError("bad-request", TOO_SLOW));
        };
        timer = setTimeout(look, stuckMs);
      };
      worker.on("message", (message: FromSearch) => {
        clearTimeout(timer);
        if (message.kind === "found") return resolve(message);
        watch(message.thread);
      });
      worker.once("error", (error) => reject(new HostError("internal", `The search failed: ${messageOf(error)}`)));
      worker.once("exit", () => reject(new HostError("internal", "The search ended without a result")));
    });
  } finally {
    clearTimeout(timer);
  }
}
