/**
 * The protocol between the host and its clients.
 *
 * The window, the command line, the relay and the MCP server all use it. Only the
 * transport differs: MessagePort, local socket, WebSocket or in-memory pair.
 * Messages are JSON-RPC 2.0. Clients send requests; the host answers them and
 * sends events (notifications). The first request must be `host/hello`.
 *
 * To add a method, add a row to `methods`. The compiler then lists every place that
 * must handle it. Every string, array and record of a request has an upper bound.
 */
import { z } from "zod";
import type { AuditRow } from "./audit-entry.ts";
import type { ErrorCode } from "./errors.ts";
import { MAX_SCROLLBACK } from "./scrollback.ts";
import { SETTING_NAMES } from "./settings/settings.ts";
import type { SettingsState } from "./settings/settings-state.ts";
import { TOOL_NAMES } from "./tool-names.ts";
import { IF_HELD } from "./if-held.ts";
import {
  ExportPiece,
  ExportRequest,
  Moment,
  RecordingFilter,
  RecordingInfo,
  RecordingMatch,
  RecordingName,
} from "./recording-shapes.ts";
import {
  AgentId,
  AgentName,
  AttentionExplanation,
  AttentionRule,
  CorrectedState,
  ClientInfo,
  ClientKind,
  ConnectedClient,
  KnownAgent,
  KnownClient,
  LinkInfo,
  Driver,
  EndedProcess,
  Environment,
  type ExitStatus,
  GrantDuration,
  Input,
  LEASE_MODES,
  MAX_TEXT,
  Offset,
  Pattern,
  HaltInfo,
  ProcessUsage,
  RecentStart,
  RunOutcome,
  Secret,
  SecretEnd,
  SessionId,
  SessionInfo,
  SessionJob,
  ShownName,
  Size,
  Snapshot,
  StartPreset,
  StepFailure,
  Steps,
  TextLimit,
  type TileFrame,
  TokenInfo,
  TokenTier,
  WaitCondition,
  WaitOutcome,
  cursor,
  endedAs,
  hiddenText,
} from "./shapes.ts";

export { PROTOCOL_VERSION } from "./version.ts";
export { DEFAULT_TEXT_BYTES, SessionId, Size, Tier, DEFAULT_WAIT_MS, WaitCondition } from "./shapes.ts";
export type {
  ExitStatus,
  ClientKind,
  ClientInfo,
  ConnectedClient,
  Grant,
  GrantDuration,
  KnownAgent,
  KnownClient,
  LinkInfo,
  RecentStart,
  StartPreset,
  TokenInfo,
  Driver,
  Lease,
  LeaseMode,
  ParkedWrite,
  ParkedFate,
  Attention,
  AttentionExplanation,
  AttentionRule,
  AttentionSource,
  Breakpoint,
  CorrectedState,
  DebuggerState,
  Progress,
  HaltInfo,
  SecretEnd,
  SessionInfo,
  SessionMessage,
  RunOutcome,
  MouseButton,
  Click,
  InputPart,
  HiddenText,
  WaitOutcome,
  Step,
  StepFailure,
  Snapshot,
  Run,
  TileFrame,
  EndedProcess,
  ProcessUsage,
  SessionJob,
} from "./shapes.ts";
export type { ExportPiece, ExportRequest, RecordingFilter, RecordingInfo, RecordingMatch } from "./recording-shapes.ts";

/** Far more than all settings take, with two hundred color schemes. */
const MAX_SETTINGS_TEXT = 262_144;
/** UTF-16 units in a piece of a file. A message may be several times as long in bytes. */
const MAX_IMPORT_TEXT = 131_072;
const SettingNames = z.enum(SETTING_NAMES);
const id = { id: SessionId };
/**
 * The name of a reader that uses many connections, one after the other, as the
 * command line does. It is a name among the clients of one principal. Default: the
 * connection is the reader.
 */
const caller = { caller: z.string().min(1).max(256).optional() };
/** What the request does while the client may not type. `park` returns at once, with the outcome `parked`. Default: `refuse`. */
const ifHeld = { ifHeld: z.enum(IF_HELD).optional() };
/** A parked write, or all of them. */
const parkedWrite = { write: z.int().positive().optional() };
const nothing = z.object({});
const force = { force: z.boolean().optional() };

