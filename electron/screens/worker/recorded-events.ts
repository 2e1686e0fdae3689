/** Reads the events of a recording, however long it is. Torn lines, and lines that are no event, are passed over. */
import { open } from "node:fs/promises";
import { type CastEvent, type CastHeader, parseEvent, parseHeader } from "../../../shared/asciicast.ts";
import { linesOf } from "../../../shared/file-lines.ts";

const MAX_HEADER = 16 * 1024;

export type RecordedEvent = {
  readonly event: CastEvent;
  /** The time since the event before. */
  readonly intervalMs: number;
  /** The byte at which its line begins, and the one after its end. */
  readonly position: number;
  readonly next: number;
};

/** The events from byte `position` on, where a line begins. */
export async function* eventsFrom(recording: string, position: number): AsyncGenerator<RecordedEvent> {
  await using file = await open(recording, "r");
  for await (const { line, ...place } of linesOf(file, position)) {
    const parsed = parseEvent(line);
    if (parsed) yield { ...parsed, ...place };
  }
}

/** The header of a recording. Undefined when the file does not begin with one. */
export async function readHeader(recording: string): Promise<CastHeader | undefined> {
  const file = await open(recording, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER), 0, MAX_HEADER, 0);
    return parseHeader(buffer.toString("utf8", 0, bytesRead).split("\n", 1)[0] ?? "");
  } finally {
    await file.close();
  }
}
