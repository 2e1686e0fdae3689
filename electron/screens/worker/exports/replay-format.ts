/** What a player needs of a recording: see `ReplayIndex`. */
import type { ReplayIndex } from "../../../../shared/replay/replay-index.ts";
import { lastLine } from "../screen-text.ts";
import { Screen } from "../screen.ts";
import type { ExportFile } from "./export-file.ts";
import { Keyframes } from "./keyframes.ts";
import type { RecordingSource } from "./recording-source.ts";
import { ReplayEvents } from "./replay-events.ts";

/** The parts of the time for which the activity is told. */
const ACTIVITY_PARTS = 300;
/** Output is counted for each of these times first, because the length is known only at the end. */
const COUNT_EVERY_MS = 250;

export async function writeReplayIndex(source: RecordingSource, file: ExportFile): Promise<void> {
  const { size, startedAtMs } = source.header;
  using screen = new Screen(size);
  const keyframes = new Keyframes();
  const events = new ReplayEvents(() => lastLine(screen.terminal));
  const counts = new Map<number, number>();
  let largest = size;
  let durationMs = 0;
  for await (const timed of source.events(file)) {
    const { event, atMs, position } = timed;
    keyframes.offer(screen, atMs, position);
    events.add(timed);
    durationMs = atMs;
    if (event.kind === "output") {
      screen.write(event.text, true);
      keyframes.noteOutput(event.text.length);
      const part = Math.floor(atMs / COUNT_EVERY_MS);
      counts.set(part, (counts.get(part) ?? 0) + event.text.length);
    } else if (event.kind === "resize") {
      screen.resize(event.size);
      largest = { cols: Math.max(largest.cols, event.size.cols), rows: Math.max(largest.rows, event.size.rows) };
    }
  }
  events.noteQuiet(Number.POSITIVE_INFINITY);
  const index: ReplayIndex = {
    ...{ size, startedAtMs, durationMs, largest, ...events.result },
    activity: activityOf(counts, durationMs),
  };
  file.add(`${JSON.stringify(index)}\n`);
  for (const keyframe of keyframes.all) file.add(`${JSON.stringify(keyframe)}\n`);
}

function activityOf(counts: ReadonlyMap<number, number>, durationMs: number): number[] {
  const parts = Array.from({ length: ACTIVITY_PARTS }, () => 0);
  for (const [at, chars] of counts) {
    const part = Math.min(ACTIVITY_PARTS - 1, Math.floor((at * COUNT_EVERY_MS * ACTIVITY_PARTS) / Math.max(1, durationMs)));
    parts[part] = (parts[part] ?? 0) + chars;
  }
  return parts;
}
