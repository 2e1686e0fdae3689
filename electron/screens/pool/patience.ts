/** How long somebody waits: for a time, or until a signal says otherwise. */
export class Patience implements Disposable {
  readonly #end = new AbortController();
  readonly #until: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = (): void => this.#end.abort();
  /** Aborts when it is over. */
  readonly signal = this.#end.signal;

  /**
   * Not `AbortSignal.any` with `AbortSignal.timeout`: on Node 20 nothing holds that time-out, and it never comes
   * where garbage is collected before.
   */
  constructor(withinMs: number, until: AbortSignal) {
    this.#until = until;
    this.#timer = setTimeout(this.#abort, withinMs);
    until.addEventListener("abort", this.#abort, { once: true });
    if (until.aborted) this.#abort();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#until.removeEventListener("abort", this.#abort);
  }
}
