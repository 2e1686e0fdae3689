/**
 * A recording from elsewhere, while its text comes in. It is written to a temporary file beside the recordings. Its id
 * follows from its content, so a file that is opened again is the same recording.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, openSync, rmSync, writeFileSync } from "node:fs";
import { HostError } from "../../shared/errors.ts";
import { LineSplitter } from "../../shared/line-splitter.ts";
import { CastIntake } from "./cast-intake.ts";
import type { RecordingFacts } from "./recording-facts.ts";

/** Far more than the recording of a day takes. */
const MAX_LENGTH = 1_000_000_000;
/** In UTF-16 units. Readers of recordings take lines of four times as many bytes, and a unit has at most three. */
const MAX_LINE = 2_000_000;

/** What has come in, ready for the catalog. */
export type Imported = { readonly id: string; readonly facts: RecordingFacts };

export class RecordingImport implements Disposable {
  /** The temporary file. */
  readonly path: string;
  readonly #name: string;
  readonly #file: number;
  readonly #intake = new CastIntake();
  readonly #lines = new LineSplitter();
  readonly #hash = createHash("sha256");
  #length = 0;
  #isClosed = false;

  /** `path` is that of the temporary file; `name` is what people will read. Throws the system's error. */
  constructor(path: string, name: string) {
    this.path = path;
    this.#name = name;
    this.#file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600);
  }

  /** Takes the next part of the file's text. Throws `bad-request` for what is no recording, and the system's error. */
  write(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_LENGTH) throw tooLong(`more than ${MAX_LENGTH / 1e6} MB`);
    const lines = this.#lines.push(text);
    if ([this.#lines.rest, ...lines].some((line) => line.length > MAX_LINE))
      throw tooLong(`a line of more than ${MAX_LINE / 1e6} MB`);
    this.#append(lines);
  }

  /** Call after the last part. Throws `bad-request` when there is nothing to play. */
  finish(): Imported {
    if (this.#lines.rest !== "") this.#append([this.#lines.takeRest()]);
    this.#intake.finish();
    this.#close();
    const { startedAtMs, durationMs, exit } = this.#intake;
    const addedAtMs = Date.now();
    const facts: RecordingFacts = {
      ...{ name: this.#name, command: "", cwd: "", principal: "user", durationMs, addedAtMs },
      startedAtMs: startedAtMs > 0 ? startedAtMs : addedAtMs,
      ...(exit && { exit }),
    };
    // As long as the ids of sessions' recordings.
    return { id: this.#hash.digest("hex").slice(0, 32), facts };
  }

  /** Removes the temporary file, if it is still there. */
  [Symbol.dispose](): void {
    this.#close();
    rmSync(this.path, { force: true });
  }

  #append(lines: readonly string[]): void {
    const text = lines.map((line) => (line.trim() === "" ? "" : this.#intake.convert(line.trimEnd()))).join("");
    this.#hash.update(text);
    writeFileSync(this.#file, text);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#file);
  }
}

function tooLong(what: string): HostError {
  return new HostError("bad-request", `This file cannot be opened as a recording: it has ${what}`);
}
