import { dollars } from "../report/figures-text.ts";
import { formatSeconds } from "../results/duration.ts";
import type { RunResult } from "../results/run-result.ts";

/** What is shown while a job runs, after each run. */
export class JobProgress {
  readonly #total: number;
  readonly #startedMs: number;
  #done: number;
  #ran = 0;

  constructor(total: number, done: number, nowMs: number) {
    this.#total = total;
    this.#done = done;
    this.#startedMs = nowMs;
  }

  /** Counts the run, and answers with the line that says so. */
  finished(run: RunResult, { running, spentUsd, nowMs }: { running: number; spentUsd: number; nowMs: number }): string {
    this.#done += 1;
    this.#ran += 1;
    const left = this.#total - this.#done;
    // Runs that go on at the same time have shared the time, so this is right for several, too.
    const secondsLeft = (((nowMs - this.#startedMs) / 1000) * left) / this.#ran;
    const parts = [
      `${this.#done} of ${this.#total} done`,
      ...(running > 0 ? [`${running} running`] : []),
      ...(left > running ? [`${left - running} left`] : []),
      `${dollars(spentUsd)} so far`,
      ...(left > 0 ? [`about ${formatSeconds(Math.max(1, Math.ceil(secondsLeft)))} to go`] : []),
    ];
    const what = `${run.agent} · ${run.task} · ${run.tool} · ${run.number}`;
    return `${run.outcome.padEnd(14)} ${what}  ${run.reason}\n${" ".repeat(15)}${parts.join(" · ")}\n`;
  }
}
