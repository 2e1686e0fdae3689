/**
 * What clients may ask about recordings. The user sees all of them; an agent sees
 * those of its own sessions, as with sessions.
 */
import { open } from "node:fs/promises";
import { HostError, messageOf } from "../../shared/errors.ts";
import type { Params, RecordingInfo, Result } from "../../shared/protocol.ts";
import { fitsFilter } from "../recording/recording-filter.ts";
import type { CatalogEntry, RecordingCatalog } from "../recording/recording-catalog.ts";
import type { RecordingTexts } from "../recording/recording-texts.ts";
import type { Caller } from "./caller.ts";
import type { ExportSource } from "./exports.ts";

const DEFAULT_LIMIT = 200;
const DEFAULT_MATCHES = 50;
/** Bytes of a recording in one answer. JSON may double them. */
const READ_BYTES = 256 * 1024;
/** A line may be this long. Longer ones are none of ours. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const LF = 0x0a;

/** One page of the recordings that the caller may see and that pass the filter, the latest first. */
export async function listRecordings(
  catalog: RecordingCatalog,
  caller: Caller,
  { filter = {}, from = 0, limit = DEFAULT_LIMIT }: Params<"recording/list">,
): Promise<Result<"recording/list">> {
  const all = (await visibleRecordings(catalog, caller)).filter((info) => fitsFilter(info, filter));
  return {
    recordings: all.slice(from, from + limit),
    total: all.length,
    totalBytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Finds a text in the recordings that the caller may see and that pass the filter. Ends early when `signal` aborts. */
export async function searchRecordings(
  { catalog, texts }: { catalog: RecordingCatalog; texts: RecordingTexts },
  caller: Caller,
  { text, filter = {}, limit = DEFAULT_MATCHES, signal }: Params<"recording/search"> & { readonly signal: AbortSignal },
): Promise<Result<"recording/search">> {
  const all = (await visibleRecordings(catalog, caller)).filter((info) => fitsFilter(info, filter));
  return await texts.search(all, { text, limit, signal });
}

async function visibleRecordings(catalog: RecordingCatalog, caller: Caller): Promise<RecordingInfo[]> {
  const entries = await catalog.list();
  return entries.filter((entry) => isVisible(caller, entry)).map(({ info }) => info);
}

/** The recording that the caller means. Rejects with `no-such-recording`, also for one that the caller may not see. */
export function findRecording(catalog: RecordingCatalog, caller: Caller, name: string): Promise<CatalogEntry> {
  // Of several recordings of that name, the one of the session that is there is meant.
  return catalog.find(caller.recordingOf(name) ?? name, (entry) => isVisible(caller, entry));
}

function isVisible(caller: Caller, { principal }: CatalogEntry): boolean {
  return caller.seesAll || principal === caller.principal.id;
}

/** The recording that the caller means, for an export. Rejects with `no-such-recording`, or with `recording-failed` for one that is damaged. */
export async function exportSource(catalog: RecordingCatalog, caller: Caller, name: string): Promise<ExportSource> {
  const { info } = await findRecording(catalog, caller, name);
  const path = catalog.path(info.id);
  if (info.damage !== undefined) {
    throw new HostError("recording-failed", `Recording ${info.id} is damaged: ${info.damage}. The file stays at ${path}`);
  }
  return { of: info.id, path, name: info.name || info.id, startedAtMs: info.startedAtMs };
}

/** Whole lines from byte `position` on. */
export async function readRecording(path: string, position: number): Promise<Result<"recording/read">> {
  const file = await open(path, "r").catch((error: unknown) => {
    throw new HostError("recording-failed", `The recording cannot be read: ${messageOf(error)}`);
  });
  try {
    for (let length = READ_BYTES; length <= MAX_LINE_BYTES; length *= 2) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      const use = buffer.subarray(0, bytesRead).lastIndexOf(LF) + 1;
      // What follows the last line end is torn, or still being written.
      if (bytesRead < length) return { text: buffer.toString("utf8", 0, use) };
      if (use > 0) return { text: buffer.toString("utf8", 0, use), next: position + use };
    }
    throw new HostError("recording-failed", `The recording has a line of more than ${MAX_LINE_BYTES} bytes`);
  } finally {
    await file.close();
  }
}

/** Deletes recordings. Those that are still being made stay. Rejects with `no-such-recording` before anything is deleted, and before `allow`. */
export async function deleteRecordings(
  catalog: RecordingCatalog,
  caller: Caller,
  { ids: names, allow }: Params<"recording/delete"> & { readonly allow: () => void },
): Promise<Result<"recording/delete">> {
  const entries: CatalogEntry[] = [];
  for (const name of names) entries.push(await findRecording(catalog, caller, name));
  allow();
  const kept: string[] = [];
  let freedBytes = 0;
  for (const { info } of entries) {
    if (await catalog.remove(info.id)) freedBytes += info.bytes;
    else kept.push(info.id);
  }
  return { deleted: entries.length - kept.length, freedBytes, kept };
}
