/**
 * Sends what a person types, in order. One request is under way at a time and
 * what is typed meanwhile goes together in the next, so a slow host gets fewer
 * requests, and order does not depend on how it schedules them.
 */
import type { InputPart } from "../../shared/protocol.ts";

/** Under the protocol's limit for one text. */
const MAX_PART = 256 * 1024;

export class TypingQueue {
  readonly #send: (input: InputPart[]) => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #waiting: InputPart[] = [];
  #sending = false;

  constructor(send: (input: InputPart[]) => Promise<unknown>, onError: (error: unknown) => void) {
    this.#send = send;
    this.#onError = onError;
  }

  type(text: string): void {
    const last = this.#waiting.at(-1);
    if (last && "text" in last && last.text.length + text.length <= MAX_PART) last.text += text;
    else this.#waiting.push({ text });
    void this.#flush();
  }

  /** A paste keeps together, so that the host can bracket it; one over the limit is sent in several. */
  paste(text: string): void {
    for (let at = 0; at < text.length; at += MAX_PART) this.#waiting.push({ paste: text.slice(at, at + MAX_PART) });
    void this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#waiting.length > 0) {
      const [next, ...rest] = this.#waiting;
      this.#waiting = rest;
      try {
        if (next) await this.#send([next]);
      } catch (error) {
        // What was typed after what failed would arrive out of context.
        this.#waiting = [];
        this.#onError(error);
      }
    }
    this.#sending = false;
  }
}
