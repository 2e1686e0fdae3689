/** How a recording has ended, in one word. */
import { endedWell } from "./exit-status.ts";
import type { RecordingInfo } from "./protocol.ts";

/** With 0, by somebody who stopped or interrupted it, otherwise, not yet, or without an exit because the host was killed. */
export const ENDINGS = ["ok", "stopped", "failed", "running", "lost"] as const;

/** Undefined for a recording from elsewhere that does not tell. */
export function recordingEnding({ isLive, isStopped, exit, addedAtMs }: RecordingInfo): (typeof ENDINGS)[number] | undefined {
  if (isLive) return "running";
  if (!exit) return addedAtMs === undefined ? "lost" : undefined;
  if (isStopped) return "stopped";
  if (endedWell(exit)) return exit.code === 0 && exit.signal === undefined ? "ok" : "stopped";
  return "failed";
}
