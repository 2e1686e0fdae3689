/**
 * What a player needs to show any moment of a recording soon. It comes as lines of
 * JSON: first a `ReplayIndex`, then one `Keyframe` each line, in order. From the
 * keyframe before a moment on, little output is left to be played to reach it.
 */
import type { Actor } from "../client-kind.ts";
import type { Size } from "../protocol.ts";

/** Something to see on the timeline. */
export type ReplayEvent = {
  readonly atMs: number;
  readonly kind: "input" | "marker" | "resize" | "exit" | "ask";
  /** What was typed, with names for keys; the marker's label; the question; how it ended. */
  readonly text: string;
  /** Who typed, and whether that was a person. Only for input. */
  readonly by?: { readonly name: string; readonly actor: Actor };
};

export type ReplayIndex = {
  readonly size: Size;
  /** In milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The largest size that the terminal ever had. */
  readonly largest: Size;
  readonly events: readonly ReplayEvent[];
  /** True when there were more events than are listed. */
  readonly isCut: boolean;
  /** How much output there was in each of as many equal parts of the time, in UTF-16 units. */
  readonly activity: readonly number[];
};

/** The screen at a moment, and where the recording goes on from there. */
export type Keyframe = {
  readonly atMs: number;
  /** The byte of the file at which the next event begins. */
  readonly position: number;
  readonly size: Size;
  /** Text that makes an empty terminal show the screen. */
  readonly screen: string;
};
