/** Shapes of a call: what is typed, what ends a wait, and what comes of both. */
import { z } from "zod";
import { MOUSE_BUTTONS } from "../mouse-buttons.ts";
import { Attention, AttentionState } from "./attention-shapes.ts";
import { ExitStatus, Offset, Size, Text } from "./basic-shapes.ts";
import { Handback } from "./lease-shapes.ts";
import { cursor, hiddenText } from "./screen-shapes.ts";

const MouseButton = z.enum(MOUSE_BUTTONS);
export type MouseButton = z.infer<typeof MouseButton>;

/** A click on a cell of the screen, counted from 1, or on a label. The label must be on the screen exactly once. */
const Click = z.union([
  z.object({ row: z.int().min(1).max(500), col: z.int().min(1).max(1000), button: MouseButton.optional() }).strict(),
  z.object({ text: z.string().min(1, "The label is empty").max(200), button: MouseButton.optional() }).strict(),
]);
export type Click = z.infer<typeof Click>;

/**
 * A part of the input:
 * - `text` is typed as it is, including control characters
 * - `key` is a named key, such as `Up` or `C-c`
 * - `paste` is pasted
 * - `click` is a mouse click
 * - `submit` is typed or pasted, whichever the program supports, followed by a separate Enter
 */
const InputPart = z.union([
  z.object({ click: Click }).strict(),
  z.object({ text: Text }).strict(),
  z.object({ key: z.string().max(64) }).strict(),
  z.object({ paste: Text }).strict(),
  z.object({ submit: Text }).strict(),
]);
export type InputPart = z.infer<typeof InputPart>;
export const Input = z.array(InputPart).max(1000);

/**
 * A regular expression: JavaScript, flags `m` and `u`; `(?i)` in front ignores case. Not an empty one, such as a shell
 * makes of a variable that is not set: it would match everything.
 */
export const Pattern = z
  .string()
  .regex(/^(?!(?:\(\?i\))?(?:\(\?:\))?$)/, "The pattern is empty, so it would match everything")
  .max(1000);

/** The default time-out of a wait, in milliseconds. */
export const DEFAULT_WAIT_MS = 30_000;

/** The conditions that end a wait. The first one that becomes true ends it. The exit and the time-out end every wait. */
export const WaitCondition = z.object({
  /** New text matches. */
  pattern: Pattern.optional(),
  /** The program is back at a prompt; docs/protocol.md says how it is recognized. Or a pager shows a page; the wait then ends with `pager`. */
  prompt: z.boolean().optional(),
  /** The program asks for input: a question, a password. Or it is at a prompt or shows a page; the wait then ends with `prompt` or `pager`. */
  input: z.boolean().optional(),
  /** A person has taken the keyboard or handed it back. (A takeover ends every wait of automation.) */
  lease: z.boolean().optional(),
  /** The program has printed nothing for this time. */
  quietMs: z.int().min(1).max(3_600_000).optional(),
  /** The program has ended. Set this alone to wait for nothing else. */
  exit: z.boolean().optional(),
  /** The session is in one of these states. What was typed must have had time to change it. */
  state: z.array(AttentionState).min(1).max(5).optional(),
  timeoutMs: z.int().min(0).max(86_400_000).optional(),
  /** The answer has only the last `maxLines` lines of new text. In a call with several steps, the last wait decides. */
  maxLines: z.int().min(0).max(10_000).optional(),
  /** The answer has only the first `firstLines` lines of new text, in place of the last ones. */
  firstLines: z.int().min(0).max(10_000).optional(),
});
export type WaitCondition = z.infer<typeof WaitCondition>;

/** Why a client of automation may not type now. */
const standstill = {
  /** Who has frozen the program, which therefore stands still. */
  frozenBy: z.string().optional(),
  /** The person who has halted all agents. */
  haltedBy: z.string().optional(),
  /** Who has made the session read-only: nobody types there. */
  readOnlyBy: z.string().optional(),
  /** The name of the person who has the keyboard now. */
  heldBy: z.string().optional(),
};

/** What ended a wait, and the text that is new since it began. */
export const WaitOutcome = z.object({
  ended: z.enum([
    "match",
    "prompt",
    "pager",
    "input",
    "quiet",
    "lease",
    "exit",
    "state",
    "timeout",
    "takeover",
    "cancelled",
    "parked",
    "sent",
  ]),
  /** The text that the pattern matched. */
  match: z.string().optional(),
  /** The state that ended the wait. */
  attention: Attention.optional(),
  /** The new text as the screen shows it, without the echo of the input. */
  text: z.string(),
  /** The number of lines left out at the beginning of `text` because it was too long. */
  omittedLines: z.int().nonnegative(),
  /** The number of lines left out at the end of `text`, if only the first ones were asked for. */
  omittedAtEnd: z.int().nonnegative().optional(),
  ...cursor,
  offset: Offset,
  exit: ExitStatus.optional(),
  ...hiddenText,
  /** The program asks for input that it does not show, such as a password. */
  hidden: z.boolean().optional(),
  /** The submitted text is still in the program's input field. */
  unsent: z.boolean().optional(),
  ...standstill,
  /** A person had the keyboard since this client last looked. `text` begins with what has changed since then. */
  handback: Handback.optional(),
  /** The terminal's size, when somebody else has changed it since this client last looked. */
  resized: Size.optional(),
});
export type WaitOutcome = z.infer<typeof WaitOutcome>;

/** What has come since the client last looked, and before its command was typed. */
const EarlierOutput = z.object({
  /** As the screen shows it, without the prompt. */
  text: z.string(),
  omittedLines: z.int().nonnegative(),
  ...hiddenText,
});

/** One command that was run in a live shell. */
export const RunOutcome = z.object({
  /**
   * `finished`: the command has ended. `exit`: the shell has. `input`: nothing but what is typed makes the command go on.
   * `takeover`: a person has taken the keyboard, frozen the program, made the session read-only or halted the agents. After
   * that, `input`, `timeout` and `cancelled`, the command goes on.
   */
  ended: z.enum(["finished", "exit", "input", "takeover", "timeout", "cancelled"]),
  /** That of the command. */
  exitCode: z.int().optional(),
  /** How the shell has ended, if it has. */
  exit: ExitStatus.optional(),
  /** The command's output, as the screen shows it; without the line break at its end. */
  text: z.string(),
  /** The number of lines left out before `text`, and after it. */
  omittedLines: z.int().nonnegative(),
  omittedAtEnd: z.int().nonnegative().optional(),
  offset: Offset,
  ...hiddenText,
  /** The command waits for input that does not show, such as a password. */
  hidden: z.boolean().optional(),
  /** The output of a job in the background, for one, or the rest of a command that took too long. */
  earlier: EarlierOutput.optional(),
  ...standstill,
  /** A person had the keyboard since this client last looked. What that has changed is not in `text`. */
  handback: Handback.optional(),
});
export type RunOutcome = z.infer<typeof RunOutcome>;

/** A step of a call: types, or waits, or types and then waits. */
const Step = z.object({ input: Input.optional(), wait: WaitCondition.optional() }).strict();
export type Step = z.infer<typeof Step>;
export const Steps = z.array(Step).min(1).max(200);

/** The step that failed, counted from 1, and the number of steps. The steps after it were not performed. */
export const StepFailure = z.object({
  step: z.int(),
  of: z.int(),
  /** Why the step's input was not typed. */
  error: z.string().optional(),
  /** What `stopOn` matched in what this step has brought about, if that is why the steps stopped. */
  stoppedOn: z.string().optional(),
});
export type StepFailure = z.infer<typeof StepFailure>;
