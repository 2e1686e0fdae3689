interface BudgetOptions {
  /** In US dollars. Without a limit, the budget is never used up. */
  readonly limitUsd: number | undefined;
  /** What the job has cost before. */
  readonly spentUsd: number;
  /** Is told each new sum, so that the next runner knows it, however this one ends. */
  readonly onSpent: (usd: number) => void;
}

/** The money of a job: what attempts have cost, and what those in progress have cost so far. */
export class Budget {
  readonly #options: BudgetOptions;
  #endedUsd: number;
  #toldUsd: number;
  /** The cost so far of each attempt in progress. */
  readonly #inProgress = new Map<object, number>();

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#endedUsd = this.#toldUsd = options.spentUsd;
  }

  get isLimited(): boolean {
    return this.#options.limitUsd !== undefined;
  }

  get spentUsd(): number {
    return [...this.#inProgress.values()].reduce((sum, costUsd) => sum + costUsd, this.#endedUsd);
  }

  /** Whether nothing is left for another run. */
  get isUsedUp(): boolean {
    return this.spentUsd >= this.#limit;
  }

  /** Notes what an attempt has cost so far. Returns whether the job has now spent more than it may. */
  note(attempt: object, costUsd: number): boolean {
    this.#inProgress.set(attempt, costUsd);
    this.#tell();
    return this.spentUsd > this.#limit;
  }

  /**
   * The attempt is over and has cost so much. An attempt that is done again has cost its
   * money, too. One that was broken off tells no cost: what was noted last counts.
   */
  end(attempt: object, costUsd: number): void {
    this.#endedUsd += Math.max(costUsd, this.#inProgress.get(attempt) ?? 0);
    this.#inProgress.delete(attempt);
    this.#tell();
  }

  get #limit(): number {
    return this.#options.limitUsd ?? Number.POSITIVE_INFINITY;
  }

  #tell(): void {
    const usd = this.spentUsd;
    if (usd === this.#toldUsd) return;
    this.#toldUsd = usd;
    this.#options.onSpent(usd);
  }
}
