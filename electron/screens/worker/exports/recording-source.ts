/** A recording as exports read it: its events with their times, while the file tells how far they have come. */
import { stat } from "node:fs/promises";
import type { CastEvent, CastHeader } from "../../../../shared/asciicast.ts";
import type { ExportJob } from "../../worker-protocol.ts";
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

type RecordingToOpen = Pick<ExportJob, "recording" | "size" | "startedAtMs">;

export class RecordingSource {
  readonly path: string;
  readonly header: CastHeader;
  readonly bytes: number;

  private constructor(path: string, header: CastHeader, bytes: number) {
    this.path = path;
    this.header = header;
    this.bytes = bytes;
  }

  /** Opens the recording of a job. A file without a header is refused where the job does not tell its size either. */
  static async open({ recording: path, size, startedAtMs }: RecordingToOpen): Promise<RecordingSource> {
    const { size: bytes } = await stat(path);
    const found = (await readHeader(path)) ?? (size && { size, startedAtMs: 0 });
    const header = found && { ...found, startedAtMs: startedAtMs ?? found.startedAtMs };
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
