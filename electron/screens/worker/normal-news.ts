/** What is new on a screen since a baseline: by where it stands, and as text. */
import type { TextLimit } from "../screen-types.ts";
import type { Line, OnHiddenText } from "./screen-text.ts";

/** What is new in the normal buffer, by where it stands; `line` is the baseline's own, if it is still kept. */
export type NormalNews = {
  /** Lines above the baseline's that were not there before. */
  readonly above: readonly Line[];
  readonly line: Line | undefined;
  /** Lines below it that were not there before. */
  readonly below: readonly Line[];
  /** What stood above and below it and is not there any more. It may stand elsewhere now. */
  readonly gone: readonly string[];
  /** Some of what is new has left the scrollback. */
  readonly lost: boolean;
  /** What came right after the baseline is not among it: it has left the scrollback, or is above the last `maxRows`. */
  readonly isCut: boolean;
  /** `below` begins in the middle of a line that is too long to be looked at from its beginning. */
  readonly beginsMidLine: boolean;
  /** How many lines somewhere in `below` were not read, because only the last ones are asked for. */
  readonly unread: number;
};

/** What is new in the normal buffer, as text from the cursor of the baseline on. */
export type Delta = {
  /** Oldest line first. */
  readonly lines: readonly string[];
  /** Which of the lines is the one the cursor was in; -1 if that is not among them. */
  readonly baselineLine: number;
  readonly lost: boolean;
  /** What came right after the baseline is not among the lines. */
  readonly isCut: boolean;
  /** The line the cursor was in does not begin any more with what stood before the cursor. */
  readonly isRewritten: boolean;
  /** The first line is the end of one that is too long to be looked at from its beginning. */
  readonly beginsMidLine: boolean;
  /** How many lines were not read, because only the last ones are asked for. */
  readonly unread: number;
};

export type DeltaOptions = {
  /** Of a long text, only its last rows are looked at. */
  readonly maxRows?: number;
  /** Keeps blanks and blank lines up to the cursor: a pattern may look for them. */
  readonly toCursor?: boolean;
  /**
   * No more is asked for. Many lines before the last ones are counted and not read, nor is the middle of a line that is too
   * long for an answer.
   */
  readonly wanted?: TextLimit | undefined;
  readonly onHidden?: OnHiddenText | undefined;
};
