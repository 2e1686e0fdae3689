/** Which recordings go by the limits of the settings. The host deletes them; the window asks before it sets a limit. */
import type { RecordingInfo } from "./protocol.ts";
import type { Settings } from "./settings/settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MEGABYTE = 1_000_000;

export type RetentionLimits = {
  /** Recordings that began, or came from elsewhere, longer ago are deleted. Null: none is, for its age. */
  readonly keepDays: number | null;
  /**
   * With more bytes than this, the oldest are deleted. One that does not fit beside the later ones goes before smaller,
   * older ones: they would all have to go for it. Null: none is, for its size.
   */
  readonly keepBytes: number | null;
};

export function retentionLimits({ keepRecordingsDays, keepRecordingsMegabytes }: Settings): RetentionLimits {
  return {
    keepDays: keepRecordingsDays,
    keepBytes: keepRecordingsMegabytes === null ? null : keepRecordingsMegabytes * MEGABYTE,
  };
}

type KeptRecording = Pick<RecordingInfo, "id" | "startedAtMs" | "addedAtMs" | "bytes" | "isLive">;

/** The recordings to delete. One that is being made is never among them, but its size counts. */
export function expiredRecordings<T extends KeptRecording>(
  recordings: readonly T[],
  { keepDays, keepBytes }: RetentionLimits,
  nowMs: number,
): T[] {
  const oldest = keepDays === null ? Number.NEGATIVE_INFINITY : nowMs - keepDays * DAY_MS;
  const latestFirst = recordings.toSorted((a, b) => keptSinceMs(b) - keptSinceMs(a));
  let bytes = latestFirst.reduce((sum, one) => sum + (one.isLive ? one.bytes : 0), 0);
  const expired: T[] = [];
  for (const one of latestFirst) {
    if (one.isLive) continue;
    const fits = keepBytes === null || bytes + one.bytes <= keepBytes;
    if (fits && keptSinceMs(one) >= oldest) bytes += one.bytes;
    else expired.push(one);
  }
  return expired;
}

/** A recording from elsewhere may have been made long before it came here. */
function keptSinceMs({ startedAtMs, addedAtMs }: KeptRecording): number {
  return addedAtMs ?? startedAtMs;
}
