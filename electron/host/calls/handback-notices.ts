/**
 * What a person did while they had the keyboard, for each client that drove
 * before and has not been told yet.
 */
import { isPerson } from "../../../shared/client-kind.ts";
import type { WaitOutcome } from "../../../shared/protocol.ts";
import { MASK } from "../../recording/echo.ts";
import type { InputEntry } from "../../sessions/input-history.ts";

export type Handback = NonNullable<WaitOutcome["handback"]>;

/** Enough to know what was done; all of it is in the recording. */
const MAX_TYPED = 200;
/** Readers that are remembered; the one that came first is forgotten. */
const MAX_READERS = 64;

export class HandbackNotices {
  readonly #inputs: readonly InputEntry[];
  /** Since when a person has done things each reader has not been told of; undefined when there is nothing. */
  readonly #untoldSinceMs = new Map<string, number | undefined>();

  constructor(inputs: readonly InputEntry[]) {
    this.#inputs = inputs;
  }

  /** This reader drives or waits, so it will want to know. */
  handleReader(reader: string): void {
    if (this.#untoldSinceMs.has(reader)) return;
    this.#untoldSinceMs.set(reader, undefined);
    const [oldest] = this.#untoldSinceMs.keys();
    if (oldest !== undefined && this.#untoldSinceMs.size > MAX_READERS) this.#untoldSinceMs.delete(oldest);
  }

  /** A person has taken the keyboard. */
  handleTakeover(atMs: number): void {
    for (const [reader, sinceMs] of this.#untoldSinceMs) this.#untoldSinceMs.set(reader, sinceMs ?? atMs);
  }

  hasNews(reader: string): boolean {
    return this.#untoldSinceMs.get(reader) !== undefined;
  }

  /** What this reader should be told, once. */
  take(reader: string): Handback | undefined {
    const sinceMs = this.#untoldSinceMs.get(reader);
    if (sinceMs === undefined) return undefined;
    this.#untoldSinceMs.set(reader, undefined);
    const entries = this.#inputs.filter(({ client, atMs }) => isPerson(client) && atMs >= sinceMs);
    const typed = entries.map(({ shown }) => shown.recordable).join("");
    const names = new Set(entries.map(({ client }) => client.name));
    return {
      by: [...names].join(" and ") || "a person",
      typed: typed.replaceAll(MASK, "").slice(0, MAX_TYPED),
      hidden: typed.includes(MASK),
    };
  }
}
