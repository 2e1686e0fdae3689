/** The methods of recordings: listed, searched, exported, imported and deleted. */
import { z } from "zod";
import {
  ExportPiece,
  ExportRequest,
  Moment,
  RecordingFilter,
  RecordingInfo,
  RecordingMatch,
  RecordingName,
} from "../shapes/recording-shapes.ts";
import { id, type MethodTable, nothing } from "./request-fields.ts";

/** UTF-16 units in a piece of a file. A message may be several times as long in bytes. */
const MAX_IMPORT_TEXT = 131_072;

export const recordingMethods = {
  /** Exports a session piece by piece. Begin without `from`, and pass `next` as `from` until there is no `next`. */
  "session/export": { params: z.object({ ...id, ...ExportRequest.shape }), result: ExportPiece },

  /** The recordings that the client may see, the latest first. `from` is how many to leave out. */
  "recording/list": {
    params: z.object({
      filter: RecordingFilter.optional(),
      from: z.int().nonnegative().optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    result: z.object({
      recordings: z.array(RecordingInfo),
      /** How many fit the filter, and the size of their files. */
      total: z.int(),
      totalBytes: z.number(),
    }),
  },
  "recording/info": { params: z.object({ id: RecordingName }), result: RecordingInfo },
  /** Finds text in what the screens of past sessions have shown. Without regard to case. The latest recordings come first. */
  "recording/search": {
    params: z.object({
      text: z.string().min(1, "The text is empty").max(200),
      filter: RecordingFilter.optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    result: z.object({
      matches: z.array(RecordingMatch),
      /** The recordings with the text that are not in `matches`. */
      more: z.int(),
      /** The recordings that could not be searched yet: they run, or their text is still being read. */
      unread: z.int(),
    }),
  },
  /** Exports a recording piece by piece, as `session/export` does. */
  "recording/export": { params: z.object({ id: RecordingName, ...ExportRequest.shape }), result: ExportPiece },

  /** Ends an export, or an import, before its last piece. `from` is the `next` of a piece. */
  "export/cancel": { params: z.object({ from: z.string().max(200) }), result: nothing },

  /** What a player needs to show any moment soon; see `ReplayIndex`. Comes piece by piece, as an export does. */
  "recording/index": { params: z.object({ id: RecordingName, from: z.string().max(200).optional() }), result: ExportPiece },
  /** Who typed what and when: every input, as lines of `RecordedInput`. Comes piece by piece, as an export does. */
  "recording/inputs": { params: z.object({ id: RecordingName, from: z.string().max(200).optional() }), result: ExportPiece },
  /** Whole lines of a recording from a byte on, where a line begins. Without `next`, they were the last. */
  "recording/read": {
    params: z.object({ id: RecordingName, position: z.int().nonnegative() }),
    result: z.object({ text: z.string(), next: z.int().optional() }),
  },
  /**
   * Takes in a recording from elsewhere: the text of an asciicast file of version 2 or 3, in pieces. `fileName` is the
   * name that people read. The first piece has no `from`; each other one has the `next` of the answer before. The last piece is answered with
   * the recording. Throws `bad-request` when it is none; nothing of it stays then.
   */
  "recording/import": {
    params: z.object({
      fileName: z.string().min(1).max(200),
      text: z.string().max(MAX_IMPORT_TEXT),
      from: z.string().max(64).optional(),
      isLast: z.boolean(),
    }),
    result: z.object({ next: z.string().optional(), recording: RecordingInfo.optional() }),
  },
  /** Puts a marker on a moment. An empty label takes it away. */
  "recording/mark": {
    params: z.object({ id: RecordingName, atMs: Moment, label: z.string().max(200) }),
    result: RecordingInfo,
  },
  /** Deletes recordings for good. The recording of a session that still runs is left alone and named in `kept`. */
  "recording/delete": {
    params: z.object({ ids: z.array(RecordingName).min(1).max(1000) }),
    result: z.object({ deleted: z.int(), freedBytes: z.number(), kept: z.array(z.string()) }),
  },
} as const satisfies MethodTable;
