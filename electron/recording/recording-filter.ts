/** Which recordings a filter lets through. Pure. */
import type { RecordingFilter, RecordingInfo } from "../../shared/protocol.ts";
import { recordingEnding } from "../../shared/recording-ending.ts";

export function fitsFilter(recording: RecordingInfo, filter: RecordingFilter): boolean {
  const { name, agent, program, ending, sinceMs, untilMs } = filter;
  return (
    (name === undefined || contains(recording.name, name) || recording.id.startsWith(name.toLowerCase())) &&
    (agent === undefined || contains(recording.agent ?? "", agent)) &&
    (program === undefined || contains(recording.command, program)) &&
    (ending === undefined || recordingEnding(recording) === ending) &&
    (sinceMs === undefined || recording.startedAtMs >= sinceMs) &&
    (untilMs === undefined || recording.startedAtMs < untilMs)
  );
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
