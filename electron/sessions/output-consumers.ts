/**
 * Those who are told of a session's output, one after the other. One that
 * throws is dropped with a warning: it cannot stop the session or the others.
 */
import { messageOf } from "../../shared/errors.ts";
import type { PrintedPart } from "./session-recording.ts";

export type OutputConsumer = {
  /** For the warning, such as `recording`. */
  readonly name: string;
  readonly output: (part: PrintedPart) => void;
};

export class OutputConsumers {
  readonly #onWarning: (message: string) => void;
  #consumers: readonly OutputConsumer[];

  /** The first consumer in the list is told first. */
  constructor(consumers: readonly OutputConsumer[], onWarning: (message: string) => void) {
    this.#consumers = consumers;
    this.#onWarning = onWarning;
  }

  /** Tells every consumer. Never throws. */
  output(part: PrintedPart): void {
    for (const consumer of this.#consumers) {
      try {
        consumer.output(part);
      } catch (error) {
        this.#consumers = this.#consumers.filter((other) => other !== consumer);
        this.#onWarning(`The ${consumer.name} failed and gets no more output: ${messageOf(error)}`);
      }
    }
  }
}
