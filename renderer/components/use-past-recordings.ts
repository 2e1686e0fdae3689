/** The latest recordings of sessions that are over. */
import { useEffect, useState } from "react";
import type { RecordingInfo } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";

/** Older ones are found in the list of all recordings, which can be filtered and searched. */
const LATEST = 200;

/** Asks the host once; empty until it answers. */
export function usePastRecordings(isWanted: boolean): readonly RecordingInfo[] {
  const app = useApp();
  const [recordings, setRecordings] = useState<readonly RecordingInfo[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    app.host
      .request("recording/list", { limit: LATEST })
      .then(({ recordings: latest }) => setRecordings(latest.filter(({ isLive, damage }) => !isLive && damage === undefined)))
      // Without a connection there is nothing to replay, and the window says so already.
      .catch(() => {});
  }, [app, isWanted]);
  return recordings;
}
