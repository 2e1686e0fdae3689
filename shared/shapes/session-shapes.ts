/** The shape of a session as clients see it, and of what belongs to it: its job, its debugger, its processes. */
import { z } from "zod";
import { DEBUGGER_KINDS } from "../debuggers.ts";
import { Attention, Progress, SessionMessage } from "./attention-shapes.ts";
import { ClientInfo, ExitStatus, Offset, SessionId, ShownName, Size } from "./basic-shapes.ts";
import { Driver, Lease, ParkedWrite } from "./lease-shapes.ts";

/** A job of several sessions, and how far it is, as the client says that does it. All numbers count its sessions. */
export const SessionJob = z.object({
  name: ShownName.min(1, "The job has no name"),
  done: z.int().nonnegative(),
  running: z.int().nonnegative(),
  total: z.int().nonnegative(),
});
export type SessionJob = z.infer<typeof SessionJob>;

const Breakpoint = z.object({ id: z.int(), file: z.string(), line: z.int() });
export type Breakpoint = z.infer<typeof Breakpoint>;

/** Where a debugger stands, as far as it has said so on the screen. */
const DebuggerState = z.object({
  kind: z.enum(DEBUGGER_KINDS),
  /** It took commands when the session was last looked at. False while the debugged program reads the terminal. */
  isAtPrompt: z.boolean(),
  /** Where the debugged program has stopped, or the frame that was selected; the source line if it was shown. */
  stopped: z.object({ file: z.string(), line: z.int(), source: z.string().optional() }).optional(),
  breakpoints: z.array(Breakpoint),
});
export type DebuggerState = z.infer<typeof DebuggerState>;

export const SessionInfo = z.object({
  id: SessionId,
  /** The name that a person has given it, for people to read. Requests go by the id. Absent when there is none. */
  shownName: z.string().optional(),
  /** The job that the session belongs to. Absent when it belongs to none. */
  job: SessionJob.optional(),
  /** The command line with which the session was started. */
  command: z.string(),
  cwd: z.string(),
  pid: z.int(),
  size: Size,
  /** The title that the program has set, sanitized. Empty when it has set none. */
  title: z.string(),
  /** The last line on the screen that is not blank, sanitized. */
  lastLine: z.string(),
  /** Absent while the program tells none. */
  progress: Progress.optional(),
  /** How often the program has rung the bell. Absent when it never has. */
  bells: z.int().positive().optional(),
  /** Absent when no client has typed yet. */
  driver: Driver.optional(),
  /** Absent in the mode `agent`, in which every session begins. */
  lease: Lease.optional(),
  /** Writes of automation that a person may send, edit or drop, in the order in which they would be typed. */
  parked: z.array(ParkedWrite).optional(),
  /** The client that started the session. */
  owner: ClientInfo,
  attention: Attention,
  /** Present while a debugger is recognized in the session. */
  debugger: DebuggerState.optional(),
  /** The latest message to the user; see `session/notify`. */
  message: SessionMessage.optional(),
  /** Somebody has stopped the program where it stands: since when, and who. */
  frozen: z.object({ by: z.string(), sinceMs: z.number() }).optional(),
  /** The program reads input that it does not show, such as a password. Agents type nothing there. */
  hiddenInput: z
    .object({
      sinceMs: z.number(),
      /** An agent asks a person for the secret. */
      asked: z.object({ by: z.string(), purpose: z.string(), sinceMs: z.number() }).optional(),
    })
    .optional(),
  /** Present when the program has ended. Its screen and output stay readable. */
  exit: ExitStatus.optional(),
  startedAtMs: z.number(),
  lastOutputAtMs: z.number(),
  /** The end of the output. */
  offset: Offset,
  /** True while the recording is being written. */
  recording: z.boolean(),
  /** The names of the agents with whom the session is shared; `*` means all. Absent when it is shared with nobody. */
  sharedWith: z.array(z.string()).optional(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

/** A process that was ended to stop a session. */
export const EndedProcess = z.object({
  pid: z.int(),
  command: z.string(),
  /** The signal that ended it. */
  signal: z.string(),
});
export type EndedProcess = z.infer<typeof EndedProcess>;

/** A process of a session: processor time since its start, in milliseconds, and memory in use. Absent where the system does not tell. */
export const ProcessUsage = z.object({
  pid: z.int(),
  command: z.string(),
  processorMs: z.number().optional(),
  memoryBytes: z.number().optional(),
});
export type ProcessUsage = z.infer<typeof ProcessUsage>;
