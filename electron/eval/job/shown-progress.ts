import type { Client } from "../../../shared/client.ts";
import type { SessionWatch } from "../run/planned-run.ts";

export interface JobCounts {
  /** What people call the job. */
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** Tells the host how far a job is, with each session of it, so that the window shows it. */
export class ShownProgress implements SessionWatch {
  readonly #client: Client;
  readonly #counts: JobCounts;
  readonly #sessions = new Set<string>();
  #done: number;

  constructor(client: Client, counts: JobCounts) {
    this.#client = client;
    this.#counts = counts;
    this.#done = counts.done;
  }

  started(session: string): void {
    this.#sessions.add(session);
    this.#show();
  }

  ended(session: string): void {
    this.#sessions.delete(session);
  }

  /** A run is over. */
  done(): void {
    this.#done += 1;
    this.#show();
  }

  #show(): void {
    const job = { ...this.#counts, done: this.#done, running: this.#sessions.size };
    // It is for people to see. A session that has just ended has nothing to show.
    for (const id of this.#sessions) this.#client.request("session/job", { id, job }).catch(() => {});
  }
}
