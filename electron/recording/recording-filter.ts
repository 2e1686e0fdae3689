/** Which recordings a filter lets through. Pure. */
import type { RecordingFilter, RecordingInfo } from "../../shared/protocol.ts";
import type { ENDINGS } from "../../shared/shapes/recording-shapes.ts";

export function fitsFilter(recording: RecordingInfo, filter: RecordingFilter): boolean {
  const { name, agent, program, ending, sinceMs, untilMs } = filter;
  return (
    (name === undefined || contains(recording.name, name) || recording.id.startsWith(name.toLowerCase())) &&
    (agent === undefined || contains(recording.agent ?? "", agent)) &&
    (program === undefined || contains(recording.command, program)) &&
    (ending === undefined || endingOf(recording) === ending) &&
    (sinceMs === undefined || recording.startedAtMs >= sinceMs) &&
    (untilMs === undefined || recording.startedAtMs < untilMs)
  );
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Undefined for a recording from elsewhere that does not tell. */
function endingOf({ isLive, exit, addedAtMs }: RecordingInfo): (typeof ENDINGS)[number] | undefined {
  if (isLive) return "running";
  if (!exit) return addedAtMs === undefined ? "lost" : undefined;
  return exit.code === 0 && exit.signal === undefined ? "ok" : "failed";
}
