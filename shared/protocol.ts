/**
 * The one protocol between the host and its clients.
 *
 * Window, command line, relay and MCP side all speak it; only the transport
 * differs (MessagePort, local socket, WebSocket, in-memory pair). Messages are
 * JSON-RPC 2.0: clients send requests, the host answers them and sends events
 * (notifications). The first request must be `host/hello`.
 *
 * To add a method, add a row to `methods`; the compiler then lists every place
 * that must learn it. Every string, array and record of a request has an upper bound.
 */
import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import {
  AgentName,
  ClientInfo,
  ClientKind,
  Driver,
  EndedProcess,
  Environment,
  Input,
  MAX_TEXT,
  Offset,
  SessionId,
  SessionInfo,
  Size,
  Snapshot,
  StepFailure,
  Steps,
  TextLimit,
  type TileFrame,
  TokenInfo,
  TokenTier,
  WaitCondition,
  WaitOutcome,
  hiddenText,
} from "./shapes.ts";

export { PROTOCOL_VERSION } from "./version.ts";
export { DEFAULT_TEXT_BYTES, SessionId, Size, Tier, DEFAULT_WAIT_MS, WaitCondition } from "./shapes.ts";
export type {
  ExitStatus,
  ClientKind,
  ClientInfo,
  TokenInfo,
  Driver,
  Attention,
  SessionInfo,
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
} from "./shapes.ts";

const id = { id: SessionId };
const nothing = z.object({});

