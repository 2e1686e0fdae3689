/** The money of a job: what attempts have cost, and what those in progress have cost so far. */
export class Budget {
  readonly #limitUsd: number | undefined;
  #endedUsd: number;
  /** The cost so far of each attempt in progress. */
  readonly #inProgress = new Map<object, number>();

  /** Without a limit, the budget is never used up. */
  constructor(limitUsd: number | undefined, endedUsd: number) {
    this.#limitUsd = limitUsd;
    this.#endedUsd = endedUsd;
  }

  get isLimited(): boolean {
    return this.#limitUsd !== undefined;
  }

  get spentUsd(): number {
    return [...this.#inProgress.values()].reduce((sum, costUsd) => sum + costUsd, this.#endedUsd);
  }

  /** Whether nothing is left for another run. */
  get isUsedUp(): boolean {
    return this.spentUsd >= (this.#limitUsd ?? Number.POSITIVE_INFINITY);
  }

  /** Notes what an attempt has cost so far. Returns whether the job has now spent more than it may. */
  note(attempt: object, costUsd: number): boolean {
    this.#inProgress.set(attempt, costUsd);
    return this.spentUsd > (this.#limitUsd ?? Number.POSITIVE_INFINITY);
  }

  /** The attempt is over and has cost so much. An attempt that is done again has cost its money, too. */
  end(attempt: object, costUsd: number): void {
    this.#inProgress.delete(attempt);
    this.#endedUsd += costUsd;
  }
}
