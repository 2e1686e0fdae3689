/**
 * Messages to another thread that go out together. Each post wakes that thread up and makes an event of its own there,
 * which takes longer than most messages themselves.
 */

/** A message that is added takes those with it that have waited for longer. */
const MAX_AGE_MS = 1;

export type OutboxOptions<Message> = {
  readonly post: (messages: readonly Message[]) => void;
  /** Calls back when those who send now have sent what they have: setImmediate, or queueMicrotask. */
  readonly later: (flush: () => void) => void;
};

export class Outbox<Message> {
  readonly #options: OutboxOptions<Message>;
  #messages: Message[] = [];
  #since = 0;

  constructor(options: OutboxOptions<Message>) {
    this.#options = options;
  }

  /** Sends it with those that follow soon. Its content must not change until then. */
  add(message: Message): void {
    this.#messages.push(message);
    const now = Date.now();
    if (this.#messages.length > 1) {
      if (now - this.#since > MAX_AGE_MS) this.flush();
      return;
    }
    this.#since = now;
    this.#options.later(() => this.flush());
  }

  /** Sends it now, after all that was added before. */
  send(message: Message): void {
    this.#messages.push(message);
    this.flush();
  }

  flush(): void {
    if (this.#messages.length === 0) return;
    const messages = this.#messages;
    this.#messages = [];
    this.#options.post(messages);
  }

  /** Drops what has not been sent: nobody is there any more to get it. */
  clear(): void {
    this.#messages = [];
  }
}
