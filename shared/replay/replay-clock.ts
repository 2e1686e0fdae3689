/**
 * The time of a replay: which moment shows, and how it moves on. It reads no
 * clock: whoever owns it says how much time has passed. Pure.
 */

/** The speeds, slowest first. */
export const SPEEDS = [0.5, 1, 1.5, 2, 4, 8, 16] as const;

/** With pauses skipped, a pause takes at most this long. */
export const DEFAULT_IDLE_LIMIT_MS = 2000;

/** The events before and after the moment that shows. Absent at either end. */
export type Neighbors = { readonly beforeMs?: number | undefined; readonly nextMs?: number | undefined };

export type ReplayState = {
  readonly atMs: number;
  readonly durationMs: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  /** Undefined: pauses are played as they were. */
  readonly idleLimitMs: number | undefined;
};

export class ReplayClock {
  #state: ReplayState;

  constructor(durationMs: number, options: { speed?: number; idleLimitMs?: number | undefined } = {}) {
    const { speed = 1, idleLimitMs } = options;
    this.#state = { atMs: 0, durationMs, isPlaying: false, speed, idleLimitMs };
  }

  get state(): ReplayState {
    return this.#state;
  }

  get isAtEnd(): boolean {
    return this.#state.atMs >= this.#state.durationMs;
  }

  /** Plays on; from the beginning when it had come to the end. */
  play(): void {
    this.#set({ isPlaying: true, ...(this.isAtEnd && { atMs: 0 }) });
  }

  pause(): void {
    this.#set({ isPlaying: false });
  }

  /** Goes to a moment, as far as there is one. It plays on if it did. */
  seek(atMs: number): void {
    this.#set({ atMs: Math.min(this.#state.durationMs, Math.max(0, atMs)) });
  }

  setSpeed(speed: number): void {
    this.#set({ speed });
  }

  /** The next speed up (1) or down (-1). */
  changeSpeed(step: 1 | -1): void {
    const { speed } = this.#state;
    const faster = SPEEDS.find((one) => one > speed) ?? speed;
    const slower = SPEEDS.findLast((one) => one < speed) ?? speed;
    this.#set({ speed: step > 0 ? faster : slower });
  }

  setIdleLimit(idleLimitMs: number | undefined): void {
    this.#set({ idleLimitMs });
  }

  /**
   * So much real time has passed. A pause that has lasted as long as it may ends
   * with the next event. At the end it stops.
   */
  tick(elapsedMs: number, { beforeMs, nextMs }: Neighbors): void {
    const { isPlaying, atMs, durationMs, speed, idleLimitMs } = this.#state;
    if (!isPlaying) return;
    let to = atMs + elapsedMs * speed;
    if (idleLimitMs !== undefined && nextMs !== undefined) {
      const pauseEnds = Math.max(beforeMs ?? 0, 0) + idleLimitMs;
      if (nextMs > pauseEnds && to >= pauseEnds) to = Math.max(to, nextMs);
    }
    this.#set(to >= durationMs ? { atMs: durationMs, isPlaying: false } : { atMs: to });
  }

  #set(change: Partial<ReplayState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
