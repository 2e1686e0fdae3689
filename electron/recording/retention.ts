/** Deletes recordings that are too old, or too many for the space that they may take. Nothing is deleted unless a setting says so. */
import { messageOf } from "../../shared/errors.ts";
import { expiredRecordings, type RetentionLimits } from "../../shared/expired-recordings.ts";
import type { RecordingCatalog } from "./recording-catalog.ts";

const LOOK_EVERY_MS = 60 * 60 * 1000;

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
      for (const { id } of expired) await this.#catalog.remove(id);
      if (expired.length > 0) this.#log.info(`Recordings deleted, as the settings say: ${expired.length}`);
    } catch (error) {
      this.#log.warn(`Old recordings stay: ${messageOf(error)}`);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
