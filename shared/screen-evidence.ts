/** Where a program has left the cursor, as the screen's worker says it. The rules for prompts and questions judge by it. */
export type ScreenEvidence = {
  /**
   * What stands before the cursor: a prompt the shell has marked, one learned
   * from earlier input, some text with nothing after the cursor, or nothing.
   */
  readonly before: "marked" | "learned" | "text" | "nothing";
  /** The cursor has left the line that was typed, so what is before it is an answer to that. */
  readonly moved: boolean;
  /** The cursor is in another line than before, whatever was typed. */
  readonly left: boolean;
  /** A line was entered, and what stands before the cursor is not what that line was typed at. */
  readonly changed: boolean;
  /** A full-screen program shows. */
  readonly alternate: boolean;
  /** The line of the cursor, up to it. */
  readonly line: string;
  /** The last line on the screen that is not blank. */
  readonly lastLine: string;
};
