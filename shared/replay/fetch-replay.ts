/** Fetches what a player needs of a recording from the host. */
import type { Client } from "../client.ts";
import { exportPieces } from "../export-pieces.ts";
import type { Keyframe, ReplayIndex } from "./replay-index.ts";
import type { ReadLines } from "./replay-tape.ts";

export type Replay = {
  readonly index: ReplayIndex;
  readonly keyframes: readonly Keyframe[];
  readonly read: ReadLines;
};

type Requests = Pick<Client, "request">;

/** `id` names the recording. Rejects as `recording/index` does. `onProgress` hears numbers from 0 to 1. */
export async function fetchReplay(client: Requests, id: string, onProgress: (progress: number) => void): Promise<Replay> {
  const pieces = exportPieces(
    (from) => client.request("recording/index", { id, ...from }),
    (from) => client.request("export/cancel", { from }),
  );
  let text = "";
  for await (const piece of pieces) {
    text += piece.text;
    onProgress(piece.progress);
  }
  const [first = "{}", ...rest] = text.split("\n");
  const keyframes = rest.filter((line) => line !== "").map((line) => JSON.parse(line) as Keyframe);
  return {
    index: JSON.parse(first) as ReplayIndex,
    keyframes,
    read: (position) => client.request("recording/read", { id, position }),
  };
}
