/** The events of a recording from any keyframe on, fetched as they are needed. */
import { type CastEvent, parseEvent } from "../asciicast.ts";
import type { Keyframe } from "./replay-index.ts";

/** Reads whole lines from a byte on; see `recording/read`. */
export type ReadLines = (position: number) => Promise<{ readonly text: string; readonly next?: number | undefined }>;

export type TapeEvent = { readonly atMs: number; readonly event: CastEvent };

export class ReplayTape {
  readonly #read: ReadLines;
  #queue: TapeEvent[] = [];
  /** How much of the queue has been taken. */
  #taken = 0;
  #next: number | undefined;
  #atMs = 0;
  #isFirst = true;

  constructor(read: ReadLines) {
    this.#read = read;
  }

  /** Goes on with the event that follows the keyframe. */
  rewind({ atMs, position }: Keyframe): void {
    this.#queue = [];
    this.#taken = 0;
    this.#next = position;
    this.#atMs = atMs;
    this.#isFirst = true;
  }

  /** The next event, which stays the next. Undefined at the end. */
  async peek(): Promise<TapeEvent | undefined> {
    while (this.#taken >= this.#queue.length && this.#next !== undefined) {
      const { text, next } = await this.#read(this.#next);
      this.#next = next;
      this.#queue = this.#parsed(text);
      this.#taken = 0;
    }
    return this.#queue[this.#taken];
  }

  /** Takes what `peek` has answered with. */
  take(): void {
    this.#taken++;
  }

  #parsed(text: string): TapeEvent[] {
    const events: TapeEvent[] = [];
    for (const line of text.split("\n")) {
      const parsed = parseEvent(line);
      if (!parsed) continue;
      // A keyframe has the time of the event after it: that one's interval has been counted.
      if (!this.#isFirst) this.#atMs += parsed.intervalMs;
      this.#isFirst = false;
      events.push({ atMs: this.#atMs, event: parsed.event });
    }
    return events;
  }
}
