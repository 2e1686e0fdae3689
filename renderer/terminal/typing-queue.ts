/**
 * Sends what a person types, in order. One request is under way at a time; the
 * next one carries everything typed meanwhile. So a slow host gets fewer
 * requests, and the order does not depend on how it schedules them. Other
 * requests about the session keep their place in that order: a hand-back that
 * came before the last keys would take no effect, as those keys take over again.
 */
import type { InputPart } from "../../shared/protocol.ts";

/** In UTF-16 units; less than the protocol's limit for one text. */
const MAX_PART = 256 * 1024;

/** Never rejects: whoever makes the request hears how it ended. */
type Request = () => Promise<void>;

export class TypingQueue {
  readonly #send: (input: InputPart[]) => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #waiting: (InputPart | Request)[] = [];
  #sending = false;

  constructor(send: (input: InputPart[]) => Promise<unknown>, onError: (error: unknown) => void) {
    this.#send = send;
    this.#onError = onError;
  }

  type(text: string): void {
    const last = this.#waiting.at(-1);
    if (typeof last === "object" && "text" in last && last.text.length + text.length <= MAX_PART) last.text += text;
    else this.#waiting.push({ text });
    void this.#flush();
  }

  /** Sends a paste in one piece, so that the host can bracket it; one over the limit in several. */
  paste(text: string): void {
    for (let at = 0; at < text.length;) {
      const end = pieceEnd(text, at);
      this.#waiting.push({ paste: text.slice(at, end) });
      at = end;
    }
    void this.#flush();
  }

  /** Makes a request once all that was typed before it is sent; what is typed later is sent after its answer. Settles as the request does. */
  request<T>(make: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => make().then(resolve, reject));
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#waiting.length > 0) {
      const [next, ...rest] = this.#waiting;
      this.#waiting = rest;
      try {
        if (typeof next === "function") await next();
        else if (next) await this.#send([next]);
      } catch (error) {
        // Without the input that failed, what was typed after it would mean something else.
        this.#waiting = this.#waiting.filter((entry) => typeof entry === "function");
        this.#onError(error);
      }
    }
    this.#sending = false;
  }
}

/** Where the piece of a long paste that begins at `at` ends: not between the two units of one character. */
function pieceEnd(text: string, at: number): number {
  const end = at + MAX_PART;
  if (end >= text.length) return text.length;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
