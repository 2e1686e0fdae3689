/** Lets a limited number of jobs run at the same time, one for each client. A few more wait for their turn. */
import { HostError } from "../../../shared/errors.ts";

type SlotOptions = {
  readonly running: number;
  readonly waiting: number;
  /** For the error: "Too many searches are running already". */
  readonly refusal: string;
};

type TurnRequest = { readonly by?: unknown; readonly signal?: AbortSignal };

type Turn = { readonly by: unknown; readonly start: () => void };

export class JobSlots {
  readonly #options: SlotOptions;
  readonly #running = new Set<unknown>();
  #queue: Turn[] = [];
  #waitForIdle: (() => void)[] = [];

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /**
   * Lets one more job run, until the result is disposed. `by` has one at a time, where it is named. Rejects with `too-many-requests` when too
   * many wait already, and when `signal` aborts before the job's turn.
   */
  async take({ by = Symbol("nobody in particular"), signal }: TurnRequest = {}): Promise<Disposable> {
    if (this.#hasRoom(by)) this.#running.add(by);
    else await this.#turn(by, signal);
    return { [Symbol.dispose]: () => this.#free(by) };
  }

  /** Resolves when no job runs, or when `signal` aborts. It takes no place: the next job may begin at once. */
  async whenIdle(signal: AbortSignal): Promise<void> {
    if (this.#running.size === 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#waitForIdle.push(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  #hasRoom(by: unknown): boolean {
    return this.#running.size < this.#options.running && !this.#running.has(by);
  }

  async #turn(by: unknown, signal?: AbortSignal): Promise<void> {
    const { waiting, refusal } = this.#options;
    await new Promise<void>((resolve, reject) => {
      const refuse = (): void => {
        this.#queue = this.#queue.filter((other) => other !== turn);
        reject(new HostError("too-many-requests", `${refusal}. Wait until one has ended`));
      };
      const start = (): void => {
        signal?.removeEventListener("abort", refuse);
        resolve();
      };
      const turn = { by, start };
      if (this.#queue.length >= waiting || signal?.aborted) return refuse();
      this.#queue.push(turn);
      signal?.addEventListener("abort", refuse, { once: true });
    });
  }

  /** Whoever is next has the place at once, so that nobody takes it in between. */
  #free(by: unknown): void {
    this.#running.delete(by);
    const next = this.#queue.find((turn) => this.#hasRoom(turn.by));
    if (this.#running.size === 0 && !next) for (const go of this.#waitForIdle.splice(0)) go();
    if (!next) return;
    this.#queue = this.#queue.filter((turn) => turn !== next);
    this.#running.add(next.by);
    next.start();
  }
}
