/** Looks at both ends of a recording's file, for what the facts beside it do not tell: files from elsewhere, and sessions of a host that was killed. */
import { type FileHandle, open } from "node:fs/promises";
import { type CastHeader, parseEvent, parseHeader } from "../../shared/asciicast.ts";
import type { ExitStatus } from "../../shared/protocol.ts";

/** A header of ours has 90 bytes; those of other recorders hold an environment and a theme. */
const HEAD_BYTES = 16 * 1024;
/** The exit is the last line, and short. */
const TAIL_BYTES = 256;

export type Probe = {
  /** Absent when the file does not begin as an asciicast v3 file does. */
  readonly header?: CastHeader;
  readonly exit?: ExitStatus;
};

/** Rejects with the system's error when the file cannot be read. */
export async function probeRecording(path: string, bytes: number): Promise<Probe> {
  const file = await open(path, "r");
  try {
    const [first = ""] = (await textAt(file, 0, HEAD_BYTES)).split("\n", 1);
    const header = parseHeader(first);
    const tail = await textAt(file, Math.max(0, bytes - TAIL_BYTES), TAIL_BYTES);
    const last = tail.endsWith("\n") ? (tail.slice(0, -1).split("\n").at(-1) ?? "") : "";
    const event = parseEvent(last)?.event;
    return { ...(header && { header }), ...(event?.kind === "exit" && { exit: event.status }) };
  } finally {
    await file.close();
  }
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString("utf8", 0, bytesRead);
}
