/**
 * The turns of the screens of one thread. Each screen is served in the order its
 * messages came. The screens take turns, so that one whose output is slow to parse
 * does not keep the others waiting.
 */
import type { ScreenId, ToWorker } from "../worker-protocol.ts";
import type { WrittenText } from "./written-text.ts";

/** How long the screens may parse before each has had its turn: under a frame of 60 per second. */
const ROUND_MS = 12;
/** A turn shorter than this would do little but begin and end. */
const MIN_TURN_MS = 3;
/** A wait that is over waits no longer than this for its answer, whatever its screen has left to parse. */
const OVERDUE_MS = 1000;
/** Small writes in a row are joined, up to this length: parsing one piece is several times cheaper. */
const JOINED_LENGTH = 16 * 1024;

/** What is done for a screen in its turns. */
export type Work = Exclude<ToWorker, { kind: "open" | "write" }> | Write;

/** Output to parse. `writes` says how many have been joined in this one; 1 when absent. */
export type Write = {
  readonly kind: "write";
  readonly screen: ScreenId;
  readonly replay: boolean;
  readonly writes?: number;
} & WrittenText;

/** Does a piece of work. Returns what is left of it at `deadline`, of `performance.now`. */
export type Serve = (work: Work, deadline: number) => Work | undefined;

type Entry = {
  readonly id: ScreenId;
  readonly serve: Serve;
  readonly queue: Work[];
  /** For how long it has been served; at least for as long as those that were waiting when it last had nothing to do. */
  servedMs: number;
};

export class Turns {
  readonly #entries = new Map<ScreenId, Entry>();
  /** Shared with the host: the screen whose turn it is, 0 for none. */
  readonly #current: Int32Array;
  #areScheduled = false;
  /** When the ends of waits came that are over. */
  readonly #endedAt = new WeakMap<Work, number>();
  /** How long the screen whose turn was last had been served before that. */
  #servedMs = 0;

  constructor(current: Int32Array) {
    this.#current = current;
  }

  /**
   * From here on, what is added for this screen is served. One that was open and has failed serves first what was added
   * before: nobody else would answer it.
   */
  open(id: ScreenId, serve: Serve): void {
    const before = this.#entries.get(id);
    for (const work of before?.queue.splice(0) ?? []) before?.serve(work, Number.POSITIVE_INFINITY);
    this.#entries.set(id, { id, serve, queue: [], servedMs: this.#servedMs });
  }

  /** Returns what was added and is not served any more. */
  close(id: ScreenId): Work[] {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    return entry?.queue.splice(0) ?? [];
  }

  /** Takes back the output that no question comes after, and returns it: the screen is about to be closed, so nobody sees it. */
  withdrawOutput(id: ScreenId): (Work & { kind: "write" })[] {
    const queue = this.#entries.get(id)?.queue ?? [];
    const afterLastAsk = queue.findLastIndex(({ kind }) => kind === "ask") + 1;
    return queue.splice(afterLastAsk).filter((work) => work.kind === "write");
  }

  /** False when the screen is not open. */
  add(work: Work): boolean {
    const entry = this.#entries.get(work.screen);
    if (!entry) return false;
    if (entry.queue.length === 0) entry.servedMs = Math.max(entry.servedMs, this.#servedMs);
    entry.queue.push(work);
    if (waitOf(work)?.isOver === true) this.#endedAt.set(work, performance.now());
    this.#schedule();
    return true;
  }

  /** Not at once: what has come meanwhile is then parsed in one piece. */
  #schedule(): void {
    if (this.#areScheduled) return;
    this.#areScheduled = true;
    setImmediate(() => this.#takeTurns());
  }

  /**
   * Who was served least comes first. Some things cannot be interrupted, such as a
   * resize of a long scrollback. When they have taken up a round, the messages that
   * have come are taken in, and an echo in a quiet session need not wait for the rest.
   */
  #takeTurns(): void {
    this.#areScheduled = false;
    const busy = [...this.#entries.values()].filter(({ queue }) => queue.length > 0).sort((a, b) => a.servedMs - b.servedMs);
    const turnMs = Math.max(MIN_TURN_MS, ROUND_MS / busy.length);
    const end = performance.now() + ROUND_MS;
    for (const entry of busy) {
      const began = performance.now();
      if (began > end) return this.#schedule();
      this.#servedMs = entry.servedMs;
      this.#takeTurn(entry, turnMs);
      entry.servedMs += performance.now() - began;
    }
  }

  /** Serves a screen until nothing is left or its time is up; then messages come in, and the others have theirs. */
  #takeTurn({ id, serve, queue }: Entry, turnMs: number): void {
    const deadline = performance.now() + turnMs;
    Atomics.store(this.#current, 0, id);
    for (let work = next(queue); work; work = next(queue)) {
      const rest = serve(work, deadline);
      if (rest) {
        queue.unshift(rest);
        this.#preferOverdue(queue);
      }
      if (performance.now() > deadline) break;
    }
    Atomics.store(this.#current, 0, 0);
    if (queue.length > 0) this.#schedule();
  }

  /** Puts waits whose end is overdue before the output that is left: what is asked of each, in its order. */
  #preferOverdue(queue: Work[]): void {
    const now = performance.now();
    const isOverdue = (work: Work): boolean => now - (this.#endedAt.get(work) ?? now) > OVERDUE_MS;
    for (const { wait } of queue.filter(isOverdue).map((work) => waitOf(work) ?? {})) {
      const waits = new Set<number>();
      // A call's waits follow each other, and the first of them may not have begun.
      for (let id = wait; id !== undefined; id = followedBy(queue, id)) waits.add(id);
      const asked = queue.filter((work) => waits.has(waitOf(work)?.wait ?? Number.NaN));
      const others = queue.filter((work) => !asked.includes(work));
      queue.splice(0, queue.length, ...asked, ...others);
    }
  }
}

/** The wait that a question is about, if it is about one. */
function waitOf(work: Work): { readonly wait?: number; readonly isOver?: boolean; readonly follows?: number } | undefined {
  return work.kind === "ask" ? (work.params as { wait?: number; isOver?: boolean; follows?: number }) : undefined;
}

/** The wait that this one goes on from, if it has not begun. */
function followedBy(queue: readonly Work[], id: number): number | undefined {
  return queue.map(waitOf).find((about) => about?.wait === id && about.follows !== undefined)?.follows;
}

/** The next thing to do; small writes in a row are one. A flood behind them is taken in quicker by itself. */
function next(queue: Work[]): Work | undefined {
  const first = queue.shift();
  if (first?.kind !== "write") return first;
  let { text, writes } = { writes: 1, ...first };
  for (let work = queue[0]; work?.kind === "write" && work.replay === first.replay; work = queue[0]) {
    if (text.length + work.text.length > JOINED_LENGTH) break;
    text += work.text;
    writes += work.writes ?? 1;
    queue.shift();
  }
  // Of what is joined, nothing is known.
  return text.length === first.text.length ? { ...first, writes } : { ...first, text, writes, known: undefined };
}
