/**
 * The text of past recordings, for searching. Each text is made in the background
 * after its session has ended, and kept beside the recording: a line for each line
 * that the screen showed, with the second in which it was complete. A search reads
 * these files. That is fast enough (docs/decisions.md, 29), finds parts of words,
 * and leaves no index to repair.
 */
import { access, readFile, rename, rm } from "node:fs/promises";
import { Emitter } from "../../shared/emitter.ts";
import { messageOf } from "../../shared/errors.ts";
import type { RecordingInfo, RecordingMatch, Result } from "../../shared/protocol.ts";
import type { RecordingCatalog } from "./recording-catalog.ts";

/** Sessions that end in quick succession are worked off together, when it has become quiet. */
const SETTLE_MS = 3000;
/** Files that are read at the same time. */
const AT_ONCE = 8;
/** A search waits this long for texts that are missing. */
const PATIENCE_MS = 1500;
const LINES_SHOWN = 3;
const MAX_LINE = 300;

/** Makes the text of a recording: writes it to a new file. */
export type MakeText = (recording: string, target: string, signal: AbortSignal) => Promise<unknown>;

export type TextSearch = { readonly text: string; readonly limit: number; readonly signal: AbortSignal };

export class RecordingTexts implements Disposable {
  readonly #catalog: RecordingCatalog;
  readonly #make: MakeText;
  readonly #onWarning: (message: string) => void;
  readonly #end = new AbortController();
  /** Recordings whose text could not be made. They are not tried again while this host runs. */
  readonly #failed = new Set<string>();
  readonly #onMade = new Emitter<void>();
  /** One more recording can be searched. */
  readonly onMade = this.#onMade.event;
  #timer: NodeJS.Timeout | undefined;
  #making: Promise<void> | undefined;

  constructor(catalog: RecordingCatalog, make: MakeText, onWarning: (message: string) => void) {
    this.#catalog = catalog;
    this.#make = make;
    this.#onWarning = onWarning;
  }

  /** Makes the texts that are missing, soon. */
  wake(afterMs: number = SETTLE_MS): void {
    clearTimeout(this.#timer);
    if (this.#end.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#makeMissing(), afterMs);
    this.#timer.unref();
  }

  /** The recordings with the text, in their order. Waits a little for texts that are missing. Rejects when `signal` aborts. */
  async search(recordings: readonly RecordingInfo[], search: TextSearch): Promise<Result<"recording/search">> {
    const found = await this.#searchTexts(recordings, search);
    const missing = found.unread - recordings.filter(({ isLive }) => isLive).length;
    if (missing <= 0) return found;
    await Promise.race([this.#makeMissing(), pause(PATIENCE_MS)]);
    return await this.#searchTexts(recordings, search);
  }

  async #searchTexts(recordings: readonly RecordingInfo[], search: TextSearch): Promise<Result<"recording/search">> {
    const pattern = new RegExp(search.text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "iu");
    const matches: RecordingMatch[] = [];
    let more = 0;
    let unread = 0;
    for (let at = 0; at < recordings.length; at += AT_ONCE) {
      search.signal.throwIfAborted();
      const some = recordings.slice(at, at + AT_ONCE);
      const texts = await Promise.all(some.map(({ id }) => readFile(this.#catalog.textPath(id), "utf8").catch(() => undefined)));
      some.forEach((recording, index) => {
        const text = texts[index];
        if (text === undefined) unread++;
        const match = text === undefined ? undefined : matchIn(recording, text, pattern);
        if (match && matches.length < search.limit) matches.push(match);
        else if (match) more++;
      });
    }
    return { matches, more, unread };
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#end.abort();
  }

  /** Resolves when there is a text of each recording that has ended, as far as one can be made. */
  #makeMissing(): Promise<void> {
    this.#making ??= this.#makeAll().finally(() => (this.#making = undefined));
    return this.#making;
  }

  async #makeAll(): Promise<void> {
    try {
      for (const { info } of await this.#catalog.list()) {
        if (this.#end.signal.aborted) return;
        if (info.isLive || info.damage !== undefined || this.#failed.has(info.id)) continue;
        await this.#makeOne(info.id);
      }
    } catch (error) {
      this.#onWarning(`The texts of recordings were not made: ${messageOf(error)}`);
    }
  }

  async #makeOne(id: string): Promise<void> {
    const target = this.#catalog.textPath(id);
    const isThere = await access(target).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    const part = `${target}.part`;
    try {
      await rm(part, { force: true });
      await this.#make(this.#catalog.path(id), part, this.#end.signal);
      await rename(part, target);
      this.#onMade.fire();
    } catch (error) {
      await rm(part, { force: true });
      if (this.#end.signal.aborted) return;
      this.#failed.add(id);
      this.#onWarning(`The text of recording ${id} cannot be searched: ${messageOf(error)}`);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** The lines of a text that match. A line of the file is a second, a tab, and the line that was shown. */
function matchIn(recording: RecordingInfo, text: string, pattern: RegExp): RecordingMatch | undefined {
  if (!pattern.test(text)) return undefined;
  const lines: { atMs: number; text: string }[] = [];
  let count = 0;
  for (const line of text.split("\n")) {
    const tab = line.indexOf("\t");
    const shown = line.slice(tab + 1);
    const found = tab < 0 ? -1 : shown.search(pattern);
    if (found < 0) continue;
    count++;
    if (lines.length < LINES_SHOWN) lines.push({ atMs: Number(line.slice(0, tab)) * 1000, text: around(shown, found) });
  }
  // The text may be a part of the times only.
  return count > 0 ? { recording, lines, count } : undefined;
}

/** Of a long line, the part with the match. */
function around(line: string, found: number): string {
  const from = line.length <= MAX_LINE ? 0 : Math.max(0, found - MAX_LINE / 3);
  return `${from > 0 ? "…" : ""}${line.slice(from, from + MAX_LINE)}${from + MAX_LINE < line.length ? "…" : ""}`;
}
