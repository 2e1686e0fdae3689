import type { ScreenEvidence } from "../../shared/screen-evidence.ts";

/** Python at its prompt, at which a line has been entered before. Tests say what is otherwise. */
export const AT_PROMPT: ScreenEvidence = {
  before: "learned",
  atMarkedPrompt: false,
  runsCommand: false,
  moved: true,
  left: true,
  changed: false,
  asksAgain: false,
  changedWithin: false,
  alternate: false,
  returns: true,
  known: true,
  isBegun: false,
  drawn: false,
  drawnBelow: false,
  standsOut: false,
  hasChoices: false,
  line: ">>> ",
  lastLine: ">>> ",
  isLastNew: true,
  continued: false,
};
