/** A recording as exports read it: its events with their times, while the file tells how far they have come. */
import { stat } from "node:fs/promises";
import type { CastEvent, CastHeader } from "../../../../shared/asciicast.ts";
import type { Size } from "../../../../shared/protocol.ts";
import { eventsFrom, readHeader } from "../recorded-events.ts";
import type { ExportFile } from "./export-file.ts";

export type TimedEvent = {
  readonly event: CastEvent;
  /** The time since the recording began. */
  readonly atMs: number;
  /** The byte at which its line begins, and the one after its end. */
  readonly position: number;
  readonly next: number;
};

export class RecordingSource {
  readonly path: string;
  readonly header: CastHeader;
  readonly bytes: number;

  private constructor(path: string, header: CastHeader, bytes: number) {
    this.path = path;
    this.header = header;
    this.bytes = bytes;
  }

  /** `otherwise` is the size of the terminal where the header does not tell. Without it, such a file is refused. */
  static async open(path: string, otherwise: Size | undefined): Promise<RecordingSource> {
    const { size: bytes } = await stat(path);
    const header = (await readHeader(path)) ?? (otherwise && { size: otherwise, startedAtMs: 0 });
    if (!header) throw new Error("it does not begin with the header of an asciicast v3 file. The file stays as it is");
    return new RecordingSource(path, header, bytes);
  }

  /** Every event up to `toMs`. `file` hears how far that is. */
  async *events(file: ExportFile, toMs = Number.POSITIVE_INFINITY): AsyncGenerator<TimedEvent> {
    let atMs = 0;
    for await (const { event, intervalMs, position, next } of eventsFrom(this.path, 0)) {
      atMs += intervalMs;
      // Milliseconds that floating point has blurred must not decide.
      if (atMs > toMs + 0.5) return;
      yield { event, atMs, position, next };
      await file.step(Math.min(1, next / Math.max(1, this.bytes)));
    }
  }
}
