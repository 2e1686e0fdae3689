/** What a screen tells, as plain data: it crosses from a screen worker to the host. */
import type { LinesLimit } from "../../shared/lines-within.ts";
import type { HiddenText, Progress, Result, Size, TileFrame } from "../../shared/protocol.ts";

export type Checkpoint = { readonly offset: number; readonly prelude: string };

/** Rows that have changed since a version; `version` is what the next call may name. */
export type ScreenFrame = Omit<TileFrame, "id"> & { readonly version: number };

export type SearchRequest = {
  readonly pattern: string;
  /** Lines to show before and after a match. */
  readonly context: number;
  /** Matches to show; the others are counted. */
  readonly limit: number;
  /** The first line that counts. */
  readonly from: number;
};

export type SearchResult = Omit<Result<"session/search">, "offset">;

/** How far a search has come: the lines it has read, and a part of the next one. */
export type LineProgress = { readonly line: number; readonly pending: string };

/** How the program listens to the mouse, and where a label stands. */
export type MouseState = {
  readonly tracking: "none" | "x10" | "vt200" | "drag" | "any";
  /** xterm's name for how the program wants to be told: `DEFAULT`, `SGR`, `SGR_PIXELS`. */
  readonly encoding: string;
  readonly size: Size;
  /** The middle of every place where the label stands, from 1. */
  readonly labelCells: { readonly row: number; readonly col: number }[];
};

/** Where rendering has come to: all it takes to go on from there later. */
export type RenderProgress = {
  readonly size: Size;
  /** The screen, to be written to a new one, with scrollback: a resize may bring it back. */
  readonly screen: string;
  /** Rows of the viewport that have been gathered already. */
  readonly gathered: number;
  readonly lines: number;
};

/** A piece of a session's output as text. */
export type RenderedPiece = { readonly text: string; readonly hiddenText?: HiddenText[] };

/** Where a reader has come to, when it reads the output as text and piece by piece. */
export type ReadingPlace = { readonly reader: string; readonly offset: number };

/** How much text is wanted: the last lines, or with `isFirst` the first. */
export type TextLimit = LinesLimit;

export type TextPart = {
  readonly text: string;
  /** Lines that were left out before the text, and after it. */
  readonly omittedLines: number;
  readonly omittedAtEnd?: number;
  /** It begins with the oldest line that is kept; there were others before, which have left the scrollback. */
  readonly isBeginningGone?: true;
  readonly hiddenText?: HiddenText[];
  /** In the alternate screen: where the cursor is, from 1. */
  readonly cursor?: { readonly row: number; readonly col: number };
};

export type Changes = {
  /** Rows that are not what they were, from 1; all that are not blank at a first look. */
  readonly rows: [number, string][];
  /** Lines that have gone up since the last look. */
  readonly scrolledBy: number;
  /** There was no earlier look to compare with. */
  readonly isFirst: boolean;
  readonly hiddenText?: HiddenText[];
  readonly cursor?: { readonly row: number; readonly col: number };
};

/** What clients see of a screen without asking. */
export type ScreenState = {
  title: string;
  lastLine: string;
  /** The same with the rows above from which it has wrapped, as far as a few rows. */
  wholeLastLine: string;
  alternate: boolean;
  applicationCursor: boolean;
  applicationKeypad: boolean;
  bracketedPaste: boolean;
  bells: number;
  /** How often the program has asked its terminal to notify a person (OSC 9, 99, 777), and what it said last. */
  notifications: number;
  notification: string;
  /** What the program says of its progress. */
  progress?: Progress;
};

/** Output before the baseline that counts as new, as text up to the baseline. */
export type EarlierText = { readonly text: string; readonly hiddenText?: readonly HiddenText[] | undefined };

/** Where a wait counts from, and what it looks for. */
export type ScreenWaitOptions = {
  readonly pattern?: string;
  /** What is about to be typed: the baseline is here. */
  readonly typed?: string;
  readonly reader: string;
  /** It opens a call: begin where this reader's last wait ended, whoever has typed since. */
  readonly own?: boolean;
  /** It begins a call that is told as a person would see it, each step with what was typed. */
  readonly asSeen?: boolean;
  /** Another step follows: what is new is told as of the moment when the pattern comes. */
  readonly goesOn?: boolean;
  /** Steps are to stop when this pattern comes. */
  readonly stopOn?: string;
  /** Tell where the cursor is left; see `evidence`. */
  readonly evidence?: boolean;
  /** The wait of the step before this one; it looks no more. */
  readonly follows?: number;
  /** Begin at this offset, told by `startSince`. */
  readonly since?: number;
  /** What is new before that. */
  readonly earlier?: EarlierText;
};

/** A command that is about to be typed at a shell's prompt, by a number of its own. As much of what its reader has not been told is told. */
export type CommandStart = {
  readonly number: number;
  readonly reader: string;
  readonly command: string;
  readonly limit: TextLimit;
};

/** What a reader has not been told: whole lines, and the line of the cursor, up to the cursor; `freshInLine` is what of that is new. */
export type UnreadPart = TextPart & { readonly cursorLine: string; readonly freshInLine: string };

/** Nobody waits any more for the command of this number. Without `reader`, nobody is told of it. */
export type CommandEnd = {
  readonly number: number;
  readonly reader?: string;
  /**
   * Up to where the reader is told the output: what the screen shows now, where the command was typed, its end, or the prompt
   * behind one that has not begun; that is at `endOffset`. `prompt-if-silent`: the same, if nothing else has come meanwhile.
   */
  readonly at: "here" | "input" | "end" | "prompt" | "prompt-if-silent";
  readonly endOffset?: number;
  /** C-c was pressed, and the shell is at a new prompt. */
  readonly isTakenBack?: boolean;
};

/** `offset`: up to where the screen shows the output. */
export type CommandNews = {
  readonly offset: number;
  /** What has come before the command began. */
  readonly news?: TextPart;
  /** It was typed while the alternate screen showed, of which no row stays. */
  readonly isAlternate?: true;
};

/** A wait whose pattern has come, and the text that matched. */
export type PatternMatch = { readonly wait: number; readonly match: string };

export type ScreenWaitResult = TextPart & { readonly unsent: boolean };
