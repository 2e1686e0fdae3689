/** Recordings: lists, searches, exports, imports and deletes them. */
import { HostError } from "../../../shared/errors.ts";
import { sanitized } from "../../../shared/sanitized.ts";
import type { Session } from "../../sessions/session.ts";
import {
  deleteRecordings,
  exportSource,
  findRecording,
  listRecordings,
  readRecording,
  searchRecordings,
} from "../recording-requests.ts";
import type { ExportSource } from "../exports.ts";
import type { Handlers } from "./request.ts";

export const recordingHandlers = {
  "session/export": ({ caller }, { id, ...request }) =>
    caller.exports.piece(sessionSource(caller.session(id).session, id), request),
  "recording/list": ({ runtime: { recordings }, caller }, params) => listRecordings(recordings.catalog, caller, params),
  "recording/info": async ({ runtime: { recordings }, caller }, { id }) =>
    (await findRecording(recordings.catalog, caller, id)).info,
  "recording/search": ({ runtime: { recordings }, caller, signal }, params) =>
    searchRecordings(recordings, caller, { ...params, signal }),
  "recording/export": async ({ runtime: { recordings }, caller }, { id, ...request }) =>
    caller.exports.piece(await exportSource(recordings.catalog, caller, id), request),
  "recording/index": async ({ runtime: { recordings }, caller }, { id, from }) =>
    caller.exports.piece(await exportSource(recordings.catalog, caller, id), {
      format: "index",
      ...(from !== undefined && { from }),
    }),
  "recording/inputs": async ({ runtime: { recordings }, caller }, { id, from }) =>
    caller.exports.piece(await exportSource(recordings.catalog, caller, id), {
      format: "inputs",
      ...(from !== undefined && { from }),
    }),
  "recording/read": async ({ runtime: { recordings }, caller }, { id, position }) =>
    readRecording((await exportSource(recordings.catalog, caller, id)).path, position),
  "recording/import": ({ caller, allow }, piece) => {
    allow();
    return caller.imports.piece(piece);
  },
  "recording/mark": async ({ runtime: { recordings }, caller, allow }, { id, atMs, label }) => {
    const entry = await findRecording(recordings.catalog, caller, id);
    allow();
    const shown = sanitized(label);
    if (shown.trim() === "" && label !== "") throw new HostError("bad-request", "The marker's name has no visible character");
    return recordings.catalog.mark(entry, { atMs, label: shown });
  },
  "recording/delete": ({ runtime: { recordings }, caller, allow }, params) =>
    deleteRecordings(recordings.catalog, caller, { ...params, allow: () => allow() }),
  "export/cancel": async ({ caller }, { from }) => {
    await caller.exports.cancel(from);
    caller.imports.cancel(from);
    return {};
  },
} satisfies Partial<Handlers>;

/** The recording of a session, for an export. `name` is what the caller calls it. Throws `recording-failed`. */
function sessionSource(session: Session, name: string): ExportSource {
  const path = session.recordingPath();
  if (path === undefined) throw new HostError("recording-failed", `Session ${name} has no recording`);
  return { of: session, path, name, startedAtMs: session.startedAtMs, size: session.size };
}
