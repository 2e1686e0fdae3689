/**
 * Bounds the output that the screen worker has not parsed, by pausing the pty.
 *
 * No pause is long: when node-pty was paused for more than 200 ms across a
 * program's exit, all unread output was lost in 20 of 20 runs. A worker that is
 * stuck therefore slows a flood to a trickle instead of stopping it.
 */
import type { Pty } from "./pty.ts";

/**
 * The pty is paused above HIGH and resumed below LOW, in UTF-16 units. The output
 * log keeps all that is not parsed, so this bounds what it takes.
 */
const HIGH_WATERMARK = 2 * 1024 * 1024;
const LOW_WATERMARK = 1.25 * 1024 * 1024;
const MAX_PAUSE_MS = 80;

export class FlowControl implements Disposable {
  readonly #pty: Pick<Pty, "pause" | "resume">;
  #pauseEnd: NodeJS.Timeout | undefined;

  constructor(pty: Pick<Pty, "pause" | "resume">) {
    this.#pty = pty;
  }

  /** Call this with the amount of output that is not parsed, in UTF-16 units, whenever it changes. */
  update(unparsed: number): void {
    if (this.#pauseEnd) {
      if (unparsed < LOW_WATERMARK) this.#resume();
    } else if (unparsed > HIGH_WATERMARK) {
      this.#pty.pause();
      this.#pauseEnd = setTimeout(() => this.#resume(), MAX_PAUSE_MS);
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#pauseEnd);
  }

  #resume(): void {
    clearTimeout(this.#pauseEnd);
    this.#pauseEnd = undefined;
    this.#pty.resume();
  }
}
