/** Shapes of what a screen shows: snapshots, frames of tiles, and text that a person could not see. */
import { z } from "zod";
import { ExitStatus, Offset, SessionId, Size } from "./basic-shapes.ts";

/**
 * The position of text that a person could not see. Such text is left out of an
 * answer, but for two kinds that are in it: `erased`, in output that is read as
 * text, from the screen or its scrollback; `unfinished`, drawn in a synchronized
 * update that has not ended. Rows of the screen count from 1. Rows in the
 * scrollback are 0 and below, and so are lines of earlier answers.
 */
const HiddenText = z.object({
  kind: z.enum(["concealed", "low-contrast", "invisible", "bidi", "erased", "unfinished"]),
  row: z.int(),
  col: z.int(),
  /** The number of lines from `row` on, if there are several. */
  rows: z.int().min(2).optional(),
});
export type HiddenText = z.infer<typeof HiddenText>;
/** How the program has ended, in an answer that reaches the end of its output. */
export const endedAs = { exit: ExitStatus.optional() };

/** The first positions of hidden text. Absent when there is none. */
export const hiddenText = { hiddenText: z.array(HiddenText).max(20).optional() };

/** Where the cursor is while a full-screen program shows, from 1. */
export const cursor = { cursor: z.object({ row: z.int(), col: z.int() }).optional() };

/** A screen as text. A terminal that writes `screen`, and then the output from `offset` on, shows the session. */
export const Snapshot = z.object({ screen: z.string(), offset: Offset, size: Size });
export type Snapshot = z.infer<typeof Snapshot>;

/**
 * A run of cells with one style: the text, the foreground, the background, the
 * attributes and the width in cells. Colors: see `RunColor`. Attributes: see
 * `CellAttribute`.
 */
const Run = z.tuple([z.string(), z.int(), z.int(), z.int(), z.int()]);
export type Run = z.infer<typeof Run>;

/** The rows of one tile that have changed since the client's last frame. */
export const TileFrame = z.object({
  id: SessionId,
  size: Size,
  cursor: z.object({ x: z.int(), y: z.int(), visible: z.boolean() }),
  /** True when the frame has every row, so that the client draws the whole tile. */
  full: z.boolean(),
  rows: z.array(z.tuple([z.int(), z.array(Run)])),
});
export type TileFrame = z.infer<typeof TileFrame>;
