/**
 * Takes in an asciicast file from elsewhere, of version 2 or 3, line by line, and makes version 3 of it as Cotty writes
 * it. What is no event is left out, and so is everything in the header but size and time.
 * Source: docs.asciinema.org/manual/asciicast/v2 and /v3.
 */
import { type CastHeader, encodeEvent, encodeHeader, parseEvent, parseHeader } from "../../shared/asciicast.ts";
import { HostError } from "../../shared/errors.ts";
import { isRecord } from "../../shared/json.ts";
import type { ExitStatus } from "../../shared/protocol.ts";
import { Size } from "../../shared/shapes/basic-shapes.ts";

/** The length of a year. A later event is taken for damage. */
const MAX_MS = 366 * 24 * 60 * 60 * 1000;
/** How a text begins that was read from a file compressed with gzip. */
const GZIP = "\u001f";

export class CastIntake {
  #header: CastHeader | undefined;
  /** The times of version 2 count from the beginning; those of version 3 from the event before. */
  #isAbsolute = false;
  #atMs = 0;
  #writtenMs = 0;
  #events = 0;
  #exit: ExitStatus | undefined;

  /** In milliseconds since 1970; 0 when the file does not say. */
  get startedAtMs(): number {
    return this.#header?.startedAtMs ?? 0;
  }

  get durationMs(): number {
    return this.#writtenMs;
  }

  get exit(): ExitStatus | undefined {
    return this.#exit;
  }

  /** What becomes of a line: a line, or nothing. Throws `bad-request` when the first line is no header. */
  convert(line: string): string {
    if (!this.#header) return this.#begin(line);
    const parsed = parseEvent(line);
    if (!parsed) return "";
    const { intervalMs, event } = parsed;
    if (event.kind === "resize" && !Size.safeParse(event.size).success) return "";
    this.#atMs = this.#isAbsolute ? Math.max(this.#atMs, intervalMs) : this.#atMs + intervalMs;
    if (this.#atMs > MAX_MS) throw unreadable("it is longer than a year");
    const atMs = Math.round(this.#atMs);
    const text = encodeEvent(atMs - this.#writtenMs, event);
    this.#writtenMs = atMs;
    this.#events++;
    if (event.kind === "exit") this.#exit = event.status;
    return text;
  }

  /** Call after the last line. Throws `bad-request` when there is nothing to play. */
  finish(): void {
    if (!this.#header) throw unreadable("it is empty");
    if (this.#events === 0) throw unreadable("it contains no events");
  }

  #begin(line: string): string {
    const header = headerOf(line);
    this.#isAbsolute = header.isAbsolute;
    this.#header = header;
    return encodeHeader(header);
  }
}

/** Throws `bad-request`, in words that say what is wrong. */
function headerOf(line: string): CastHeader & { readonly isAbsolute: boolean } {
  if (line.startsWith(GZIP)) throw unreadable("it is compressed. Unpack it first, with gunzip");
  const value = jsonIn(line);
  const version = isRecord(value) ? value["version"] : undefined;
  if (version === 1) throw unreadable("it has version 1 of the format. 'asciinema convert' makes a newer one of it");
  if (!isRecord(value) || (version !== 2 && version !== 3))
    throw unreadable("its first line is not the header of an asciicast v2 or v3 file");
  const { width: cols, height: rows, timestamp } = value;
  const header = parseHeader(version === 3 ? line : JSON.stringify({ version: 3, term: { cols, rows }, timestamp }));
  if (!header || !Size.safeParse(header.size).success) throw unreadable("its header names no size that a terminal can have");
  return { ...header, isAbsolute: version === 2 };
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function unreadable(why: string): HostError {
  return new HostError("bad-request", `This file cannot be opened as a recording: ${why}`);
}
