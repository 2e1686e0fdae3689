/**
 * The batches of an agent: several messages in one list, as the revision 2025-03-26
 * of MCP has them. Each message goes its own way to the host. The answers to the
 * requests of one batch go back together, in one list.
 */
import { encodeFrame } from "../../shared/framing.ts";
import type { Message } from "../../shared/transport.ts";

type Batch = { readonly open: Set<unknown>; readonly answers: Message[] };

/** More messages in one list than any client sends. */
export const MAX_BATCH = 100;

export class RelayBatches {
  readonly #write: (line: string) => void;
  readonly #batches = new Set<Batch>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** A batch has come with requests of these ids. `failures` are the answers to what in it is no message. */
  begin(ids: readonly unknown[], failures: readonly Message[]): void {
    const batch: Batch = { open: new Set(ids), answers: [...failures] };
    this.#batches.add(batch);
    this.#finish(batch);
  }

  /** Passes on a message of the host, at once or with the other answers of its batch. */
  write(message: Message): void {
    const isAnswer = message["method"] === undefined;
    const batch = isAnswer ? this.#batchOf(message["id"]) : undefined;
    if (!batch) return this.#write(encodeFrame(message));
    batch.open.delete(message["id"]);
    batch.answers.push(message);
    this.#finish(batch);
  }

  /** The request with this id gets no answer, so its batch does not wait for one. */
  cancel(id: unknown): void {
    const batch = this.#batchOf(id);
    if (!batch) return;
    batch.open.delete(id);
    this.#finish(batch);
  }

  #batchOf(id: unknown): Batch | undefined {
    return [...this.#batches].find(({ open }) => open.has(id));
  }

  #finish(batch: Batch): void {
    if (batch.open.size > 0) return;
    this.#batches.delete(batch);
    // A batch of notifications and cancelled requests alone has no answer.
    if (batch.answers.length > 0) this.#write(encodeFrame(batch.answers));
  }
}
