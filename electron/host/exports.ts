/**
 * Exports a recording piece by piece, so that a gigabyte passes through messages
 * of ordinary size. An export that has begun is kept until the client has read
 * all of it, or its connection ends. While a file is being made, pieces are empty
 * and say how far it has come.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { CastV2Writer } from "../../shared/asciicast.ts";
import { HostError } from "../../shared/errors.ts";
import { FORMAT_FACTS } from "../../shared/export-formats.ts";
import type { ExportPiece, ExportRequest, Size } from "../../shared/protocol.ts";
import type { ScreenJobs } from "../screens/pool/screen-jobs.ts";
import type { MadeFormat } from "../screens/worker-protocol.ts";

/** Bytes of the file in one piece; divisible by 3, for base64. JSON may double text, and the message must stay under the limit of a line. */
const PIECE_BYTES = 255 * 1024;
/** How many exports one client may have under way. One more ends the oldest. Each holds a file open. */
const MAX_OPEN = 8;
/** An answer waits this long for a file that is being made. */
const PATIENCE_MS = 250;
const LF = 0x0a;

/** How the names of temporary files begin; each is there only while its export is read, or its import is written. */
export const TEMPORARY = ".export-";

/** The recording to export, and what the caller calls it. */
export type ExportSource = {
  /** Unique for the session or the recording. Whoever may reach this one may read its exports. */
  readonly of: object | string;
  readonly path: string;
  readonly name: string;
  /** When it began, in milliseconds since 1970. The recording itself tells the second only. */
  readonly startedAtMs: number;
  /** The size of the terminal where the recording does not tell. */
  readonly size?: Size;
};

/** What a client asks for: a format of an export, what a player needs, or who typed what. */
export type PieceRequest = Omit<ExportRequest, "format"> & { readonly format: ExportRequest["format"] | "index" | "inputs" };

type Open = {
  readonly of: object | string;
  readonly fileName: string;
  readonly isBinary: boolean;
  readonly convert: (text: string) => string;
  readonly temporary: string | undefined;
  readonly cancel: AbortController;
  /** Resolves with the file when it has been made. */
  readonly made: Promise<FinishedExport>;
  progress: number;
};

