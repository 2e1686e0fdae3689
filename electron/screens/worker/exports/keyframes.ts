/** Keeps the screen at moments of a recording, so that a player reaches any other moment soon. */
import type { Keyframe } from "../../../../shared/replay/replay-index.ts";
import type { Screen } from "../screen.ts";

/** A new keyframe after this time, or after this much output, in UTF-16 units. */
const EVERY_MS = 5000;
const EVERY_CHARS = 256 * 1024;
/** With more, every second one is left out, and from then on they are twice as far apart. */
const MAX_KEYFRAMES = 200;

export class Keyframes {
  #keyframes: Keyframe[] = [];
  #everyMs = EVERY_MS;
  #everyChars = EVERY_CHARS;
  #lastMs = Number.NEGATIVE_INFINITY;
  #chars = 0;

  get all(): readonly Keyframe[] {
    return this.#keyframes;
  }

  noteOutput(chars: number): void {
    this.#chars += chars;
  }

  /** Keeps the screen as it is before the event at `position`, if the last one is long ago. */
  offer(screen: Screen, atMs: number, position: number): void {
    if (atMs - this.#lastMs < this.#everyMs && this.#chars < this.#everyChars) return;
    this.#lastMs = atMs;
    this.#chars = 0;
    this.#keyframes.push({ atMs, position, size: screen.size, screen: screen.snapshot(0).screen });
    if (this.#keyframes.length <= MAX_KEYFRAMES) return;
    this.#keyframes = this.#keyframes.filter((_, index) => index % 2 === 0);
    this.#everyMs *= 2;
    this.#everyChars *= 2;
  }
}
