/**
 * Exports a recording piece by piece, so that a gigabyte passes through messages
 * of ordinary size. An export that has begun is kept until the client has read
 * all of it, or its connection ends.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { CastV2Writer } from "../../shared/asciicast.ts";
import { HostError } from "../../shared/errors.ts";
import type { ExportFormat } from "../../shared/export-formats.ts";
import type { Result } from "../../shared/protocol.ts";
import type { ScreenJobs } from "../screens/pool/screen-jobs.ts";
import type { Session } from "../sessions/session.ts";

/** Bytes of the file in one piece. JSON may double them, and the message must stay under the limit of a line. */
const PIECE_BYTES = 256 * 1024;
/** How many exports one client may have under way. One more ends the oldest. Each holds a file open. */
const MAX_OPEN = 8;
const LF = 0x0a;

/** How the names of temporary files begin; each is there only while its export is read. */
const TEMPORARY = ".export-";

type ExportRequest = { readonly name: string; readonly format: ExportFormat; readonly from: string | undefined };

type Open = {
  readonly session: Session;
  readonly file: FileHandle;
  readonly fileName: string;
  /** The export ends here, even if the recording goes on growing. */
  readonly end: number;
  readonly convert: (text: string) => string;
  readonly temporary: string | undefined;
  position: number;
};

export class Exports {
  readonly #jobs: ScreenJobs;
  readonly #directory: string;
  readonly #open = new Map<string, Open>();
  #hasClosed = false;

  constructor(jobs: ScreenJobs, directory: string) {
    this.#jobs = jobs;
    this.#directory = directory;
  }

  /** The first piece of an export, or with `from` the next one. `name` is what the caller calls the session. Rejects with `recording-failed` or `bad-request`. */
  async piece(session: Session, { name, format, from }: ExportRequest): Promise<Result<"session/export">> {
    const key = from ?? (await this.#begin(session, name, format));
    const current = this.#open.get(key);
    // Access was checked for this session only. The client may no longer reach the one that the key is of.
    if (current?.session !== session) throw new HostError("bad-request", "This export has ended; start it again without `from`");
    const text = await readLines(current);
    if (current.position < current.end) return { text, next: key, fileName: current.fileName };
    await this.#close(key);
    return { text, fileName: current.fileName };
  }

  /** The client has gone. */
  async closeAll(): Promise<void> {
    this.#hasClosed = true;
    await Promise.all([...this.#open.keys()].map((key) => this.#close(key)));
  }

  async #begin(session: Session, name: string, format: ExportFormat): Promise<string> {
    const recording = session.recordingPath();
    if (!recording) throw new HostError("recording-failed", `Session ${name} has no recording`);
    const key = randomBytes(12).toString("hex");
    const temporary = format === "txt" ? join(this.#directory, `${TEMPORARY}${key}`) : undefined;
    try {
      if (temporary) await this.#jobs.exportText({ recording, target: temporary, size: session.size });
      const file = await open(temporary ?? recording, "r");
      const { size: end } = await file.stat();
      this.#open.set(key, {
        session,
        file,
        fileName: fileName(name, format),
        end,
        convert: converter(format),
        temporary,
        position: 0,
      });
    } catch (error) {
      if (temporary) await rm(temporary, { force: true });
      throw error;
    }
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size > MAX_OPEN) await this.#close(oldest);
    // The client has gone while the export was prepared.
    if (this.#hasClosed) await this.#close(key);
    return key;
  }

  async #close(key: string): Promise<void> {
    const current = this.#open.get(key);
    if (!current) return;
    this.#open.delete(key);
    await current.file.close();
    if (current.temporary) await rm(current.temporary, { force: true });
  }
}

/** Deletes the temporary files that a host which was killed has left: they hold the text of whole sessions. */
export async function removeLeftExports(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  const left = names.filter((name) => name.startsWith(TEMPORARY));
  await Promise.all(left.map((name) => rm(join(directory, name), { force: true })));
}

function converter(format: ExportFormat): (text: string) => string {
  if (format !== "cast-v2") return (text) => text;
  const v2 = new CastV2Writer();
  return (text) => eachLine(text, (line) => v2.convert(line));
}

/** The next whole lines, PIECE_BYTES at most; a single line that is longer comes whole. */
async function readLines(current: Open): Promise<string> {
  let length = Math.min(PIECE_BYTES, current.end - current.position);
  for (;;) {
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await current.file.read(buffer, 0, length, current.position);
    const atEnd = current.position + bytesRead >= current.end;
    const lineEnd = buffer.subarray(0, bytesRead).lastIndexOf(LF) + 1;
    if (lineEnd > 0 || atEnd || bytesRead < length) {
      const use = atEnd ? bytesRead : lineEnd;
      current.position = use === 0 ? current.end : current.position + use;
      return current.convert(buffer.toString("utf8", 0, use));
    }
    length = Math.min(length * 2, current.end - current.position);
  }
}

function eachLine(text: string, convert: (line: string) => string): string {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(convert)
    .join("");
}

/** A name for the exported file, without characters that mean something to a shell or a file system. */
function fileName(name: string, format: ExportFormat): string {
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "") || "session";
  return `${safe}.${format === "txt" ? "txt" : "cast"}`;
}