type FinishedExport = {
  readonly file: FileHandle;
  /** The export ends here, even if the recording goes on growing. */
  readonly end: number;
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

  /** The first piece of an export, or with `from` the next one. Rejects with `recording-failed`, `too-many-requests` or `bad-request`. */
  async piece(source: ExportSource, request: PieceRequest): Promise<ExportPiece> {
    const key = request.from ?? (await this.#begin(source, request));
    const current = this.#open.get(key);
    // Access was checked for this one only. The client may no longer reach what the key is of.
    if (current?.of !== source.of) throw new HostError("bad-request", "This export has ended; start it again without `from`");
    const { fileName } = current;
    try {
      const made = await Promise.race([current.made, pause(PATIENCE_MS)]);
      if (!made) return { text: "", next: key, progress: current.progress, fileName };
      const piece = current.isBinary ? await readBytes(made) : current.convert(await readLines(made));
      const answer = { text: piece, ...(current.isBinary && { encoding: "base64" as const }), progress: 1, fileName };
      if (made.position < made.end) return { ...answer, next: key };
      await this.cancel(key);
      return answer;
    } catch (error) {
      await this.cancel(key);
      throw error;
    }
  }

  /** Ends an export: because it has been read, because nobody wants it any more, or because the client has gone. */
  async cancel(key: string): Promise<void> {
    const current = this.#open.get(key);
    if (!current) return;
    this.#open.delete(key);
    current.cancel.abort();
    const made = await current.made.catch(() => undefined);
    await made?.file.close();
    if (current.temporary) await rm(current.temporary, { force: true });
  }

  /** The client has gone. */
  async closeAll(): Promise<void> {
    this.#hasClosed = true;
    await Promise.all([...this.#open.keys()].map((key) => this.cancel(key)));
  }

  async #begin(source: ExportSource, request: PieceRequest): Promise<string> {
    const { format } = request;
    const key = randomBytes(12).toString("hex");
    const cancel = new AbortController();
    const made = format !== "cast" && format !== "cast-v2";
    const temporary = made ? join(this.#directory, `${TEMPORARY}${key}`) : undefined;
    const current: Open = {
      of: source.of,
      fileName: fileName(source.name, format),
      isBinary: format === "png" || format === "gif",
      convert: converter(format),
      temporary,
      cancel,
      made: temporary === undefined ? opened(source.path) : this.#make(key, { source, request, target: temporary, cancel }),
      progress: 0,
    };
    // Whoever asks for the next piece hears of a failure.
    current.made.catch(() => {});
    this.#open.set(key, current);
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size > MAX_OPEN) await this.cancel(oldest);
    // The client has gone while the export was prepared.
    if (this.#hasClosed) await this.cancel(key);
    return key;
  }

  async #make(
    key: string,
    { source, request, target, cancel }: { source: ExportSource; request: PieceRequest; target: string; cancel: AbortController },
  ): Promise<FinishedExport> {
    const { atMs, fromMs, toMs, drivers, theme } = request;
    await this.#jobs.export(
      {
        format: request.format as MadeFormat,
        ...{ recording: source.path, target, name: source.name, startedAtMs: source.startedAtMs },
        ...(source.size && { size: source.size }),
        ...(atMs !== undefined && { atMs }),
        ...(fromMs !== undefined && { fromMs }),
        ...(toMs !== undefined && { toMs }),
        ...(drivers && { drivers }),
        ...(theme && { theme }),
      },
      cancel.signal,
      (progress) => {
        const current = this.#open.get(key);
        if (current) current.progress = progress;
      },
    );
    return await opened(target);
  }
}

/** Deletes the temporary files that a host which was killed has left: they hold the text of whole sessions. */
export async function removeLeftExports(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  const left = names.filter((name) => name.startsWith(TEMPORARY));
  await Promise.all(left.map((name) => rm(join(directory, name), { force: true })));
}

async function opened(path: string): Promise<FinishedExport> {
  const file = await open(path, "r");
  const { size: end } = await file.stat();
  return { file, end, position: 0 };
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}

function converter(format: PieceRequest["format"]): (text: string) => string {
  if (format !== "cast-v2") return (text) => text;
  const v2 = new CastV2Writer();
  return (text) => eachLine(text, (line) => v2.convert(line));
}

/** The next whole lines, PIECE_BYTES at most; a single line that is longer comes whole. */
async function readLines(made: FinishedExport): Promise<string> {
  let length = Math.min(PIECE_BYTES, made.end - made.position);
  for (;;) {
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await made.file.read(buffer, 0, length, made.position);
    const atEnd = made.position + bytesRead >= made.end;
    const lineEnd = buffer.subarray(0, bytesRead).lastIndexOf(LF) + 1;
    if (lineEnd > 0 || atEnd || bytesRead < length) {
      const use = atEnd ? bytesRead : lineEnd;
      made.position = use === 0 ? made.end : made.position + use;
      return buffer.toString("utf8", 0, use);
    }
    length = Math.min(length * 2, made.end - made.position);
  }
}

async function readBytes(made: FinishedExport): Promise<string> {
  const length = Math.min(PIECE_BYTES, made.end - made.position);
  const { buffer, bytesRead } = await made.file.read(Buffer.allocUnsafe(length), 0, length, made.position);
  made.position = bytesRead < length ? made.end : made.position + bytesRead;
  return buffer.toString("base64", 0, bytesRead);
}

function eachLine(text: string, convert: (line: string) => string): string {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(convert)
    .join("");
}

/** A name for the exported file, without characters that mean something to a shell or a file system. */
function fileName(name: string, format: PieceRequest["format"]): string {
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "") || "session";
  return `${safe}.${format === "index" || format === "inputs" ? "jsonl" : FORMAT_FACTS[format].extension}`;
}