export const methods = {
  /** Must be first. Wrong token or version: an error, then the connection closes. */
  "host/hello": {
    params: z.object({
      protocol: z.int(),
      token: z.string().max(256),
      client: z.object({
        name: z.string().max(128),
        kind: ClientKind,
        /** Of an agent (`mcp`): a random secret. Whoever says it again, after a lost connection, is the same agent. */
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
    }),
  },
  /** Answers with every session; `session/changed` and `session/closed` events follow. */
  "host/watch": { params: nothing, result: z.object({ sessions: z.array(SessionInfo), clients: z.array(ClientInfo) }) },
  /** Ends every session by the ladder, then the host itself. */
  "host/shutdown": { params: nothing, result: z.object({ stopped: z.int() }) },
  /** A loopback address at which a browser may open the window once, with its single-use code. */
  "window/open": { params: nothing, result: z.object({ url: z.string(), expiresInMs: z.int() }) },
  /** Brings the desktop app's window to the front, with a session if one is named. `shown` is false when no app is there. */
  "window/show": { params: z.object({ id: SessionId.optional() }), result: z.object({ shown: z.boolean() }) },
  /** This client has such a window: `window/show` events come to it from now on. */
  "window/provide": { params: nothing, result: nothing },

  "session/create": {
    params: z.object({
      /** Absent or empty: the host makes one up (`proc-` and 12 hex digits). */
      id: z.union([SessionId, z.literal("")]).optional(),
      /** A command line for the user's shell. */
      command: z.string().min(1, "The command is empty").max(65_536),
      /** Absolute; the host's home directory when absent. */
      cwd: z.string().max(4096).optional(),
      /** The caller's environment; filtered by the host. Its own, filtered, when absent. */
      env: Environment.optional(),
      size: Size.optional(),
      wait: WaitCondition.optional(),
      /** Taken after `wait`; see `session/steps`. */
      steps: Steps.optional(),
      /** For `wait` and all steps together. */
      timeoutMs: z.int().min(0).max(86_400_000).optional(),
    }),
    result: z.object({ session: SessionInfo, wait: WaitOutcome.optional(), failed: StepFailure.optional() }),
  },
  "session/list": { params: nothing, result: z.array(SessionInfo) },
  /** Answers with the screen as of `offset`; `session/output` events follow from there. */
  "session/attach": { params: z.object(id), result: Snapshot.extend({ session: SessionInfo }) },
  "session/detach": { params: z.object(id), result: nothing },
  /**
   * Output from `since` on (default: the beginning), at most `limit` units.
   * `next` is where to go on; `end` is where the output ends now.
   */
  "session/read": {
    params: z.object({
      ...id,
      since: Offset.optional(),
      limit: z.int().min(1).max(MAX_TEXT).optional(),
      /** As text: what the output has left on the screen, line by line. Rows of `hiddenText` are lines of it. */
      strip: z.boolean().optional(),
    }),
    result: z.object({ text: z.string(), next: Offset, end: Offset, ...hiddenText }),
  },
  /** The rendered screen with its scrollback as text: wrapped lines joined, trailing blanks dropped. */
  "session/screen": {
    params: z.object({
      ...id,
      /** Only the last so many lines. */
      lines: z.int().min(1).max(100_000).optional(),
      /** Only what is new since this offset, as the screen shows it. */
      since: Offset.optional(),
      /** At most so many bytes of text, the last ones. */
      limit: TextLimit.optional(),
    }),
    result: z.object({
      text: z.string(),
      /** To go on from: what comes later is `since` this. */
      offset: Offset,
      size: Size,
      /** Rows in the buffer: viewport and scrollback. */
      bufferRows: z.int(),
      omittedLines: z.int().nonnegative(),
      ...hiddenText,
    }),
  },
  /** The rows of the screen that have changed since this client last asked (with `caller`, since that caller did). */
  "session/changes": {
    params: z.object({ ...id, /** Who asks, if many connections are one reader. */ caller: z.string().max(256).optional() }),
    result: z.object({
      /** Row (from 1) and text; all that are not blank at a first look. */
      rows: z.array(z.tuple([z.int(), z.string()])),
      /** Lines that have gone up since the last look. */
      scrolledBy: z.int().nonnegative(),
      isFirst: z.boolean(),
      offset: Offset,
      size: Size,
      ...hiddenText,
    }),
  },
  /** Looks for a regular expression (JavaScript; `(?i)` in front ignores case) in every line the session has ever printed. */
  "session/search": {
    params: z.object({
      ...id,
      pattern: z.string().min(1, "The pattern is empty").max(1000),
      /** Lines to show before and after each match. */
      context: z.int().min(0).max(20).optional(),
      /** Matches to show. */
      limit: z.int().min(1).max(1000).optional(),
      /** The first line to look at, from 1. */
      from: z.int().min(1).optional(),
    }),
    result: z.object({
      /** Line number, its text, and whether it matches (or is context). */
      lines: z.array(z.tuple([z.int(), z.string(), z.boolean()])),
      /** Matches among them. */
      matches: z.int().nonnegative(),
      /** Matches after them. */
      more: z.int().nonnegative(),
      totalLines: z.int().nonnegative(),
      /** False when the time was too short for all of the output. */
      isComplete: z.boolean(),
      offset: Offset,
      ...hiddenText,
    }),
  },
  /**
   * Types into the session, as the caller. Fails with `lease-held` while a
   * person holds the lease; a person's own input takes it. With `wait`, the
   * baseline is taken before the first byte is written.
   */
  "session/write": {
    params: z.object({ ...id, input: Input, wait: WaitCondition.optional() }),
    result: z.object({ offset: Offset, wait: WaitOutcome.optional() }),
  },
  /**
   * Several steps in one request, each taken when the one before has ended.
   * Stops at the first that fails: its wait times out, the program ends before
   * the last step, a person takes the keyboard, or the program asks something
   * where the step waits for a prompt and the next one types a line (`wait.ended`
   * is `input`). `wait` is what is new in all of the call and what ended its last wait.
   */
  "session/steps": {
    params: z.object({ ...id, steps: Steps, timeoutMs: z.int().min(0).max(86_400_000).optional() }),
    result: z.object({ wait: WaitOutcome, failed: StepFailure.optional() }),
  },
  /**
   * Waits for what is new since the last input, or since this reader's last
   * wait ended; or since an offset, whatever has been typed and read after it.
   * Of more than 512 Ki units since then only the last are looked at.
   */
  "session/wait": { params: z.object({ ...id, until: WaitCondition, since: Offset.optional() }), result: WaitOutcome },
  /** The driver's size wins: refused for automation while a person holds the lease. */
  "session/resize": { params: z.object({ ...id, size: Size }), result: nothing },
  /** Ends the program and everything it started; the session stays readable. */
  "session/kill": { params: z.object(id), result: z.object({ ended: z.array(EndedProcess) }) },
  /** Kills if need be, then removes the session. Its recording stays. */
  "session/stop": { params: z.object(id), result: z.object({ ended: z.array(EndedProcess) }) },
  "session/stop-all": { params: nothing, result: z.object({ stopped: z.int(), ended: z.array(EndedProcess) }) },
  /** One piece of an export. Start without `from`, go on with `next` until there is none. */
  "session/export": {
    params: z.object({ ...id, format: z.enum(["cast", "cast-v2", "txt"]), from: z.string().max(200).optional() }),
    result: z.object({ text: z.string(), next: z.string().optional(), fileName: z.string() }),
  },
  /** The latest input, oldest first, with who typed it. */
  "session/inputs": {
    params: z.object(id),
    result: z.array(z.object({ atMs: z.number(), client: ClientInfo, text: z.string() })),
  },

  /** Becomes the driver. With `takeover` a person takes the lease from another holder; automation never does. */
  "lease/acquire": { params: z.object({ ...id, takeover: z.boolean() }), result: Driver },
  /** Hands the session back; a no-op for who does not hold it. */
  "lease/release": { params: z.object(id), result: nothing },

  /** The tiles this client shows from now on; frames follow as `tiles/frame` events. */
  "tiles/subscribe": {
    params: z.object({ ids: z.array(SessionId).max(500), /** At most so often. */ intervalMs: z.int().min(50).max(10_000) }),
    result: nothing,
  },

  /** Lets other agents drive a session as its owner does: those of that name that are known now, or all, now and later. */
  "session/share": {
    params: z.object({ ...id, with: z.union([z.object({ name: AgentName }), z.literal("all")]) }),
    result: z.object({ sharedWith: z.array(z.string()) }),
  },
  /** Its owner's alone again; with a name, taken back from agents of that name only. */
  "session/unshare": {
    params: z.object({ ...id, name: AgentName.optional() }),
    result: z.object({ sharedWith: z.array(z.string()) }),
  },

  /** A new way in over HTTP for one agent. The answer holds the token; nothing ever shows it again. */
  "token/create": {
    params: z.object({ name: AgentName, tier: TokenTier.optional() }),
    result: TokenInfo.extend({ token: z.string() }),
  },
  "token/list": { params: nothing, result: z.array(TokenInfo) },
  /** Ends what the token's agent has under way, and its access. Its sessions stay. */
  "token/revoke": { params: z.object({ name: AgentName }), result: nothing },
  /** Switches MCP over HTTP on or off until the host ends; without `on`, says how it stands. */
  "http/switch": {
    params: z.object({ on: z.boolean().optional() }),
    result: z.object({ on: z.boolean(), url: z.string().optional() }),
  },

  /** Opens the MCP side on this connection; `mcp/message` notifications then go both ways. */
  "mcp/open": {
    params: z.object({
      /** Where the agent's sessions start, and with which environment, unless they say. */
      cwd: z.string().max(4096).optional(),
      env: Environment.optional(),
    }),
    result: nothing,
  },
} as const satisfies Record<string, { params: z.ZodType; result: z.ZodType }>;

export type Method = keyof typeof methods;
export type Params<M extends Method> = z.infer<(typeof methods)[M]["params"]>;
export type Result<M extends Method> = z.infer<(typeof methods)[M]["result"]>;

/** What the host sends unasked. */
export type Events = {
  /** Something about a session changed; at most four times a second each. Needs `host/watch`. */
  "session/changed": { session: SessionInfo };
  /** The session was removed. Needs `host/watch`. */
  "session/closed": { id: SessionId };
  "clients/changed": { clients: ClientInfo[] };
  /** A client has asked the host to end; its sessions have been stopped, and this connection is about to close. Needs `host/watch`. */
  "host/ending": { by: ClientInfo; stopped: number };
  /** Somebody wants to see the window, or this session in it. Needs `window/provide`. */
  "window/show": { id?: SessionId };
  /** Output of an attached session, from `offset` on. */
  "session/output": { id: SessionId; offset: number; text: string };
  /** The client fell behind or the size changed: forget the screen, take this one. */
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
  /** Ends a waiting request of this connection; its answer says `cancelled`. */
  "request/cancel": z.object({ request: z.int() }),
  /** Credit for the next `tiles/frame`: sent when the frame of this number has been painted. */
  "tiles/ack": z.object({ seq: z.int().nonnegative() }),
  /** A message to the MCP side that `mcp/open` has opened. */
  "mcp/message": z.object({ message: z.record(z.string(), z.unknown()) }),
} as const satisfies Record<string, z.ZodType>;

export type NotificationName = keyof typeof notifications;
export type ClientNotifications = { [N in NotificationName]: z.infer<(typeof notifications)[N]> };

/** A JSON-RPC error. `code` is one of `RpcErrorNumber`; callers branch on `data.code`. */
export type RpcError = { code: number; message: string; data?: { code: ErrorCode } };
