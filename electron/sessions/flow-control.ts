/**
 * Bounds the output that the screen worker has not parsed, by pausing the pty.
 *
 * No pause is long: when node-pty was paused for more than 200 ms across a
 * program's exit, all unread output was lost in 20 of 20 runs. A worker that is
 * stuck therefore slows a flood to a trickle instead of stopping it.
 */
import type { Pty } from "./pty.ts";

/** Of one session, in UTF-16 units. The output log keeps all that is not parsed, so this bounds what it takes. */
const HIGH_WATERMARK = 2 * 1024 * 1024;
const LOW_WATERMARK = 1.25 * 1024 * 1024;
/**
 * Of all sessions together. A pty is paused above both marks, and resumed below one of the two LOW ones. A program that floods
 * alone gets more: its worker is given 2 MB at a time, and meanwhile the next are gathered.
 */
const ALL_HIGH_WATERMARK = 4 * 1024 * 1024;
const ALL_LOW_WATERMARK = 3 * 1024 * 1024;
const MAX_PAUSE_MS = 80;

/** What all sessions of this process have printed and their screens have not parsed. */
let unparsedOfAll = 0;

/** Pauses a pty while too much of its output waits, and too much of all sessions together. */
export class FlowControl implements Disposable {
  readonly #pty: Pick<Pty, "pause" | "resume">;
  #pauseEnd: NodeJS.Timeout | undefined;
  #unparsed = 0;
  #isDisposed = false;

  constructor(pty: Pick<Pty, "pause" | "resume">) {
    this.#pty = pty;
  }

  /** Call this with the amount of output that is not parsed, in UTF-16 units, whenever it changes. */
  update(unparsed: number): void {
    if (this.#isDisposed) return;
    unparsedOfAll += unparsed - this.#unparsed;
    this.#unparsed = unparsed;
    if (this.#pauseEnd) {
      if (unparsed < LOW_WATERMARK || unparsedOfAll < ALL_LOW_WATERMARK) this.#resume();
    } else if (unparsed > HIGH_WATERMARK && unparsedOfAll > ALL_HIGH_WATERMARK) {
      this.#pty.pause();
      this.#pauseEnd = setTimeout(() => this.#resume(), MAX_PAUSE_MS);
    }
  }

  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    clearTimeout(this.#pauseEnd);
    unparsedOfAll -= this.#unparsed;
  }

  #resume(): void {
    clearTimeout(this.#pauseEnd);
    this.#pauseEnd = undefined;
    this.#pty.resume();
  }
}
