/**
 * Keeps what the screen worker has not parsed within bounds by pausing the pty,
 * but never for long: node-pty paused for over 200 ms across a program's exit
 * lost all unread output in 20 of 20 runs. A worker that is stuck therefore
 * slows a flood to a trickle instead of stopping it.
 */
import { type Pty } from "./pty.ts";

/** Pause above, resume below; in characters. Above HIGH a late viewer's snapshot would be older than the output log remembers. */
const HIGH_WATERMARK = 3 * 1024 * 1024;
const LOW_WATERMARK = 2 * 1024 * 1024;
const MAX_PAUSE_MS = 80;

export class FlowControl implements Disposable {
  readonly #pty: Pick<Pty, "pause" | "resume">;
  #pauseEnd: NodeJS.Timeout | undefined;

  constructor(pty: Pick<Pty, "pause" | "resume">) {
    this.#pty = pty;
  }

  /** Call with the amount not parsed whenever it changes. */
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
