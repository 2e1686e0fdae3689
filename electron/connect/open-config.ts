/** A client's configuration, read and parsed, and what a change of Cotty's entry makes of it. */
import { isRecord } from "../../shared/json.ts";
import { type AgentClient, SERVER_NAME, type ServerEntry } from "./clients.ts";
import { copyFault, readingFault, unchangedError } from "./config-faults.ts";
import { backupPath, type ConfigFile, isMadeByCotty, readBackup, readConfigFile } from "./config-file.ts";
import type { ConfigFormat } from "./formats.ts";
import { isSame, valueAt } from "./merge.ts";
import { leadsToCotty } from "./server-entry.ts";

/** What is to be done with the file. `text` is what is in it then. */
export type FileChange =
  | { readonly kind: "none" }
  | { readonly kind: "write"; readonly text: string }
  /** Without Cotty's entry, all that is left is the user's. */
  | { readonly kind: "keep"; readonly text: string }
  /** The copy from before Cotty takes its place. */
  | { readonly kind: "restore"; readonly text: string }
  /** Cotty has made the file, and nothing else is in it. */
  | { readonly kind: "delete"; readonly text: "" };

export class OpenConfig {
  readonly file: ConfigFile;
  /** Cotty's entry, whoever has written it. Undefined when there is none. */
  readonly entry: unknown;
  /** Whether `cotty connect` has written the entry. Otherwise it is the user's, and part of what was there before. */
  readonly isEntryWritten: boolean;
  /** Whether the file, with an entry of the user's own, is what it was before. */
  readonly isRestored: boolean;
  readonly #format: ConfigFormat;
  readonly #serversPath: readonly string[];
  /** What was there before an entry that was written. Undefined when there was no file, and for an entry of the user's. */
  readonly #original: string | undefined;
  /** The user's own entry in that. */
  readonly #originalEntry: unknown;

  /** Throws when the file cannot be read or parsed. */
  constructor(path: string, client: AgentClient, format: ConfigFormat) {
    this.#format = format;
    this.#serversPath = client.serversPath;
    try {
      this.file = readConfigFile(path);
      this.entry = valueAt(format.read(this.file.text), this.#entryPath);
      const isMade = isMadeByCotty(this.file);
      // Without an entry, or beside a file that Cotty has made, a copy is of an earlier time.
      const { copy, entry: copiedEntry } = this.entry === undefined || isMade ? {} : this.#readCopy();
      // An entry that the copy has, too, was there before Cotty. One that leads elsewhere has come after Cotty was removed.
      const isAdded = copy !== undefined && !isSame(copiedEntry, this.entry) && leadsToCotty(this.entry);
      this.isEntryWritten = this.entry !== undefined && (isMade || isAdded);
      this.isRestored = this.entry !== undefined && copy === this.file.text;
      this.#original = this.isEntryWritten ? copy : undefined;
      this.#originalEntry = this.isEntryWritten ? copiedEntry : undefined;
    } catch (error) {
      throw unchangedError(path, readingFault(error));
    }
  }

  /** The copy from before Cotty, and the user's own entry in it. Nothing when there is no copy. */
  #readCopy(): { copy?: string; entry?: unknown } {
    try {
      const copy = readBackup(this.file.path);
      return copy === undefined ? {} : { copy, entry: valueAt(this.#format.read(copy), this.#entryPath) };
    } catch (error) {
      throw copyFault(backupPath(this.file.path), error);
    }
  }

  /** The change that sets Cotty's entry. */
  withEntry(entry: ServerEntry): FileChange {
    return this.#attempt(() => {
      const base = this.#isUntouched ? (this.#original ?? "") : this.file.text;
      const text = this.#format.edit(base, this.#entryPath, entry);
      return text === this.file.text ? { kind: "none" } : { kind: "write", text };
    });
  }

  /** The change that removes Cotty's entry and everything else that Cotty has made. What was in its place comes back. */
  withoutEntry(): FileChange {
    if (this.entry === undefined || this.isRestored) return { kind: "none" };
    return this.#attempt(() => {
      if (this.#isUntouched) {
        return this.#original === undefined ? { kind: "delete", text: "" } : { kind: "restore", text: this.#original };
      }
      const earlier = isRecord(this.#originalEntry) ? this.#originalEntry : undefined;
      const text = this.#withoutEmptyServers(this.#format.edit(this.file.text, this.#entryPath, earlier));
      const isBlank = /^\s*(\{\s*\})?\s*$/.test(text);
      return isBlank && this.isEntryWritten && this.#original === undefined
        ? { kind: "delete", text: "" }
        : { kind: "keep", text };
    });
  }

  get #entryPath(): string[] {
    return [...this.#serversPath, SERVER_NAME];
  }

  /** Whether Cotty's entry is all that the file has more than what was there before. */
  get #isUntouched(): boolean {
    if (!this.isEntryWritten || !isRecord(this.entry)) return false;
    return this.#format.edit(this.#original ?? "", this.#entryPath, this.entry) === this.file.text;
  }

  /** Takes out the object that holds the servers, if it is empty now and was not there before Cotty. */
  #withoutEmptyServers(text: string): string {
    const { read, edit } = this.#format;
    const servers = valueAt(read(text), this.#serversPath);
    const isEmpty = isRecord(servers) && Object.keys(servers).length === 0;
    const wasThere = this.#original !== undefined && valueAt(read(this.#original), this.#serversPath) !== undefined;
    return isEmpty && !wasThere ? edit(text, this.#serversPath, undefined) : text;
  }

  #attempt(edit: () => FileChange): FileChange {
    try {
      return edit();
    } catch (error) {
      throw unchangedError(this.file.path, error);
    }
  }
}

/** Reads a configuration. Throws with the path and the mistake when that is not possible. */
export async function openConfig(path: string, client: AgentClient): Promise<OpenConfig> {
  // Built as a separate file; formats.ts says why.
  const { FORMATS } = await import("./formats.ts");
  return new OpenConfig(path, client, FORMATS[client.format]);
}
