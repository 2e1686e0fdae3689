/**
 * What a person did while they held the lease, for each reader of automation
 * that drove or waited before and has not heard of it yet.
 */
import { isPerson, personName } from "../../../shared/client-kind.ts";
import type { WaitOutcome } from "../../../shared/protocol.ts";
import { MASK } from "../../../shared/mask.ts";
import type { InputEntry } from "../../sessions/input-history.ts";

export type Handback = NonNullable<WaitOutcome["handback"]>;

/** The most typed text in a notice, in UTF-16 units. All of it is in the recording. */
const MAX_TYPED = 200;
/** Readers that are remembered. Beyond these the one that came first is forgotten. */
const MAX_READERS = 64;

export class HandbackNotices {
  readonly #inputs: readonly InputEntry[];
  /** By reader: since when a person has typed without the reader hearing of it; undefined when there is nothing to hear. */
  readonly #newsSinceMs = new Map<string, number | undefined>();

  constructor(inputs: readonly InputEntry[]) {
    this.#inputs = inputs;
  }

  /** This reader drives or waits, so it gets notices from now on. */
  handleReader(reader: string): void {
    if (this.#newsSinceMs.has(reader)) return;
    this.#newsSinceMs.set(reader, undefined);
    const [oldest] = this.#newsSinceMs.keys();
    if (oldest !== undefined && this.#newsSinceMs.size > MAX_READERS) this.#newsSinceMs.delete(oldest);
  }

  /** Automation has driven this session, or waited in it. */
  get hasReaders(): boolean {
    return this.#newsSinceMs.size > 0;
  }

  /** A person has taken the lease. */
  handleTakeover(atMs: number): void {
    for (const [reader, sinceMs] of this.#newsSinceMs) this.#newsSinceMs.set(reader, sinceMs ?? atMs);
  }

  /** The notice for this reader, once; undefined when there is nothing to hear. */
  take(reader: string): Handback | undefined {
    const sinceMs = this.#newsSinceMs.get(reader);
    if (sinceMs === undefined) return undefined;
    this.#newsSinceMs.set(reader, undefined);
    const entries = this.#inputs.filter(({ client, atMs }) => isPerson(client) && atMs >= sinceMs);
    const typed = entries.map(({ shown }) => shown.recordable).join("");
    const names = new Set(entries.map(({ client }) => personName(client)));
    return {
      by: [...names].join(" and ") || "a person",
      typed: typed.replaceAll(MASK, "").slice(0, MAX_TYPED),
      hidden: typed.includes(MASK),
    };
  }
}
