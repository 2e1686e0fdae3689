/**
 * All input of a session: what clients type and what the screen answers to the
 * program's queries. Input is queued for the terminal, and what clients typed is
 * recorded and listed as far as the terminal has taken it.
 */
import { isPerson } from "../../shared/client-kind.ts";
import type { HostError } from "../../shared/errors.ts";
import type { OutputText } from "../../shared/output-text.ts";
import type { ClientInfo } from "../../shared/protocol.ts";
import { type InputEntry, InputHistory } from "./input-history.ts";
import { type InputChunk, InputQueue } from "./input-queue.ts";
import type { ShownInput } from "./session-recording.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";

/** Whose the screen's answers are, in the queue. */
const REPLY_SOURCE = "screen";
/** Begins the source of what a client has queued that is no person. */
const AUTOMATION = "automation ";

/** Enter, and the keys that give up what was typed: Ctrl-C and Ctrl-D. */
const ENDS_LINE = /[\r\n\x03\x04]/;

export type SessionInputOptions = {
  /** Writes to the terminal. Returns how many bytes the terminal has taken. */
  readonly write: (bytes: Uint8Array) => number;
  /** A client has typed, and the echo is about to come. */
  readonly onTyped: () => void;
  /** Records what the terminal has taken of a client. Returns what may be shown of it; undefined without a recording. */
  readonly record: (client: ClientInfo, text: string) => ShownInput | undefined;
  /** Whether the program reads input that it does not show. */
  readonly isHidden: () => boolean;
  /** A line of input begins where the cursor is; see InputMarks. */
  readonly onLine: (mark: number) => void;
};

export class SessionInput implements Disposable {
  readonly #queue: InputQueue;
  readonly #history: InputHistory;
  readonly #onTyped: SessionInputOptions["onTyped"];
  readonly #record: SessionInputOptions["record"];
  readonly #isHidden: SessionInputOptions["isHidden"];
  /** A hidden line has been begun: its mask stands already, and one mask must not tell how many keys there were. */
  #isMasked = false;
  #enteredAt = Number.NEGATIVE_INFINITY;

  constructor({ write, onTyped, record, isHidden, onLine }: SessionInputOptions) {
    this.#history = new InputHistory(onLine);
    this.#queue = new InputQueue(write);
    this.#onTyped = onTyped;
    this.#record = record;
    this.#isHidden = isHidden;
  }

  /** What clients have typed last, oldest first. */
  get entries(): readonly InputEntry[] {
    return this.#history.entries;
  }

  /** What the program prints next may be what an input waits for. */
  get awaitsEcho(): boolean {
    return this.#queue.awaitsEcho;
  }

  /** All that was typed, the terminal has taken. */
  get isTaken(): boolean {
    return this.#queue.isEmpty;
  }

  /** When the terminal has last taken an Enter of a client, on the clock of `performance.now`. */
  get enteredAt(): number {
    return this.#enteredAt;
  }

  /** Types as `client`. Resolves and rejects as InputQueue.push does. */
  async type(client: ClientInfo, chunks: readonly InputChunk[], isSecret = false): Promise<void> {
    const decoder = new Utf8Decoder();
    const note = this.#history.begin(client);
    const onTaken = (bytes: Buffer): void => {
      this.#onTyped();
      const text = decoder.decode(bytes);
      if (/[\r\n]/.test(text)) this.#enteredAt = performance.now();
      const shown = this.#record(client, text);
      if (shown && (isSecret || this.#isHidden())) this.#hide(shown, text);
      if (shown) note(shown);
    };
    await this.#queue.push(chunks.map((chunk) => ({ ...chunk, source: sourceOf(client), onTaken })));
  }

  /** What was typed since this time, in milliseconds since 1970, was hidden, as is known only now. */
  hideSince(atMs: number): void {
    for (const { shown, atMs: typedAtMs } of this.#history.entries) if (typedAtMs >= atMs) shown.hide();
  }

  /** Answers a query of the program, in order with what is typed. */
  reply(text: string): void {
    this.#queue.push([{ text, gapMs: 0, source: REPLY_SOURCE, onTaken: () => {} }]).catch(() => {
      // The program asks and does not read: it gets no answer.
    });
  }

  /** The program has printed this; it may be the echo of what was typed. */
  handleOutput(text: OutputText): void {
    this.#queue.handleOutput(text);
  }

  /** Drops what other clients have queued and the terminal has not taken. The screen's answers stay. `error` is told what was typed of a write. */
  dropOthers(client: ClientInfo, error: (wasTyped: string) => HostError): void {
    this.#drop((source) => source !== sourceOf(client) && source !== REPLY_SOURCE, error);
  }

  /** Drops the same of clients that are no persons. */
  dropAutomation(error: (wasTyped: string) => HostError): void {
    this.#drop((source) => source.startsWith(AUTOMATION), error);
  }

  #drop(isDropped: (source: string) => boolean, error: (wasTyped: string) => HostError): void {
    this.#queue.drop(isDropped, ({ taken, of }) =>
      error(taken === 0 ? "Nothing was typed" : `Only the first ${taken} of ${of} bytes were typed`),
    );
  }

  /** The program has ended: what is queued is rejected with `error`. */
  close(error: HostError): void {
    this.#queue.close(error);
  }

  #hide(shown: ShownInput, text: string): void {
    shown.hide(this.#isMasked);
    this.#isMasked = !ENDS_LINE.test(text);
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}

function sourceOf(client: ClientInfo): string {
  return isPerson(client) ? client.id : `${AUTOMATION}${client.id}`;
}
