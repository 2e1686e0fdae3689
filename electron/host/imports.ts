/**
 * Takes in recordings from elsewhere, piece by piece, so that a large file passes through messages of ordinary size.
 * An import that is not finished ends with the client's connection, and leaves nothing.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { HostError } from "../../shared/errors.ts";
import type { Params, Result } from "../../shared/protocol.ts";
import type { RecordingCatalog } from "../recording/recording-catalog.ts";
import { RecordingImport } from "../recording/recording-import.ts";
import { TEMPORARY } from "./exports.ts";

/** How many imports one client may have under way. */
const MAX_OPEN = 4;

export class Imports implements Disposable {
  readonly #catalog: RecordingCatalog;
  readonly #open = new Map<string, RecordingImport>();

  constructor(catalog: RecordingCatalog) {
    this.#catalog = catalog;
  }

  /** Takes a piece of a file. Rejects with `bad-request` for a file that is no recording; the import has ended then. */
  async piece({ fileName, text, from, isLast }: Params<"recording/import">): Promise<Result<"recording/import">> {
    const key = from ?? this.#begin(fileName);
    const current = this.#open.get(key);
    if (!current) throw new HostError("bad-request", "This import has ended; begin it again without `from`");
    try {
      current.write(text);
      if (!isLast) return { next: key };
      return { recording: await this.#catalog.add(current.finish(), current.path) };
    } catch (error) {
      this.cancel(key);
      throw error;
    } finally {
      if (isLast) this.cancel(key);
    }
  }

  /** Ends an import. Nothing of it stays. */
  cancel(key: string): void {
    this.#open.get(key)?.[Symbol.dispose]();
    this.#open.delete(key);
  }

  /** The client has gone. */
  [Symbol.dispose](): void {
    for (const key of this.#open.keys()) this.cancel(key);
  }

  #begin(name: string): string {
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= MAX_OPEN) this.cancel(oldest);
    const key = randomBytes(12).toString("hex");
    const { directory } = this.#catalog;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#open.set(key, new RecordingImport(join(directory, `${TEMPORARY}${key}`), name));
    return key;
  }
}
