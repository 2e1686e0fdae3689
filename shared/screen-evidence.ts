/** Where a program has left the cursor, as the screen worker reports it. The rules for prompts and questions use it. */
export type ScreenEvidence = {
  /**
   * What stands before the cursor:
   * - `marked`: a prompt that the shell has marked
   * - `learned`: a prompt that is known from earlier input
   * - `text`: other text, and nothing after the cursor
   * - `nothing`: none of these
   */
  readonly before: "marked" | "learned" | "text" | "nothing";
  /** The last that the shell has marked is a prompt, be it the one at which was typed. */
  readonly atMarkedPrompt: boolean;
  /** The shell marks its commands, and one runs. */
  readonly runsCommand: boolean;
  /** The cursor has left the line that was typed, so the text before it is a reaction to that line. */
  readonly moved: boolean;
  /** The cursor is in another line than before, whether or not something was typed. */
  readonly left: boolean;
  /** A line was entered, and the text before the cursor is not the prompt at which it was typed. A blank line below something new counts as another. */
  readonly changed: boolean;
  /** The same, where the line was entered in a full-screen program that is still there: it is not `changed` then. */
  readonly changedWithin: boolean;
  /** A line was entered at a question that had come after one at a prompt, and the same question stands there again. */
  readonly asksAgain: boolean;
  /** A full-screen program uses the alternate screen. */
  readonly alternate: boolean;
  /**
   * The line was entered at a prompt that programs come back to: it ends as
   * shells' do, or a line has been entered at it before. False where nothing was
   * entered at a prompt.
   */
  readonly returns: boolean;
  /** The text before the cursor is a prompt at which a line was entered before, in another folder maybe. */
  readonly known: boolean;
  /** The line is a known prompt, or a shell's by its end at which nothing was entered, with or without text behind it: somebody types there, or has taken an old command back. */
  readonly isBegun: boolean;
  /** Text stands behind the cursor or below it, or the cursor is hidden on a screen that is not blank: the program has drawn more than a prompt. */
  readonly drawn: boolean;
  /** All of what is drawn so stands below the cursor's line: it may be older than that. */
  readonly drawnBelow: boolean;
  /** The lowest row, but for bars, has a background of its own up to the cursor and not behind it, as that of a pager has. */
  readonly standsOut: boolean;
  /** The cursor stands in the frame of a dialog that has buttons, such as `<Yes> <No>`, or at the end of a menu that is no full-screen program's. */
  readonly hasChoices: boolean;
  /** The text before the cursor in its line. */
  readonly line: string;
  /** The last line on the screen that is not blank. */
  readonly lastLine: string;
  /** It is not the line in which the last input was typed. */
  readonly isLastNew: boolean;
  /**
   * The program awaits more of what was entered: the cursor stands in the blank line below, set in as far as that or farther,
   * or behind a known prompt that ends with another sign, as `ghci| ` does for `ghci> `.
   */
  readonly continued: boolean;
  /** Where the output ends that has done more than move the clock of a full-screen program; absent where all output has. */
  readonly newsEnd?: number;
};

/** Where a program has left the cursor, to whoever looks without having typed. The rules for attention use it. */
export type RestingPlace = {
  /** As in `ScreenEvidence`; `marked` until the shell marks that a command runs. */
  readonly before: ScreenEvidence["before"];
  /** The text before the cursor in its line. */
  readonly line: string;
  /** The lines of the viewport that are not blank, the last ones. */
  readonly lines: readonly string[];
  readonly alternate: boolean;
  readonly drawn: boolean;
  readonly drawnBelow: boolean;
  readonly standsOut: boolean;
  readonly isCursorHidden: boolean;
};
