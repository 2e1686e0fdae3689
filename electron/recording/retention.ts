/** Deletes recordings that are too old, or too many for the space that they may take. Nothing is deleted unless a setting says so. */
import { messageOf } from "../../shared/errors.ts";
import type { RecordingInfo } from "../../shared/protocol.ts";
import type { RecordingCatalog } from "./recording-catalog.ts";

const LOOK_EVERY_MS = 60 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

export type RetentionLimits = {
  /** Recordings that began longer ago are deleted. Null: none is, for its age. */
  readonly keepDays: number | null;
  /**
   * With more bytes than this, the oldest are deleted. One that does not fit beside the later ones goes before smaller,
   * older ones: they would all have to go for it. Null: none is, for its size.
   */
  readonly keepBytes: number | null;
};

/** The ids of the recordings to delete. A recording that is being made is never among them, but its size counts. */
export function expiredRecordings(
  recordings: readonly Pick<RecordingInfo, "id" | "startedAtMs" | "addedAtMs" | "bytes" | "isLive">[],
  { keepDays, keepBytes }: RetentionLimits,
  nowMs: number,
): string[] {
  const oldest = keepDays === null ? Number.NEGATIVE_INFINITY : nowMs - keepDays * DAY_MS;
  const latestFirst = recordings.toSorted((a, b) => keptSinceMs(b) - keptSinceMs(a));
  let bytes = latestFirst.reduce((sum, one) => sum + (one.isLive ? one.bytes : 0), 0);
  const expired: string[] = [];
  for (const one of latestFirst) {
    if (one.isLive) continue;
    const fits = keepBytes === null || bytes + one.bytes <= keepBytes;
    if (fits && keptSinceMs(one) >= oldest) bytes += one.bytes;
    else expired.push(one.id);
  }
  return expired;
}

/** A recording from elsewhere may have been made long before it came here. */
function keptSinceMs({ startedAtMs, addedAtMs }: Pick<RecordingInfo, "startedAtMs" | "addedAtMs">): number {
  return addedAtMs ?? startedAtMs;
}

type RetentionLog = { info(message: string): void; warn(message: string): void };

/** Looks when the host has started, and then every hour. */
export class Retention implements Disposable {
  readonly #catalog: RecordingCatalog;
  #limits: RetentionLimits;
  readonly #log: RetentionLog;
  #timer: NodeJS.Timeout | undefined;

  constructor(catalog: RecordingCatalog, limits: RetentionLimits, log: RetentionLog) {
    this.#catalog = catalog;
    this.#limits = limits;
    this.#log = log;
  }

  /** Takes over other limits, and deletes at once what is over them. */
  setLimits(limits: RetentionLimits): void {
    if (limits.keepDays === this.#limits.keepDays && limits.keepBytes === this.#limits.keepBytes) return;
    this.#limits = limits;
    this.begin();
  }

  begin(): void {
    clearInterval(this.#timer);
    const { keepDays, keepBytes } = this.#limits;
    if (keepDays === null && keepBytes === null) return;
    void this.apply();
    this.#timer = setInterval(() => void this.apply(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Deletes what is over the limits now. */
  async apply(): Promise<void> {
    try {
      const entries = await this.#catalog.list();
      const expired = expiredRecordings(
        entries.map(({ info }) => info),
        this.#limits,
        Date.now(),
      );
      for (const id of expired) await this.#catalog.remove(id);
      if (expired.length > 0) this.#log.info(`Recordings deleted, as the settings say: ${expired.length}`);
    } catch (error) {
      this.#log.warn(`Old recordings stay: ${messageOf(error)}`);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
