/**
 * Every recording that there is: those that are being made, and those of the past.
 * A recording is a file `ID.cast`. Beside it may stand `ID.json` (its facts) and
 * `ID.text` (its text, for searching). What is damaged is listed and said to be.
 */
import { rmSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { HostError, messageOf } from "../../shared/errors.ts";
import type { RecordingInfo, Size } from "../../shared/protocol.ts";
import type { PlacedMarker } from "../../shared/shapes/recording-shapes.ts";
import { readFacts, type RecordingFacts, withMarker, writeFacts } from "./recording-facts.ts";
import { probeRecording } from "./recording-probe.ts";
import type { Imported } from "./recording-import.ts";
import { Recorder, type RecordingEnd } from "./recorder.ts";

/** Files that are looked at at the same time. */
const AT_ONCE = 32;
/** A shorter beginning of an id might be meant as a name. */
const SHORTEST_PREFIX = 4;
const FILE_NAME = /^([A-Za-z0-9][\w-]{0,63})\.cast$/;
const NOT_A_CAST = "its first line is not the header of an asciicast v3 file";

export type NewRecording = {
  /** The id: it must be generated, never a name that somebody chose. */
  readonly key: string;
  readonly size: Size;
  readonly facts: RecordingFacts;
};

/** A recording, and what clients are not told of it. */
export type CatalogEntry = {
  readonly info: RecordingInfo;
  /** The id of the principal that owns it. Absent for a file from elsewhere, which is the user's. */
  readonly principal?: string;
};

/** What was found of a file, and the signs that it is still the same. */
type CachedEntry = { readonly castMs: number; readonly bytes: number; readonly factsMs: number; readonly entry: CatalogEntry };

type Live = { readonly recorder: Recorder; facts: RecordingFacts };

export class RecordingCatalog {
  readonly directory: string;
  readonly #onWarning: (message: string) => void;
  /** Hears of each recording that has ended well. */
  readonly #onEnded: () => void;
  readonly #live = new Map<string, Live>();
  readonly #known = new Map<string, CachedEntry>();

  constructor(directory: string, { onWarning, onEnded }: { onWarning: (message: string) => void; onEnded: () => void }) {
    this.directory = directory;
    this.#onWarning = onWarning;
    this.#onEnded = onEnded;
  }

  /** Begins a recording in the folder, which exists. Throws the system's error when no file can be made. */
  begin({ key, size, facts }: NewRecording): Recorder {
    const { directory } = this;
    const recorder = new Recorder({
      directory,
      key,
      size,
      startedAtMs: facts.startedAtMs,
      onWarning: this.#onWarning,
      onEnd: (end) => this.#end(key, end),
    });
    this.#live.set(key, { recorder, facts });
    this.#writeFacts(key, facts);
    return recorder;
  }

  /**
   * Takes in a recording from elsewhere by moving the file at `path`. One of the same content that is there already is
   * left as it is. Rejects with `recording-failed`.
   */
  async add({ id, facts }: Imported, path: string): Promise<RecordingInfo> {
    const file = this.#file(id, "cast");
    const isThere = (await stat(file).catch(() => undefined)) !== undefined;
    try {
      if (!isThere) {
        writeFacts(this.#file(id, "json"), facts);
        await rename(path, file);
      }
    } catch (error) {
      throw new HostError("recording-failed", `The recording was not kept: ${messageOf(error)}`);
    }
    this.#onEnded();
    return (await this.find(id, () => true)).info;
  }

  /** The recording's file, with all that was recorded up to now. */
  path(id: string): string {
    this.#live.get(id)?.recorder.flush();
    return this.#file(id, "cast");
  }

  /** Where the text of a recording is, for searching. */
  textPath(id: string): string {
    return this.#file(id, "text");
  }

  /** All recordings, the latest first. */
  async list(): Promise<CatalogEntry[]> {
    const names = await readdir(this.directory).catch(() => []);
    const ids = names.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []);
    const entries: CatalogEntry[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => this.#entry(id)));
      entries.push(...some.filter((entry) => entry !== undefined));
    }
    const there = new Set(ids);
    for (const id of this.#known.keys()) if (!there.has(id)) this.#known.delete(id);
    return entries.toSorted((a, b) => b.info.startedAtMs - a.info.startedAtMs);
  }

  /**
   * The recording that a name means, among those that `isVisible`: by its id, by the
   * name of its session (the latest), or by the beginning of its id. Rejects with
   * `no-such-recording`, or with `bad-request` when several ids begin so.
   */
  async find(name: string, isVisible: (entry: CatalogEntry) => boolean): Promise<CatalogEntry> {
    const entries = (await this.list()).filter(isVisible);
    const found = entries.find(({ info }) => info.id === name) ?? entries.find(({ info }) => info.name === name);
    if (found) return found;
    const prefix = name.toLowerCase();
    const begun = prefix.length < SHORTEST_PREFIX ? [] : entries.filter(({ info }) => info.id.startsWith(prefix));
    const [only] = begun;
    if (begun.length > 1)
      throw new HostError("bad-request", `${begun.length} recordings begin with ${name}; give more of the id`);
    if (!only) throw new HostError("no-such-recording", `Recording not found: ${name}. 'cotty recordings' lists them`);
    return only;
  }

  /** Puts a marker on a moment, or with an empty label takes it away. Rejects with `recording-failed`. */
  async mark({ info, principal }: CatalogEntry, marker: PlacedMarker): Promise<RecordingInfo> {
    const { id } = info;
    const markers = withMarker(info.markers, marker);
    const { name, command, cwd, agent, startedAtMs, addedAtMs, durationMs, exit, isStopped } = info;
    const known = this.#live.get(id)?.facts ?? {
      ...{ name, command, cwd, startedAtMs, durationMs, principal: principal ?? "user" },
      ...(agent !== undefined && { agent }),
      ...(addedAtMs !== undefined && { addedAtMs }),
      ...(exit && { exit }),
      ...(isStopped && { isStopped }),
    };
    const facts = { ...known, markers };
    const live = this.#live.get(id);
    if (live) live.facts = facts;
    try {
      writeFacts(this.#file(id, "json"), facts);
    } catch (error) {
      throw new HostError("recording-failed", `The marker was not kept: ${messageOf(error)}`);
    }
    this.#known.delete(id);
    return { ...info, markers };
  }

  /** Deletes a recording and what stands beside it. Returns false for one that is being made, which stays. */
  async remove(id: string): Promise<boolean> {
    if (this.#live.has(id)) return false;
    // The recording goes last: were this to fail in between, it would still be listed.
    for (const kind of ["text", "json", "cast"] as const) await rm(this.#file(id, kind), { force: true });
    this.#known.delete(id);
    return true;
  }

  #end(key: string, end: RecordingEnd): void {
    const live = this.#live.get(key);
    if (!live) return;
    this.#live.delete(key);
    this.#known.delete(key);
    if (end.kind === "discarded") return rmSync(this.#file(key, "json"), { force: true });
    const { durationMs, exit, isStopped } = end;
    this.#writeFacts(key, { ...live.facts, durationMs, ...(exit && { exit }), ...(isStopped && { isStopped }) });
    this.#onEnded();
  }

  #writeFacts(key: string, facts: RecordingFacts): void {
    try {
      writeFacts(this.#file(key, "json"), facts);
    } catch (error) {
      this.#onWarning(`The facts of recording ${key} were not kept: ${messageOf(error)}`);
    }
  }

  #file(id: string, kind: "cast" | "json" | "text"): string {
    return join(this.directory, `${id}.${kind}`);
  }

  /** Undefined when the file has just gone. */
  async #entry(id: string): Promise<CatalogEntry | undefined> {
    const cast = await stat(this.#file(id, "cast")).catch(() => undefined);
    if (!cast?.isFile()) return undefined;
    const live = this.#live.get(id);
    if (live) return { info: liveInfo(id, live.facts, cast.size), principal: live.facts.principal };
    const facts = await stat(this.#file(id, "json")).catch(() => undefined);
    const signs = { castMs: cast.mtimeMs, bytes: cast.size, factsMs: facts?.mtimeMs ?? 0 };
    const known = this.#known.get(id);
    if (known?.castMs === signs.castMs && known.bytes === signs.bytes && known.factsMs === signs.factsMs) return known.entry;
    const entry = await this.#look(id, signs);
    this.#known.set(id, { ...signs, entry });
    return entry;
  }

  async #look(id: string, { castMs, bytes }: Omit<CachedEntry, "entry">): Promise<CatalogEntry> {
    const facts = await readFacts(this.#file(id, "json"));
    const probe = await probeRecording(this.#file(id, "cast"), bytes).catch((error: unknown) => messageOf(error));
    const { header, exit: lastLine } = typeof probe === "string" ? {} : probe;
    const startedAtMs = facts?.startedAtMs ?? header?.startedAtMs ?? castMs;
    const exit = facts?.exit ?? lastLine;
    const damage = typeof probe === "string" ? probe : header ? undefined : NOT_A_CAST;
    const info: RecordingInfo = {
      ...{ id, name: facts?.name ?? "", command: facts?.command ?? "", cwd: facts?.cwd ?? "", startedAtMs },
      // The last write is the best guess for a host that was killed.
      durationMs: facts?.durationMs ?? Math.max(0, castMs - startedAtMs),
      ...(facts?.agent !== undefined && { agent: facts.agent }),
      ...(facts?.addedAtMs !== undefined && { addedAtMs: facts.addedAtMs }),
      ...(exit && { exit }),
      ...(facts?.isStopped && { isStopped: true }),
      ...{ isLive: false, bytes, markers: [...(facts?.markers ?? [])] },
      ...(damage !== undefined && { damage }),
    };
    return { info, ...(facts && { principal: facts.principal }) };
  }
}

function liveInfo(id: string, facts: RecordingFacts, bytes: number): RecordingInfo {
  const { name, command, cwd, agent, startedAtMs, markers = [] } = facts;
  const durationMs = Math.max(0, Date.now() - startedAtMs);
  return {
    ...{ id, name, command, cwd, startedAtMs, durationMs, bytes },
    ...(agent !== undefined && { agent }),
    ...{ isLive: true, markers: [...markers] },
  };
}
