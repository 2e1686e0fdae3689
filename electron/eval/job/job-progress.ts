import { dollars } from "../report/figures-text.ts";
import { formatSeconds } from "../results/duration.ts";
import type { RunResult } from "../results/run-result.ts";

/** What is shown while a job runs, after each run. */
export class JobProgress {
  readonly #total: number;
  readonly #parallel: number;
  readonly #startedMs: number;
  #done: number;
  #ran = 0;
  #costUsd: number;

  constructor(total: number, done: readonly RunResult[], { parallel, nowMs }: { parallel: number; nowMs: number }) {
    this.#total = total;
    this.#done = done.length;
    this.#costUsd = done.reduce((sum, run) => sum + (run.costUsd ?? 0), 0);
    this.#parallel = parallel;
    this.#startedMs = nowMs;
  }

  get costUsd(): number {
    return this.#costUsd;
  }

  /** Counts the run, and answers with the line that says so. */
  finished(run: RunResult, running: number, nowMs: number): string {
    this.#done += 1;
    this.#ran += 1;
    this.#costUsd += run.costUsd ?? 0;
    const left = this.#total - this.#done;
    // The runs of the last seconds say how long the others take; they run `parallel` at a time.
    const secondsLeft = (((nowMs - this.#startedMs) / 1000) * left) / this.#ran;
    const parts = [
      `${this.#done} of ${this.#total} done`,
      ...(running > 0 ? [`${running} running`] : []),
      `${dollars(this.#costUsd)} so far`,
      ...(left > 0 ? [`about ${formatSeconds(Math.max(Math.ceil(secondsLeft), this.#parallel > 0 ? 1 : 0))} left`] : []),
    ];
    const what = `${run.agent} · ${run.task} · ${run.tool} · ${run.number}`;
    return `${run.outcome.padEnd(14)} ${what}  ${run.reason}\n${" ".repeat(15)}${parts.join(" · ")}\n`;
  }
}
