/** The methods that start sessions, list them, attach to them, end them, and say what becomes of them. */
import { z } from "zod";
import { MAX_SCROLLBACK } from "../scrollback.ts";
import { AttentionRule, CorrectedState } from "../shapes/attention-shapes.ts";
import { Environment, SessionId, ShownName, Size } from "../shapes/basic-shapes.ts";
import { Pattern, StepFailure, Steps, WaitCondition, WaitOutcome } from "../shapes/call-shapes.ts";
import { Snapshot } from "../shapes/screen-shapes.ts";
import { EndedProcess, SessionInfo, SessionJob } from "../shapes/session-shapes.ts";
import { RecentStart, StartPreset } from "../shapes/setup-shapes.ts";
import { caller, force, id, type MethodTable, nothing } from "./request-fields.ts";

export const sessionMethods = {
  "session/create": {
    params: z.object({
      /** When absent or empty, the host generates an id: `proc-` and 12 hex digits. */
      id: z.union([SessionId, z.literal("")]).optional(),
      /** A command line for the user's shell. */
      command: z.string().min(1, "The command is empty").max(65_536),
      /** An absolute path. Default: the user's home directory. */
      cwd: z.string().max(4096).optional(),
      /** The environment of the program. Default: the host's own. The host filters either one. */
      env: Environment.optional(),
      /** Variables in addition to that environment, or in place of some of it. */
      variables: Environment.optional(),
      size: Size.optional(),
      wait: WaitCondition.optional(),
      /** Performed after `wait`; see `session/steps`. */
      steps: Steps.optional(),
      stopOn: Pattern.optional(),
      /** The time limit for `wait` and all steps together. */
      timeoutMs: z.int().min(0).max(86_400_000).optional(),
      ...caller,
    }),
    result: z.object({ session: SessionInfo, wait: WaitOutcome.optional(), failed: StepFailure.optional() }),
  },

  /** What a person may want to start: programs of this machine, and what people have started from the window, the latest first. */
  "start/options": {
    params: nothing,
    result: z.object({ presets: z.array(StartPreset), recent: z.array(RecentStart), home: z.string() }),
  },
  /** Forgets a recent start. Without a command, all of them. */
  "start/forget": {
    params: z.object({ start: z.object({ command: z.string().max(65_536), cwd: z.string().max(4096) }).optional() }),
    result: nothing,
  },
  /** Whether a program can start in this folder: its absolute path, or why not. */
  "start/check-folder": {
    params: z.object({ cwd: z.string().max(4096) }),
    result: z.object({ cwd: z.string().optional(), problem: z.string().optional() }),
  },

  /**
   * Starts the demo: agents without a model work in a few sessions, whose ids the answer names. Throws `bad-request`
   * while there are sessions of a demo, and `start-failed` where it cannot run.
   */
  "demo/start": { params: nothing, result: z.object({ sessions: z.array(SessionId) }) },

  "session/list": { params: nothing, result: z.array(SessionInfo) },
  /**
   * Answers with a snapshot. `session/output` events from its `offset` on follow.
   * `scrollback` is how many rows above the viewport the snapshot has, if the screen
   * keeps that many. A client that wants older rows attaches again, with a larger number.
   * Snapshots in `session/resync` events have the default number. `within` is the session in whose terminal the client shows this one. A session
   * that would show itself is refused.
   */
  "session/attach": {
    params: z.object({
      ...id,
      /** Default: 1000. */
      scrollback: z.int().min(0).max(MAX_SCROLLBACK).optional(),
      within: SessionId.optional(),
    }),
    result: Snapshot.extend({ session: SessionInfo }),
  },
  "session/detach": { params: z.object(id), result: nothing },
  /**
   * Ends the program and everything that it has started. The session stays readable.
   * Automation gets the error `lease-held` while a person holds the lease. The user's
   * own automation passes `force` to end it anyway; from an agent `force` means nothing.
   */
  "session/kill": { params: z.object({ ...id, ...force }), result: z.object({ ended: z.array(EndedProcess) }) },
  /** Ends the program if it still runs, as `session/kill` does, and removes the session. Its recording stays. */
  "session/stop": { params: z.object({ ...id, ...force }), result: z.object({ ended: z.array(EndedProcess) }) },
  /** Stops the program and everything that it has started where they stand (SIGSTOP). Agents do not type meanwhile, and their waits end. */
  "session/freeze": { params: z.object(id), result: nothing },
  /** Lets a frozen session go on. An agent may not if a person has frozen it. */
  "session/resume": { params: z.object(id), result: nothing },
  /** Stops the session and starts its program again: same name, owner, command, folder, environment and size. The recording of the one before stays. */
  "session/restart": { params: z.object(id), result: z.object({ session: SessionInfo }) },
  /** Gives a session a name for people to read. Its id stays. An empty name takes the given one away. */
  "session/rename": { params: z.object({ ...id, name: ShownName }), result: nothing },
  /** Says to which job a session belongs, and how far that is. The window shows it with the job's sessions. */
  "session/job": { params: z.object({ ...id, job: SessionJob }), result: nothing },
  /** Stops all sessions that the client may stop. `kept` are those that a person types into; see `session/kill`. */
  "session/stop-all": {
    params: z.object(force),
    result: z.object({ stopped: z.int(), ended: z.array(EndedProcess), kept: z.array(SessionId) }),
  },
  /** The user says what the state is. It becomes a rule for this program at such a line. Throws `session-ended`. */
  "session/correct": { params: z.object({ ...id, state: CorrectedState }), result: AttentionRule },
  /** Calls the user with a message, which the window's inbox shows. It replaces the session's message before. */
  "session/notify": { params: z.object({ ...id, message: z.string().min(1, "The message is empty").max(500) }), result: nothing },
  /** The user has read the session's message, which goes. A person who enters a line in the session has, too. */
  "session/acknowledge": { params: z.object(id), result: nothing },
} as const satisfies MethodTable;
