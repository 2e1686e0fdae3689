/** Shapes of recordings: what is known about one, what was found in one, and the pieces of its export. */
import { z } from "zod";
import { EXPORT_FORMATS } from "../export-formats.ts";
import { ENDINGS } from "../recording-ending.ts";
import { ExitStatus } from "./basic-shapes.ts";

/** Names a recording: its id, the beginning of its id (4 digits at least), or the name of its session, of which the latest counts. */
export const RecordingName = z.string().min(1, "The id is empty").max(64, "The id is longer than 64 characters");

/** A time since the start of a recording, in milliseconds. */
export const Moment = z.number().nonnegative().max(1e12);

/** A label that a person has put on a moment. */
const PlacedMarker = z.object({ atMs: Moment, label: z.string().max(200) });
export type PlacedMarker = z.infer<typeof PlacedMarker>;

/** What is known about a recording without reading it. */
export const RecordingInfo = z.object({
  /** 32 hex digits; the name of its file. */
  id: z.string(),
  /** What its owner called the session. Empty when that is not known, as for a file from elsewhere. */
  name: z.string(),
  /** The command line, and the folder in which it was started. Empty when that is not known. */
  command: z.string(),
  cwd: z.string(),
  /** The agent that has started the session. Absent for a session that was started by hand. */
  agent: z.string().optional(),
  /** In milliseconds since 1970. */
  startedAtMs: z.number(),
  /** When it was opened from a file. Absent for a session of this machine. */
  addedAtMs: z.number().optional(),
  /** How long it is; up to now for a session that runs. */
  durationMs: z.number(),
  /** Absent while the program runs, and when the host ended before the program did. */
  exit: ExitStatus.optional(),
  /** Somebody has stopped the session. */
  isStopped: z.boolean().optional(),
  /** True while the session is recorded. */
  isLive: z.boolean(),
  /** The size of the file. */
  bytes: z.number(),
  markers: z.array(PlacedMarker),
  /** Why it cannot be played. Absent when nothing is known to be wrong. */
  damage: z.string().optional(),
});
export type RecordingInfo = z.infer<typeof RecordingInfo>;

/** Recordings that fit every member. Texts are compared without regard to case, and match a part. */
export const RecordingFilter = z.object({
  /** The name of the session, or the beginning of the id. */
  name: z.string().max(200).optional(),
  agent: z.string().max(128).optional(),
  /** A part of the command line. */
  program: z.string().max(200).optional(),
  ending: z.enum(ENDINGS).optional(),
  /** Started at or after this time, and before that one, in milliseconds since 1970. */
  sinceMs: z.number().optional(),
  untilMs: z.number().optional(),
});
export type RecordingFilter = z.infer<typeof RecordingFilter>;

/** A part of a line that contains the text. */
export const RecordingMatch = z.object({
  recording: RecordingInfo,
  /** The lines with the text, at most three, and when each was shown. */
  lines: z.array(z.object({ atMs: z.number(), text: z.string() })),
  /** The number of lines with the text. */
  count: z.int(),
});
export type RecordingMatch = z.infer<typeof RecordingMatch>;

/** What an export shows: one moment (`at`), or a stretch. */
const stretch = {
  /** For a picture. Default: the end. */
  atMs: Moment.optional(),
  /** For a moving picture. Default: all of it. */
  fromMs: Moment.optional(),
  toMs: Moment.optional(),
  /** A moving picture has a line below the screen that names who typed last. */
  drivers: z.boolean().optional(),
  theme: z.enum(["dark", "light"]).optional(),
};

export const ExportRequest = z.object({
  format: z.enum(EXPORT_FORMATS),
  ...stretch,
  /** The `next` of the piece before. */
  from: z.string().max(200).optional(),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

/** A piece of an export. */
export const ExportPiece = z.object({
  /** Text, or bytes in base64 when `encoding` says so. Empty while the export is being made. */
  text: z.string(),
  encoding: z.literal("base64").optional(),
  /** Pass it as `from` to get the next piece. Absent after the last one. */
  next: z.string().optional(),
  /** How much of it has been made, from 0 to 1. */
  progress: z.number(),
  fileName: z.string(),
});
export type ExportPiece = z.infer<typeof ExportPiece>;
