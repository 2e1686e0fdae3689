/**
 * How much one agent may do, so that an agent in a loop takes nothing from the
 * others. There is a limit for sessions, for starts in a minute, and for waits
 * and searches at the same time. The user has no limit.
 */
import { HostError } from "../../../shared/errors.ts";
import { type Principal, reaches } from "./principal.ts";

const MAX_SESSIONS = 50;
const MAX_WAITS = 32;
/** Only a few searches run at once for all clients together. */
const MAX_SEARCHES = 2;
const MAX_STARTS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

type Use = { waits: number; searches: number; startsAtMs: number[] };

export class Quotas {
  readonly #nowMs: () => number;
  readonly #uses = new Map<string, Use>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Counts a start. `owned`: how many sessions the principal has. Throws `too-many-sessions` or `too-many-requests`. */
  start(principal: Principal, owned: number): void {
    if (isUnlimited(principal)) return;
    if (owned >= MAX_SESSIONS) {
      throw new HostError("too-many-sessions", `You have ${MAX_SESSIONS} sessions already; stop some of them first`);
    }
    const nowMs = this.#nowMs();
    const use = this.#useOf(principal);
    use.startsAtMs = use.startsAtMs.filter((atMs) => atMs > nowMs - MINUTE_MS);
    const [oldest = nowMs] = use.startsAtMs;
    if (use.startsAtMs.length >= MAX_STARTS_PER_MINUTE) {
      const seconds = Math.max(1, Math.ceil((oldest + MINUTE_MS - nowMs) / 1000));
      throw new HostError(
        "too-many-requests",
        `You have started ${MAX_STARTS_PER_MINUTE} programs within a minute. Try again in ${seconds} s`,
      );
    }
    use.startsAtMs.push(nowMs);
  }

  /** Counts a wait until the result is disposed. Throws `too-many-requests`. */
  wait(principal: Principal): Disposable {
    return this.#count(principal, "waits", MAX_WAITS);
  }

  /** The same for a search. */
  search(principal: Principal): Disposable {
    return this.#count(principal, "searches", MAX_SEARCHES);
  }

  /** How many principals are remembered. Each connection may be a new principal, so their number must not only grow. */
  get size(): number {
    return this.#uses.size;
  }

  #count(principal: Principal, what: "waits" | "searches", most: number): Disposable {
    if (isUnlimited(principal)) return { [Symbol.dispose]() {} };
    const use = this.#useOf(principal);
    if (use[what] >= most) {
      throw new HostError(
        "too-many-requests",
        `You have ${most} ${what} under way. Try again in 1 s, when one of them has ended, or cancel one`,
      );
    }
    use[what]++;
    return { [Symbol.dispose]: () => void use[what]-- };
  }

  #useOf({ id }: Principal): Use {
    let use = this.#uses.get(id);
    if (!use) {
      this.#forgetIdle();
      this.#uses.set(id, (use = { waits: 0, searches: 0, startsAtMs: [] }));
    }
    return use;
  }

  /** A principal that has no wait and no search, and has started nothing in the last minute, is like a new one. */
  #forgetIdle(): void {
    const sinceMs = this.#nowMs() - MINUTE_MS;
    for (const [id, { waits, searches, startsAtMs }] of this.#uses) {
      if (waits === 0 && searches === 0 && startsAtMs.every((atMs) => atMs <= sinceMs)) this.#uses.delete(id);
    }
  }
}

function isUnlimited({ tier }: Principal): boolean {
  return reaches(tier, "admin");
}
