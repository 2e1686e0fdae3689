/**
 * Work on the output of sessions that takes a while: searches, and exports as
 * text. Each job has a thread of its own, and few run at the same time.
 */
import { Worker } from "node:worker_threads";
import { HostError, messageOf } from "../../../shared/errors.ts";
import type { ExportJob, FromSearch, SearchFound, SearchJob, WorkerJob } from "../worker-protocol.ts";

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
  readonly #exports = new ConcurrencyLimit(MAX_EXPORTS, "exports of text are being made");

  constructor(options: JobOptions) {
    this.#options = options;
  }

  /** Renders a recording as text into a new file. Returns its length in bytes. Rejects with `recording-failed` or `too-many-requests`. */
  async exportText(job: ExportJob): Promise<number> {
    using _slot = this.#exports.take();
    return await new Promise((resolve, reject) => {
      const worker = this.#start("cotty-export", { kind: "export", ...job });
      worker.once("message", ({ bytes }: { bytes: number }) => resolve(bytes));
      worker.once("error", (error) => reject(new HostError("recording-failed", `The export failed: ${messageOf(error)}`)));
      worker.once("exit", () => reject(new HostError("recording-failed", "The export ended without a result")));
    });
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
