/** The methods that type into a session and wait; secrets, the lease, and input that is parked. */
import { z } from "zod";
import { IF_HELD } from "../if-held.ts";
import { MAX_TEXT, Offset, Size } from "../shapes/basic-shapes.ts";
import { Input, Pattern, RunOutcome, StepFailure, Steps, WaitCondition, WaitOutcome } from "../shapes/call-shapes.ts";
import { Driver, LEASE_MODES, Secret, SecretEnd } from "../shapes/lease-shapes.ts";
import { caller, id, type MethodTable, nothing } from "./request-fields.ts";

/** What the request does while the client may not type. `park` returns at once, with the outcome `parked`. Default: `refuse`. */
const ifHeld = { ifHeld: z.enum(IF_HELD).optional() };
/** A parked write, or all of them. */
const parkedWrite = { write: z.int().positive().optional() };

export const drivingMethods = {
  /**
   * Types into the session. A person acquires the lease by typing. Automation gets
   * the error `lease-held` while a person holds the lease. The baseline of `wait`
   * is set before the first byte is written.
   */
  "session/write": {
    params: z.object({ ...id, input: Input, wait: WaitCondition.optional(), ...ifHeld, ...caller }),
    result: z.object({ offset: Offset, wait: WaitOutcome.optional() }),
  },
  /**
   * Performs several steps, one after the other. Stops at the first step that fails:
   * - its wait times out
   * - the program ends before the last step
   * - a person takes the keyboard
   * - the program asks a question although the step waits for a prompt, and the next
   *   step would type a line that is not plainly an answer (`wait.ended` is `input`)
   * - the line that it entered is back at the prompt, and the next step would type a line
   *   behind it (`wait.unsent`)
   * - its text matches `stopOn` (`failed.stoppedOn` is the match)
   *
   * `wait` has the new text of all steps, each below what it typed, and says what
   * ended the last wait.
   */
  "session/steps": {
    params: z.object({
      ...id,
      steps: Steps,
      /** The steps stop when this pattern matches in the text that is new in one of them: an error message, for example. */
      stopOn: Pattern.optional(),
      timeoutMs: z.int().min(0).max(86_400_000).optional(),
      ...ifHeld,
      ...caller,
    }),
    result: z.object({ wait: WaitOutcome, failed: StepFailure.optional() }),
  },
  /**
   * Waits. The wait counts text that is new since the last input or since this
   * reader's last wait. With `since` it counts text from that offset on, but at
   * most the last 512 Ki UTF-16 units.
   */
  "session/wait": { params: z.object({ ...id, until: WaitCondition, since: Offset.optional(), ...caller }), result: WaitOutcome },
  /**
   * Runs one command in a session whose shell marks its commands (docs/protocol.md), and answers with exactly its output, as text,
   * and its exit code. Waits for the shell's prompt first. Throws `bad-request` for a session without marks, and for a command that
   * is not whole.
   */
  "session/run": {
    params: z.object({
      ...id,
      command: z.string().min(1, "The command is empty").max(65_536),
      timeoutMs: z.int().min(0).max(86_400_000).optional(),
      /** `wait`: it waits until the client may type. Default: it is refused then. */
      ifHeld: z.enum(["refuse", "wait"]).optional(),
      maxLines: z.int().min(0).max(100_000).optional(),
      firstLines: z.int().min(0).max(100_000).optional(),
      ...caller,
    }),
    result: RunOutcome,
  },

  /**
   * Asks a person for a secret, such as a password, that the program waits for, and then waits for what comes of it.
   * The client never sees the secret. Waits at most 10 s for the program to read hidden input, else it fails with
   * `no-secret`. `purpose` says what the secret is for. `wait` is absent unless the secret was typed.
   */
  "secret/ask": {
    params: z.object({
      ...id,
      purpose: z.string().min(1, "The purpose is empty").max(200),
      timeoutMs: z.int().min(0).max(3_600_000).optional(),
      until: WaitCondition.optional(),
      ...caller,
    }),
    result: z.object({ end: SecretEnd, wait: WaitOutcome.optional() }),
  },
  /** Types a secret and Enter, and hides it everywhere. Fails with `no-secret` where the program would show it. */
  "secret/send": { params: z.object({ ...id, secret: Secret }), result: nothing },
  /** Says no to the agent that asks for a secret. */
  "secret/decline": { params: z.object(id), result: nothing },

  /** Resizes the terminal. Automation is refused while a person holds the lease, because the driver's size wins. */
  "session/resize": { params: z.object({ ...id, size: Size, ...caller }), result: nothing },

  /** Makes the client the driver. With `takeover`, a person takes the lease from another holder. Automation cannot. */
  "lease/acquire": { params: z.object({ ...id, takeover: z.boolean() }), result: Driver },
  /** Hands the session back. Does nothing when the client does not hold the lease. */
  "lease/release": { params: z.object(id), result: nothing },
  /** Says who may type. A person takes the lease with `lease/acquire`. */
  "lease/mode": { params: z.object({ ...id, mode: z.enum(LEASE_MODES).exclude(["person"]) }), result: nothing },

  /** Types a parked write, or all of them, in the name of their author. */
  "parked/send": { params: z.object({ ...id, ...parkedWrite }), result: nothing },
  /** Drops a parked write, or all of them. Their author hears of it. */
  "parked/drop": { params: z.object({ ...id, ...parkedWrite }), result: nothing },
  /** Gives a parked write another text. It is then typed in the name of the caller. */
  "parked/edit": { params: z.object({ ...id, write: z.int().positive(), text: z.string().max(MAX_TEXT) }), result: nothing },
} as const satisfies MethodTable;
