/** Shows a recording on a terminal: plays it on, and goes to any moment by way of the keyframe before it. */
import type { Size } from "../protocol.ts";
import type { ReplayClock } from "./replay-clock.ts";
import type { Keyframe } from "./replay-index.ts";
import { type ReadLines, ReplayTape } from "./replay-tape.ts";

/** The terminal on which a replay shows. */
export interface ReplaySink {
  /** Forgets everything, and shows this screen. */
  show(screen: string, size: Size): void;
  write(text: string): void;
  resize(size: Size): void;
}

export class ReplayPlayer {
  readonly clock: ReplayClock;
  readonly #keyframes: readonly Keyframe[];
  readonly #tape: ReplayTape;
  readonly #read: ReadLines;
  readonly #sink: ReplaySink;
  /** The event that was shown last. */
  #beforeMs: number | undefined;
  /** What happens now. The next thing waits for it. */
  #turn: Promise<void> = Promise.resolve();
  #isTicking = false;

  /** `keyframes` are in order; the first is the beginning. Call `seek` first. */
  constructor(parts: { clock: ReplayClock; keyframes: readonly Keyframe[]; read: ReadLines; sink: ReplaySink }) {
    this.clock = parts.clock;
    this.#keyframes = parts.keyframes;
    this.#read = parts.read;
    this.#tape = new ReplayTape(parts.read);
    this.#sink = parts.sink;
  }

  /** So much real time has passed. Does nothing while the tick before is still under way. Rejects when the recording cannot be read. */
  async tick(elapsedMs: number): Promise<void> {
    if (this.#isTicking || !this.clock.state.isPlaying) return;
    this.#isTicking = true;
    try {
      await this.#inTurn(async () => {
        const next = await this.#tape.peek();
        this.clock.tick(elapsedMs, { beforeMs: this.#beforeMs, nextMs: next?.atMs });
        await this.#playTo(this.clock.state.atMs);
      });
    } finally {
      this.#isTicking = false;
    }
  }

  /** Shows a moment. */
  async seek(atMs: number): Promise<void> {
    await this.#inTurn(async () => {
      this.clock.seek(atMs);
      const to = this.clock.state.atMs;
      const keyframe = this.#keyframeBefore(to);
      if (keyframe) {
        this.#sink.show(keyframe.screen, keyframe.size);
        this.#tape.rewind(keyframe);
        this.#beforeMs = keyframe.atMs;
      }
      await this.#playTo(to);
    });
  }

  /** Shows the next output (1), or the one before (-1). */
  async step(direction: 1 | -1): Promise<void> {
    this.clock.pause();
    const { atMs } = this.clock.state;
    const to = direction > 0 ? await this.#outputAfter(atMs) : await this.#outputBefore(atMs);
    if (to !== undefined) await this.seek(to);
  }

  async #playTo(toMs: number): Promise<void> {
    let output = "";
    for (let next = await this.#tape.peek(); next && next.atMs <= toMs; next = await this.#tape.peek()) {
      this.#tape.take();
      this.#beforeMs = next.atMs;
      if (next.event.kind === "output") output += next.event.text;
      if (next.event.kind !== "resize") continue;
      if (output !== "") this.#sink.write(output);
      output = "";
      this.#sink.resize(next.event.size);
    }
    if (output !== "") this.#sink.write(output);
  }

  async #outputAfter(atMs: number): Promise<number | undefined> {
    for await (const outputMs of this.#outputsFrom(atMs)) if (outputMs > atMs) return outputMs;
    return undefined;
  }

  async #outputBefore(atMs: number): Promise<number | undefined> {
    let last: number | undefined;
    for await (const outputMs of this.#outputsFrom(atMs - 1)) {
      if (outputMs >= atMs) break;
      last = outputMs;
    }
    return last ?? this.#keyframeBefore(atMs - 1)?.atMs;
  }

  /** The times of output, from the keyframe before a moment on. */
  async *#outputsFrom(atMs: number): AsyncGenerator<number> {
    const keyframe = this.#keyframeBefore(atMs);
    if (!keyframe) return;
    const tape = new ReplayTape(this.#read);
    tape.rewind(keyframe);
    for (let next = await tape.peek(); next; next = await tape.peek()) {
      tape.take();
      if (next.event.kind === "output") yield next.atMs;
    }
  }

  #keyframeBefore(atMs: number): Keyframe | undefined {
    return this.#keyframes.findLast((keyframe) => keyframe.atMs <= atMs) ?? this.#keyframes[0];
  }

  async #inTurn(run: () => Promise<void>): Promise<void> {
    const before = this.#turn;
    const now = before.then(run);
    this.#turn = now.catch(() => {});
    await now;
  }
}
