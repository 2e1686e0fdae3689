/** Lets a limited number of jobs run at the same time. A few more wait for their turn. */
import { HostError } from "../../../shared/errors.ts";

type SlotOptions = {
  readonly running: number;
  readonly waiting: number;
  /** For the error: "searches are running". */
  readonly what: string;
};

export class JobSlots {
  readonly #options: SlotOptions;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /**
   * Lets one more job run, until the result is disposed. Rejects with `too-many-requests` when too many wait already, and
   * when `signal` aborts before the job's turn.
   */
  async take(signal?: AbortSignal): Promise<Disposable> {
    if (this.#running < this.#options.running) this.#running++;
    else await this.#turn(signal);
    return { [Symbol.dispose]: () => this.#free() };
  }

  async #turn(signal?: AbortSignal): Promise<void> {
    const { running, waiting, what } = this.#options;
    await new Promise<void>((resolve, reject) => {
      const refuse = (): void => {
        const at = this.#queue.indexOf(start);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(new HostError("too-many-requests", `${running} ${what} already. Wait until one has ended`));
      };
      const start = (): void => {
        signal?.removeEventListener("abort", refuse);
        resolve();
      };
      if (this.#queue.length >= waiting || signal?.aborted) return refuse();
      this.#queue.push(start);
      signal?.addEventListener("abort", refuse, { once: true });
    });
  }

  /** Whoever is next has the place at once, so that nobody takes it in between. */
  #free(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#running--;
  }
}
