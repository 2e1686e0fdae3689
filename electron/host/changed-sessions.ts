/**
 * The sessions that have changed, until one client is told of them all in one
 * message. Each of a hundred busy sessions changes four times a second; a message
 * for each would wake the client four hundred times.
 */
import type { HostedSession } from "./hosted-session.ts";

/** The time between two messages. A person does not notice so short a delay. */
const INTERVAL_MS = 100;

export class ChangedSessions implements Disposable {
  readonly #tell: (changed: readonly HostedSession[]) => void;
  readonly #changed = new Set<HostedSession>();
  #toldAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (changed: readonly HostedSession[]) => void) {
    this.#tell = tell;
  }

  /** A session has changed. The client is told at once if it has been told of nothing for a while. */
  add(session: HostedSession): void {
    this.#changed.add(session);
    if (this.#timer) return;
    const wait = this.#toldAt + INTERVAL_MS - performance.now();
    if (wait <= 0) return this.flush();
    this.#timer = setTimeout(() => this.flush(), wait);
  }

  /** The client need not hear of this session's changes any more. */
  drop(session: HostedSession): void {
    this.#changed.delete(session);
  }

  /** Tells the client of what has changed now: what comes next may build on it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    this.#toldAt = performance.now();
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#tell(changed);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#changed.clear();
  }
}
