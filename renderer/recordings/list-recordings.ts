import type { RecordingInfo, RecordingFilter } from "../../shared/protocol.ts";
import type { CurrentHost } from "../connection/current-host.ts";

/** Recordings in one answer of the host. */
const PAGE = 500;

type Listed = { readonly recordings: RecordingInfo[]; readonly total: number; readonly totalBytes: number };

/** The recordings that fit, the latest first; at most `limit` of them, rounded up to whole pages. `total` and `totalBytes` count all. */
export async function listRecordings(
  host: Pick<CurrentHost, "request">,
  { filter, limit = Number.POSITIVE_INFINITY }: { filter?: RecordingFilter; limit?: number } = {},
): Promise<Listed> {
  const recordings: RecordingInfo[] = [];
  for (;;) {
    const page = await host.request("recording/list", { ...(filter && { filter }), from: recordings.length, limit: PAGE });
    recordings.push(...page.recordings);
    const { total, totalBytes } = page;
    if (page.recordings.length === 0 || recordings.length >= Math.min(limit, total)) return { recordings, total, totalBytes };
  }
}
