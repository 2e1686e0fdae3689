/**
 * What a person did, for each reader of automation that drove or waited before
 * and has not heard of it yet: while the person held the lease, beside an agent
 * in a shared session, or with a command in a shell.
 */
import { isSameClient, personName } from "../../../shared/client-kind.ts";
import type { ClientInfo, Driver, ParkedFate, WaitOutcome } from "../../../shared/protocol.ts";
import { MASK } from "../../../shared/mask.ts";
import type { InputEntry } from "../../sessions/input-history.ts";

export type Handback = NonNullable<WaitOutcome["handback"]>;

/** What a reader is to be told in the answer to a call. */
export type HandbackReading = {
  /** There was something to hear when the call began. */
  readonly hasNews: boolean;
  /** The notice, once, at the end of the call: an input has echoed by then, and parked writes have been typed. */
  end(): Handback | undefined;
};

/** The most typed text in a notice, in UTF-16 units. All of it is in the recording. */
const MAX_TYPED = 200;
/** Between the names of people. */
const AND = " and ";
/** Readers that are remembered. */
const MAX_READERS = 64;

/** Each connection may be a new reader: beyond the most that are remembered, the one that came first is forgotten. */
export function forgetExcessReaders(byReader: Map<string, unknown>): void {
  const [oldest] = byReader.keys();
  if (oldest !== undefined && byReader.size > MAX_READERS) byReader.delete(oldest);
}

/** Two notices as one, which names everybody once. */
function join(first: Handback, second: Handback): Handback {
  const parked = [...(first.parked ?? []), ...(second.parked ?? [])];
  const names = [first.by, second.by].flatMap((by) => by?.split(AND) ?? []);
  return {
    ...(names.length > 0 && { by: [...new Set(names)].join(AND) }),
    typed: (first.typed + second.typed).slice(0, MAX_TYPED),
    hidden: first.hidden || second.hidden,
    ...(parked.length > 0 && { parked }),
  };
}

/** The notice with what has become of parked writes; that alone where there is no other. */
export function withParked(notice: Handback | undefined, parked: ParkedFate[] | undefined): Handback | undefined {
  return parked && notice
    ? join(notice, { typed: "", hidden: false, parked })
    : (notice ?? (parked && { typed: "", hidden: false, parked }));
}

/** What a reader has not heard: since when, and of whom. */
type News = { readonly sinceMs: number; readonly people: readonly ClientInfo[] };

export class HandbackNotices {
  readonly #inputs: readonly InputEntry[];
  /** By reader; undefined when there is nothing to hear. */
  readonly #news = new Map<string, News | undefined>();
  /** By reader: notices that were taken, and did not reach it. */
  readonly #untold = new Map<string, Handback>();

  constructor(inputs: readonly InputEntry[]) {
    this.#inputs = inputs;
  }

  /** This reader drives or waits, so it gets notices from now on; of the person, too, who has the lease already. */
  handleReader(reader: string, holder?: Pick<Driver, "client" | "sinceMs">): void {
    if (this.#news.has(reader)) return;
    this.#news.set(reader, holder && { sinceMs: holder.sinceMs, people: [holder.client] });
    forgetExcessReaders(this.#news);
  }

  /** Automation has driven this session, or waited in it. */
  get hasReaders(): boolean {
    return this.#news.size > 0;
  }

  /** A person has taken the lease, or types from now on. */
  handlePerson(person: ClientInfo, atMs: number): void {
    for (const [reader, news] of this.#news) {
      if (news?.people.some((one) => isSameClient(one, person))) continue;
      this.#news.set(reader, { sinceMs: news?.sinceMs ?? atMs, people: [...(news?.people ?? []), person] });
    }
  }

  /**
   * The notice for this reader, once; undefined when there is nothing to hear.
   * `client` is the reader's connection, which knows what it did itself. What has been typed up to now is told as it shows
   * when the result is called.
   */
  take(reader: string, client: ClientInfo): (() => Handback) | undefined {
    const news = this.#takeNews(reader, client);
    const untold = this.#untold.get(reader);
    this.#untold.delete(reader);
    if (!untold) return news;
    return () => (news ? join(untold, news()) : untold);
  }

  /** This notice did not reach its reader, who hears it with the next one. */
  putBack(reader: string, notice: Handback): void {
    const before = this.#untold.get(reader);
    this.#untold.set(reader, before ? join(before, notice) : notice);
    forgetExcessReaders(this.#untold);
  }

  #takeNews(reader: string, client: ClientInfo): (() => Handback) | undefined {
    const news = this.#news.get(reader);
    if (news === undefined) return undefined;
    this.#news.set(reader, undefined);
    const people = news.people.filter((person) => !isSameClient(person, client));
    if (people.length === 0) return undefined;
    const entries = this.#inputs.filter(
      (entry) => entry.atMs >= news.sinceMs && people.some((person) => isSameClient(person, entry.client)),
    );
    return () => {
      const typed = entries.map(({ shown }) => shown.recordable).join("");
      return {
        by: [...new Set(people.map(personName))].join(AND),
        typed: typed.replaceAll(MASK, "").slice(0, MAX_TYPED),
        hidden: typed.includes(MASK),
      };
    };
  }
}