/** A change of a client's configuration. `client` is one of the ids of `connect/list`. */
const connectChange = { client: z.string().min(1).max(64), remove: z.boolean().optional() };

/** The time between two frames, in milliseconds. */
const FrameInterval = z.int().min(50).max(10_000);

export const methods = {
  /** Must be the first request. After a wrong token or version, the host answers with an error and closes the connection. */
  "host/hello": {
    params: z.object({
      protocol: z.int(),
      token: z.string().max(256),
      client: z.object({
        name: z.string().max(128),
        kind: ClientKind,
        /** A random secret of an agent (kind `mcp`). A client that sends it again is the same agent. */
        key: z.string().min(22).max(128).optional(),
      }),
    }),
    result: z.object({ protocol: z.int(), version: z.string(), pid: z.int(), client: ClientInfo }),
  },
  "host/info": {
    params: nothing,
    result: z.object({
      version: z.string(),
      pid: z.int(),
      startedAtMs: z.number(),
      clients: z.array(ClientInfo),
      recordingsDirectory: z.string(),
      /** How a person runs `cotty` in a terminal of this machine. */
      command: z.string(),
    }),
  },
  /** Answers with every session and client. From then on the host sends the events that need `host/watch`. */
  "host/watch": {
    params: nothing,
    result: z.object({ sessions: z.array(SessionInfo), clients: z.array(ClientInfo), halt: HaltInfo.optional() }),
  },
  /**
   * With `on`, takes from every agent the right to type and to start programs, and ends what agents wait for. Without,
   * gives it back. No `on` only says how it stands.
   */
  "agents/halt": { params: z.object({ on: z.boolean().optional() }), result: z.object({ halt: HaltInfo.optional() }) },
  /** Stops every session, then ends the host. */
  "host/shutdown": { params: nothing, result: z.object({ stopped: z.int() }) },
  /** Answers with a loopback address that opens the window in a browser. It contains a single-use code. */
  "window/open": { params: nothing, result: z.object({ url: z.string(), expiresInMs: z.int() }) },
  /** Brings the desktop app's window to the front, and shows a session if one is named. `shown` is false when no app is connected. */
  "window/show": { params: z.object({ id: SessionId.optional() }), result: z.object({ shown: z.boolean() }) },
  /** Says that this client has such a window. From then on it gets `window/show` events. */
  "window/provide": { params: nothing, result: nothing },

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
   * keeps so many. A client that wants older rows attaches again, with a larger number.
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
   * Reads output from `since` on (default: the beginning), at most `limit` UTF-16
   * units. `next` is the offset for the next read, `end` the end of the output.
   * A client that goes on at `next` with `strip` gets one continuous text. Rows that
   * may still change are not in a piece, but in a later one, or in the last.
   */
  "session/read": {
    params: z.object({
      ...id,
      since: Offset.optional(),
      limit: z.int().min(1).max(MAX_TEXT).optional(),
      /** Ends the reading at this offset, even if there is more output: pass the `end` of the first answer. */
      end: Offset.optional(),
      /** Answers with plain text: the lines that the output has left on the screen. Rows in `hiddenText` are lines of this text. */
      strip: z.boolean().optional(),
    }),
    result: z.object({ text: z.string(), next: Offset, end: Offset, ...endedAs, ...hiddenText }),
  },
  /** The screen with its scrollback as text. Wrapped lines are joined, and trailing blanks are removed. */
  "session/screen": {
    params: z.object({
      ...id,
      /** Answers with only the last `lines` lines. */
      lines: z.int().min(1).max(100_000).optional(),
      /** Answers with only the first `firstLines` lines. */
      firstLines: z.int().min(1).max(100_000).optional(),
      /** Answers with only the text that is new since this offset, as the screen shows it. */
      since: Offset.optional(),
      /** Answers with at most the last `limit` bytes of the text. */
      limit: TextLimit.optional(),
    }),
    result: z.object({
      text: z.string(),
      /** The end of the output. Pass it as `since` to get only later text. */
      offset: Offset,
      size: Size,
      /** The number of rows in the buffer: viewport and scrollback. */
      bufferRows: z.int(),
      omittedLines: z.int().nonnegative(),
      /** The number of lines left out at the end, after the first ones. */
      omittedAtEnd: z.int().nonnegative().optional(),
      /** The text begins with the oldest line of the scrollback; older ones have left it. `session/read` and `session/search` have them. */
      isBeginningGone: z.boolean().optional(),
      ...cursor,
      ...endedAs,
      ...hiddenText,
    }),
  },
  /** The rows of the screen that have changed since this reader's last request. */
  "session/changes": {
    params: z.object({ ...id, ...caller }),
    result: z.object({
      /** The number of each changed row (from 1) and its text. The first time, all rows that are not blank. */
      rows: z.array(z.tuple([z.int(), z.string()])),
      /** The number of lines that have scrolled up since the last request. */
      scrolledBy: z.int().nonnegative(),
      isFirst: z.boolean(),
      ...cursor,
      offset: Offset,
      size: Size,
      ...endedAs,
      ...hiddenText,
    }),
  },
  /** Searches every line that the session has ever printed for a regular expression (JavaScript; `(?i)` in front ignores case). */
  "session/search": {
    params: z.object({
      ...id,
      pattern: z.string().min(1, "The pattern is empty").max(1000),
      /** The number of lines to show before and after each match. */
      context: z.int().min(0).max(20).optional(),
      /** The most matches to show. */
      limit: z.int().min(1).max(1000).optional(),
      /** The first line to search, from 1. */
      from: z.int().min(1).optional(),
    }),
    result: z.object({
      /** The number of a line, its text, and whether it matches. Lines that do not match are context. */
      lines: z.array(z.tuple([z.int(), z.string(), z.boolean()])),
      /** The number of matches in `lines`. */
      matches: z.int().nonnegative(),
      /** The number of matches after the last one in `lines`. */
      more: z.int().nonnegative(),
      totalLines: z.int().nonnegative(),
      /** False when the search ran out of time before the end of the output. */
      isComplete: z.boolean(),
      offset: Offset,
      ...hiddenText,
    }),
  },
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
  /** Exports a session piece by piece. Begin without `from`, and pass `next` as `from` until there is no `next`. */
  "session/export": { params: z.object({ ...id, ...ExportRequest.shape }), result: ExportPiece },
  /** What a person wants to know of a session beside its screen: what runs in it, and where its recording is. */
  "session/facts": {
    params: z.object(id),
    result: z.object({
      /** What the program has started and still runs, itself first. */
      processes: z.array(ProcessUsage),
      /** Absent when there is none. */
      recording: z.object({ path: z.string(), bytes: z.number() }).optional(),
      /** Of a shell that marks its commands: its working directory, and how its last command ended. */
      shell: z.object({ folder: z.string().optional(), lastExitCode: z.int().optional() }).optional(),
    }),
  },
  /** The latest inputs and the clients that typed them, oldest first. */
  "session/inputs": {
    params: z.object(id),
    result: z.array(
      z.object({
        atMs: z.number(),
        client: ClientInfo,
        text: z.string(),
        /**
         * Where the cursor was when a line of input began, as a row counted from the end of the
         * screen's buffer: 1 is the last row. Absent for input that goes on in the same line, for
         * lines that have left the scrollback, and in full-screen programs.
         */
        rowFromEnd: z.int().positive().optional(),
      }),
    ),
  },

  /** Why the session is in its state. */
  "session/why": { params: z.object(id), result: AttentionExplanation },
  /** The user says what the state is. It becomes a rule for this program at such a line. Throws `session-ended`. */
  "session/correct": { params: z.object({ ...id, state: CorrectedState }), result: AttentionRule },
  /** Calls the user with a message, which the window's inbox shows. It replaces the session's message before. */
  "session/notify": { params: z.object({ ...id, message: z.string().min(1, "The message is empty").max(500) }), result: nothing },
  /** The user has read the session's message, which goes. A person who enters a line in the session has, too. */
  "session/acknowledge": { params: z.object(id), result: nothing },
  /** The user's corrections, oldest first. */
  "attention/rules": { params: nothing, result: z.array(AttentionRule) },
  "attention/forget": { params: z.object({ rule: z.int() }), result: nothing },

  /** The recordings that the client may see, the latest first. `from` leaves out so many. */
  "recording/list": {
    params: z.object({
      filter: RecordingFilter.optional(),
      from: z.int().nonnegative().optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    result: z.object({
      recordings: z.array(RecordingInfo),
      /** How many fit the filter, and the size of their files. */
      total: z.int(),
      totalBytes: z.number(),
    }),
  },
  "recording/info": { params: z.object({ id: RecordingName }), result: RecordingInfo },
  /** Finds text in what the screens of past sessions have shown. Without regard to case. The latest recordings come first. */
  "recording/search": {
    params: z.object({
      text: z.string().min(1, "The text is empty").max(200),
      filter: RecordingFilter.optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    result: z.object({
      matches: z.array(RecordingMatch),
      /** The recordings with the text that are not in `matches`. */
      more: z.int(),
      /** The recordings that could not be searched yet: they run, or their text is still being read. */
      unread: z.int(),
    }),
  },
  /** Exports a recording piece by piece, as `session/export` does. */
  "recording/export": { params: z.object({ id: RecordingName, ...ExportRequest.shape }), result: ExportPiece },
  /** Ends an export, or an import, before its last piece. `from` is the `next` of a piece. */
  "export/cancel": { params: z.object({ from: z.string().max(200) }), result: nothing },
  /** What a player needs to show any moment soon; see `ReplayIndex`. Comes piece by piece, as an export does. */
  "recording/index": { params: z.object({ id: RecordingName, from: z.string().max(200).optional() }), result: ExportPiece },
  /** Who typed what and when: every input, as lines of `RecordedInput`. Comes piece by piece, as an export does. */
  "recording/inputs": { params: z.object({ id: RecordingName, from: z.string().max(200).optional() }), result: ExportPiece },
  /** Whole lines of a recording from a byte on, where a line begins. Without `next`, they were the last. */
  "recording/read": {
    params: z.object({ id: RecordingName, position: z.int().nonnegative() }),
    result: z.object({ text: z.string(), next: z.int().optional() }),
  },
  /**
   * Takes in a recording from elsewhere: the text of an asciicast file of version 2 or 3, in pieces. `fileName` is the
   * name that people read. The first piece has no `from`; each other one has the `next` of the answer before. The last piece is answered with
   * the recording. Throws `bad-request` when it is none; nothing of it stays then.
   */
  "recording/import": {
    params: z.object({
      fileName: z.string().min(1).max(200),
      text: z.string().max(MAX_IMPORT_TEXT),
      from: z.string().max(64).optional(),
      isLast: z.boolean(),
    }),
    result: z.object({ next: z.string().optional(), recording: RecordingInfo.optional() }),
  },
  /** Puts a marker on a moment. An empty label takes it away. */
  "recording/mark": {
    params: z.object({ id: RecordingName, atMs: Moment, label: z.string().max(200) }),
    result: RecordingInfo,
  },
  /** Deletes recordings for good. The recording of a session that still runs is left alone and named in `kept`. */
  "recording/delete": {
    params: z.object({ ids: z.array(RecordingName).min(1).max(1000) }),
    result: z.object({ deleted: z.int(), freedBytes: z.number(), kept: z.array(z.string()) }),
  },

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

  /**
   * Sets the tiles that this client shows. `tiles/frame` events follow, with at least
   * `intervalMs` between two frames of a tile, or that of `hot` for the tiles in it.
   */
  "tiles/subscribe": {
    params: z.object({
      ids: z.array(SessionId).max(500),
      intervalMs: FrameInterval,
      hot: z.object({ ids: z.array(SessionId).max(16), intervalMs: FrameInterval }).optional(),
    }),
    result: nothing,
  },

  /**
   * Lets other agents drive a session as its owner does. With a name: the agents of
   * that name that are known now. With `all`: every agent, now and later.
   */
  "session/share": {
    params: z.object({ ...id, with: z.union([z.object({ name: AgentName }), z.literal("all")]) }),
    result: z.object({ sharedWith: z.array(z.string()) }),
  },
  /** Ends the sharing of a session. With a name, only for agents of that name. */
  "session/unshare": {
    params: z.object({ ...id, name: AgentName.optional() }),
    result: z.object({ sharedWith: z.array(z.string()) }),
  },

  /**
   * Creates a link with which a browser of this machine watches one session and does nothing else. It expires, and ends
   * with the session and with the host. Only this answer ever contains what opens it. Only for people.
   */
  "link/create": {
    params: z.object({
      ...id,
      /** Default: an hour. At most a week. */
      lifetimeMs: z.int().min(1000).max(604_800_000).optional(),
    }),
    result: LinkInfo.extend({ url: z.string() }),
  },
  "link/list": { params: nothing, result: z.array(LinkInfo) },
  /** Ends a link, and closes what it has opened. */
  "link/revoke": { params: z.object({ link: z.string().max(64) }), result: nothing },

  /** The clients that are connected, since when, and what each may do. */
  "client/list": { params: nothing, result: z.array(ConnectedClient) },
  /** The audit, the latest rows first, one page at a time. `next` of an answer is `before` of the request for older rows. */
  "audit/list": {
    params: z.object({
      /** Part of the name of a client, an agent or a principal; without regard to case. */
      client: z.string().max(128).optional(),
      /** Part of a method's name. */
      method: z.string().max(64).optional(),
      /** Part of a session's id; without regard to case. */
      session: z.string().max(64).optional(),
      /** Only what was refused or has failed. */
      refused: z.boolean().optional(),
      before: z.string().max(64).optional(),
      /** Default: 50. */
      limit: z.int().min(1).max(500).optional(),
    }),
    result: z.object({ rows: z.array(z.custom<AuditRow>()), next: z.string().optional() }),
  },
  /**
   * The agents that are connected, were refused something, or have a grant: those that wait for an answer first, then
   * the latest. `more` were left out. `grants/changed` events follow after `host/watch`.
   */
  "grant/list": { params: nothing, result: z.object({ agents: z.array(KnownAgent), more: z.int() }) },
  /**
   * Says how far an agent reaches, and for how long. `agent` is its id; names prove nothing. The newest word of the user
   * counts, and a grant that lasts shorter than it ends. For a person, or a command that a person types in a shell.
   */
  "grant/give": {
    params: z.object({ agent: AgentId, tier: TokenTier, lasts: GrantDuration }),
    result: KnownAgent,
  },
  /** Takes back every grant of an agent. What it does that needed one ends. */
  "grant/revoke": { params: z.object({ agent: AgentId }), result: KnownAgent },
  /** A person has seen that the agent is new, and leaves it as it is. It is new again with the next host. */
  "grant/dismiss": { params: z.object({ agent: AgentId }), result: nothing },

  /** Creates a token with which one agent connects over HTTP. Only this answer ever contains the token. */
  "token/create": {
    params: z.object({ name: AgentName, tier: TokenTier.optional() }),
    result: TokenInfo.extend({ token: z.string() }),
  },
  /** Which token this is; nothing for one that is not valid. For a client that has a token in its configuration. */
  "token/find": { params: z.object({ token: z.string().max(256) }), result: z.object({ found: TokenInfo.optional() }) },
  "token/list": { params: nothing, result: z.array(TokenInfo) },
  /** Revokes a token and cancels the requests of its agent. The agent's sessions stay. */
  "token/revoke": { params: z.object({ name: AgentName }), result: nothing },
  /** Switches MCP over HTTP on or off until the host ends. Without `on`, only says whether it is on. */
  "http/switch": {
    params: z.object({ on: z.boolean().optional() }),
    result: z.object({ on: z.boolean(), url: z.string().optional() }),
  },

  /** What a person has chosen, from the settings file. `settings/changed` events follow after `host/watch`. */
  "settings/read": { params: nothing, result: z.custom<SettingsState>() },
  /** Writes settings into the file, and takes others out of it. For people only: `window` and `attach`. */
  "settings/write": {
    params: z.object({
      /** A JSON object of settings, as text. */
      set: z.string().max(MAX_SETTINGS_TEXT).optional(),
      reset: z.array(SettingNames).max(SETTING_NAMES.length).optional(),
    }),
    result: z.custom<SettingsState>(),
  },

  /**
   * The MCP clients that Cotty knows, those found on this machine first. `command` is how a person runs `cotty` in
   * a terminal, `entry` what a client that Cotty does not know needs in its configuration. Only for people.
   */
  "connect/list": {
    params: nothing,
    result: z.object({ clients: z.array(KnownClient), command: z.string(), entry: z.string() }),
  },
  /** How a client's configuration would change; nothing is written. With `remove`, Cotty is taken out again. Only for people. */
  "connect/preview": {
    params: z.object(connectChange),
    result: z.object({
      file: z.string(),
      /** There is no such file yet. */
      isNew: z.boolean(),
      /** Removed lines begin with `-`, added ones with `+`. Empty when there is nothing to change. */
      diff: z.string(),
      /** How the client picks up the change. */
      nextStep: z.string(),
    }),
  },
  /** Makes the change. `seen` is the `diff` that the person has agreed to; another change is refused. Only for people. */
  "connect/write": {
    params: z.object({ ...connectChange, seen: z.string().max(MAX_TEXT) }),
    result: z.object({ file: z.string(), remarks: z.array(z.string()) }),
  },

  /** Starts an MCP server on this connection. `mcp/message` notifications then go in both directions. */
  "mcp/open": {
    params: z.object({
      /** The folder and the environment in which the agent's sessions start by default. */
      cwd: z.string().max(4096).optional(),
      env: Environment.optional(),
      /** The name under which the tool is listed: `terminal` if nothing is said. It answers to both. */
      tool: z.enum(TOOL_NAMES).optional(),
    }),
    result: nothing,
  },
} as const satisfies Record<string, { params: z.ZodType; result: z.ZodType }>;

export type Method = keyof typeof methods;
export type Params<M extends Method> = z.infer<(typeof methods)[M]["params"]>;
export type Result<M extends Method> = z.infer<(typeof methods)[M]["result"]>;

/** The notifications that the host sends. */
export type Events = {
  /** A session has changed. Sent at most four times a second for each session. Needs `host/watch`. */
  "session/changed": { session: SessionInfo };
  /**
   * The session was removed, or is out of reach now. `exit` is how its program has ended. `by` is the client that
   * removed it, told to those who may know of all clients. Needs `host/watch`.
   */
  "session/closed": { id: SessionId; exit?: ExitStatus; by?: ClientInfo };
  /** The agents have been halted, or may type again. Needs `host/watch`. */
  "agents/halted": { halt?: HaltInfo };
  "clients/changed": { clients: ClientInfo[] };
  /** What `grant/list` answers has changed. Sent at most four times a second. Needs `host/watch`, and tier `admin`. */
  "grants/changed": Record<string, never>;
  /** The settings, or what is wrong with their file, have changed. Needs `host/watch`, and tier `admin`. */
  "settings/changed": SettingsState;
  /** A client has ended the host. The sessions have been stopped, and this connection will close. Needs `host/watch`. */
  "host/ending": { by: ClientInfo; stopped: number };
  /** A client wants the window to come to the front, and to show this session if one is named. Needs `window/provide`. */
  "window/show": { id?: SessionId };
  /** Output of an attached session, from `offset` on. */
  "session/output": { id: SessionId; offset: number; text: string };
  /** Replaces the client's screen, because the client fell behind or the size has changed. */
  "session/resync": { id: SessionId } & Snapshot;
  "tiles/frame": { seq: number; tiles: TileFrame[] };
  "mcp/message": { message: Record<string, unknown> };
};
export type EventName = keyof Events;

/**
 * Notifications that a client may send. They have no id and get no answer, so
 * one that its schema does not accept is dropped.
 */
export const notifications = {
  /** Ends a request of this connection that waits. Its answer says `cancelled`. */
  "request/cancel": z.object({ request: z.int() }),
  /** Credit for the next `tiles/frame`: sent when the frame of this number has been painted. */
  "tiles/ack": z.object({ seq: z.int().nonnegative() }),
  /** A message to the MCP server that `mcp/open` has started. */
  "mcp/message": z.object({ message: z.record(z.string(), z.unknown()) }),
} as const satisfies Record<string, z.ZodType>;

export type NotificationName = keyof typeof notifications;
export type ClientNotifications = { [N in NotificationName]: z.infer<(typeof notifications)[N]> };

/** A JSON-RPC error. `code` is one of `RpcErrorNumber`; callers branch on `data.code`. */
export type RpcError = { code: number; message: string; data?: { code: ErrorCode } };
