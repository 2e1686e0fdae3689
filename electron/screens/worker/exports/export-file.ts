/** The file that an export writes, and how far the export has come. */
import { type FileHandle, open } from "node:fs/promises";

/** What has gathered is written when it is this much, in UTF-16 units or bytes. */
const WRITE_AT = 256 * 1024;
/** Progress is told at most this often. */
const TELL_EVERY_MS = 100;

export class ExportFile implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #onProgress: (progress: number) => void;
  #gathered = "";
  #toldAt = performance.now();
  #bytes = 0;

  private constructor(file: FileHandle, onProgress: (progress: number) => void) {
    this.#file = file;
    this.#onProgress = onProgress;
  }

  /** Creates the file with mode 0600. Rejects with the system's error when there is one already. */
  static async create(path: string, onProgress: (progress: number) => void): Promise<ExportFile> {
    return new ExportFile(await open(path, "wx", 0o600), onProgress);
  }

  /** What was written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  add(text: string): void {
    this.#gathered += text;
  }

  /** Writes what has gathered, if that is enough. `progress` is how far the export has come, from 0 to 1. */
  async step(progress: number): Promise<void> {
    const now = performance.now();
    if (now - this.#toldAt > TELL_EVERY_MS) {
      this.#toldAt = now;
      this.#onProgress(progress);
    }
    if (this.#gathered.length >= WRITE_AT) await this.flush();
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.flush();
    for (let at = 0; at < bytes.length;) at += (await this.#file.write(bytes, at)).bytesWritten;
    this.#bytes += bytes.length;
  }

  async flush(): Promise<void> {
    if (this.#gathered === "") return;
    const bytes = Buffer.from(this.#gathered);
    this.#gathered = "";
    await this.write(bytes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
