/** The methods that read a session: its output, its screen, its inputs, and what is known about it. */
import { z } from "zod";
import { AttentionExplanation } from "../shapes/attention-shapes.ts";
import { ClientInfo, MAX_TEXT, Offset, Size, TextLimit } from "../shapes/basic-shapes.ts";
import { Pattern } from "../shapes/call-shapes.ts";
import { cursor, endedAs, hiddenText } from "../shapes/screen-shapes.ts";
import { ProcessUsage } from "../shapes/session-shapes.ts";
import { caller, id, type MethodTable } from "./request-fields.ts";

export const readingMethods = {
  /**
   * Reads output from `since` on (default: the beginning), at most `limit` UTF-16
   * units. `next` is the offset for the next read, `end` the end of the output.
   * A client that goes on at `next` with `strip` gets one continuous text. Rows that
   * may still change are not in a piece, but in a later one, or in the last.
   */
  "session/read": {
    params: z.object({
      ...id,
      since: Offset.optional(),
      limit: z.int().min(1).max(MAX_TEXT).optional(),
      /** Ends the reading at this offset, even if there is more output: pass the `end` of the first answer. */
      end: Offset.optional(),
      /** Answers with plain text: the lines that the output has left on the screen. Rows in `hiddenText` are lines of this text. */
      strip: z.boolean().optional(),
    }),
    result: z.object({ text: z.string(), next: Offset, end: Offset, ...endedAs, ...hiddenText }),
  },
  /** The screen with its scrollback as text. Wrapped lines are joined, and trailing blanks are removed. */
  "session/screen": {
    params: z.object({
      ...id,
      /** Answers with only the last `lines` lines. */
      lines: z.int().min(1).max(100_000).optional(),
      /** Answers with only the first `firstLines` lines. */
      firstLines: z.int().min(1).max(100_000).optional(),
      /** Answers with only the text that is new since this offset, as the screen shows it. */
      since: Offset.optional(),
      /** Answers with at most the last `limit` bytes of the text. */
      limit: TextLimit.optional(),
      ...caller,
    }),
    result: z.object({
      text: z.string(),
      /** The end of the output. Pass it as `since` to get only later text. */
      offset: Offset,
      size: Size,
      /** The number of rows in the buffer: viewport and scrollback. */
      bufferRows: z.int(),
      omittedLines: z.int().nonnegative(),
      /** The number of lines left out at the end, after the first ones. */
      omittedAtEnd: z.int().nonnegative().optional(),
      /** The text begins with the oldest line of the scrollback; older ones have left it. `session/read` and `session/search` have them. */
      isBeginningGone: z.boolean().optional(),
      ...cursor,
      ...endedAs,
      ...hiddenText,
    }),
  },
  /** The rows of the screen that have changed since this reader's last request. */
  "session/changes": {
    params: z.object({ ...id, ...caller }),
    result: z.object({
      /** The number of each changed row (from 1) and its text. The first time, all rows that are not blank. */
      rows: z.array(z.tuple([z.int(), z.string()])),
      /** The number of lines that have scrolled up since the last request. */
      scrolledBy: z.int().nonnegative(),
      isFirst: z.boolean(),
      ...cursor,
      offset: Offset,
      size: Size,
      ...endedAs,
      ...hiddenText,
    }),
  },
  /** Searches every line that the session has ever printed for a regular expression (JavaScript; `(?i)` in front ignores case). */
  "session/search": {
    params: z.object({
      ...id,
      pattern: Pattern,
      /** The number of lines to show before and after each match. */
      context: z.int().min(0).max(20).optional(),
      /** The most matches to show. */
      limit: z.int().min(1).max(1000).optional(),
      /** The first line to search, from 1. */
      from: z.int().min(1).optional(),
    }),
    result: z.object({
      /** The number of a line, its text, and whether it matches. Lines that do not match are context. */
      lines: z.array(z.tuple([z.int(), z.string(), z.boolean()])),
      /** The number of matches in `lines`. */
      matches: z.int().nonnegative(),
      /** The number of matches after the last one in `lines`. */
      more: z.int().nonnegative(),
      totalLines: z.int().nonnegative(),
      /** False when the search ran out of time before the end of the output. */
      isComplete: z.boolean(),
      offset: Offset,
      ...hiddenText,
    }),
  },
  /** What a person wants to know of a session beside its screen: what runs in it, and where its recording is. */
  "session/facts": {
    params: z.object(id),
    result: z.object({
      /** What the program has started and still runs, itself first. */
      processes: z.array(ProcessUsage),
      /** Absent when there is none. */
      recording: z.object({ path: z.string(), bytes: z.number() }).optional(),
      /** Of a shell that marks its commands: its working directory, and how its last command ended. */
      shell: z.object({ folder: z.string().optional(), lastExitCode: z.int().optional() }).optional(),
    }),
  },
  /** The latest inputs and the clients that typed them, oldest first. */
  "session/inputs": {
    params: z.object(id),
    result: z.array(
      z.object({
        atMs: z.number(),
        client: ClientInfo,
        text: z.string(),
        /**
         * Where the cursor was when a line of input began, as a row counted from the end of the
         * screen's buffer: 1 is the last row. Absent for input that goes on in the same line, for
         * lines that have left the scrollback, and in full-screen programs.
         */
        rowFromEnd: z.int().positive().optional(),
      }),
    ),
  },
  /** Why the session is in its state. */
  "session/why": { params: z.object(id), result: AttentionExplanation },
} as const satisfies MethodTable;
