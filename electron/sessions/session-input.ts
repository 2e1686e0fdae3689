/**
 * All input of a session: what clients type and what the screen answers to the
 * program's queries. Input is queued for the terminal, and what clients typed is
 * recorded and listed as far as the terminal has taken it.
 */
import type { HostError } from "../../shared/errors.ts";
import type { ClientInfo } from "../../shared/protocol.ts";
import { type InputEntry, InputHistory } from "./input-history.ts";
import { type InputChunk, InputQueue } from "./input-queue.ts";
import type { ShownInput } from "./session-recording.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";

/** Whose the screen's answers are, in the queue. */
const REPLY_SOURCE = "screen";

export type SessionInputOptions = {
  readonly sessionId: string;
  /** Writes to the terminal. Returns how many bytes the terminal has taken. */
  readonly write: (bytes: Uint8Array) => number;
  /** Records what the terminal has taken of a client. Returns what may be shown of it; undefined without a recording. */
  readonly record: (client: ClientInfo, text: string) => ShownInput | undefined;
};

export class SessionInput implements Disposable {
  readonly #queue: InputQueue;
  readonly #history = new InputHistory();
  readonly #record: SessionInputOptions["record"];

  constructor({ sessionId, write, record }: SessionInputOptions) {
    this.#queue = new InputQueue(sessionId, write);
    this.#record = record;
  }

  /** What clients have typed last, oldest first. */
  get entries(): readonly InputEntry[] {
    return this.#history.entries;
  }

  /** What the program prints next may be what an input waits for. */
  get awaitsEcho(): boolean {
    return this.#queue.awaitsEcho;
  }

  /** Types as `client`. Resolves and rejects as InputQueue.push does. */
  async type(client: ClientInfo, chunks: readonly InputChunk[]): Promise<void> {
    const decoder = new Utf8Decoder();
    const note = this.#history.begin(client);
    const onTaken = (bytes: Buffer): void => {
      const shown = this.#record(client, decoder.decode(bytes));
      if (shown) note(shown);
    };
    await this.#queue.push(chunks.map((chunk) => ({ ...chunk, source: client.id, onTaken })));
  }

  /** Answers a query of the program, in order with what is typed. */
  reply(text: string): void {
    this.#queue.push([{ text, gapMs: 0, source: REPLY_SOURCE, onTaken: () => {} }]).catch(() => {
      // The program asks and does not read: it gets no answer.
    });
  }

  /** The program has printed this; it may be the echo of what was typed. */
  handleOutput(text: string): void {
    this.#queue.handleOutput(text);
  }

  /** Drops what other clients have queued and the terminal has not taken. The screen's answers stay. */
  dropOthers(client: ClientInfo, error: HostError): void {
    this.#queue.drop((source) => source !== client.id && source !== REPLY_SOURCE, error);
  }

  /** The program has ended: what is queued is rejected with `error`. */
  close(error: HostError): void {
    this.#queue.close(error);
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}
