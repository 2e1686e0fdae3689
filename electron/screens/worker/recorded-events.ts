/** Reads the events of a recording, however long it is. Torn lines, and lines that are no event, are passed over. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { type CastEvent, type CastHeader, parseEvent, parseHeader } from "../../../shared/asciicast.ts";

const LF = 0x0a;
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
  let at = position;
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of createReadStream(recording, { start: position }) as AsyncIterable<Buffer>) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF)) {
      const next = at + end + 1;
      const parsed = parseEvent(bytes.toString("utf8", 0, end));
      bytes = bytes.subarray(end + 1);
      if (parsed) yield { ...parsed, position: at, next };
      at = next;
    }
    rest = bytes;
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
