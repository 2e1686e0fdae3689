/**
 * The protocol between the host and its clients.
 *
 * The window, the command line, the relay and the MCP server all use it. Only the
 * transport differs: MessagePort, local socket, WebSocket or in-memory pair.
 * Messages are JSON-RPC 2.0. Clients send requests; the host answers them and
 * sends events (notifications). The first request must be `host/hello`.
 *
 * To add a method, add a row to the table of its topic (methods/). The compiler then
 * lists every place that must handle it. The shapes of what is sent are in shapes/.
 * Every string, array and record of a request has an upper bound.
 */
import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import { accessMethods } from "./methods/access-methods.ts";
import { drivingMethods } from "./methods/driving-methods.ts";
import { hostMethods } from "./methods/host-methods.ts";
import { readingMethods } from "./methods/reading-methods.ts";
import { recordingMethods } from "./methods/recording-methods.ts";
import { sessionMethods } from "./methods/session-methods.ts";
import type { SettingsState } from "./settings/settings-state.ts";
import type { ClientInfo, ExitStatus, SessionId } from "./shapes/basic-shapes.ts";
import type { HaltInfo } from "./shapes/lease-shapes.ts";
import type { Snapshot, TileFrame } from "./shapes/screen-shapes.ts";
import type { SessionInfo } from "./shapes/session-shapes.ts";

export { PROTOCOL_VERSION } from "./version.ts";
export { DEFAULT_TEXT_BYTES, SessionId, Size } from "./shapes/basic-shapes.ts";
export type { ExitStatus, ClientKind, ClientInfo } from "./shapes/basic-shapes.ts";
export { Tier } from "./shapes/access-shapes.ts";
export type { ConnectedClient, Grant, GrantDuration, KnownAgent, LinkInfo, TokenInfo } from "./shapes/access-shapes.ts";
export type { KnownClient, RecentStart, StartPreset } from "./shapes/setup-shapes.ts";
export type { Driver, Lease, LeaseMode, ParkedWrite, ParkedFate, HaltInfo, SecretEnd } from "./shapes/lease-shapes.ts";
export type {
  Attention,
  AttentionExplanation,
  AttentionRule,
  AttentionSource,
  CorrectedState,
  Progress,
  SessionMessage,
} from "./shapes/attention-shapes.ts";
export type { Breakpoint, DebuggerState, SessionInfo, EndedProcess, ProcessUsage, SessionJob } from "./shapes/session-shapes.ts";
export { DEFAULT_WAIT_MS, WaitCondition } from "./shapes/call-shapes.ts";
export type { RunOutcome, MouseButton, Click, InputPart, WaitOutcome, Step, StepFailure } from "./shapes/call-shapes.ts";
export type { HiddenText, Snapshot, Run, TileFrame } from "./shapes/screen-shapes.ts";
export type { ExportPiece, ExportRequest, RecordingFilter, RecordingInfo, RecordingMatch } from "./shapes/recording-shapes.ts";

/** Every method by its name, topic by topic, with the shapes of its request and its answer. */
export const methods = {
  ...hostMethods,
  ...sessionMethods,
  ...readingMethods,
  ...drivingMethods,
  ...recordingMethods,
  ...accessMethods,
};

export type Method = keyof typeof methods;
export type Params<M extends Method> = z.infer<(typeof methods)[M]["params"]>;
export type Result<M extends Method> = z.infer<(typeof methods)[M]["result"]>;

/** The notifications that the host sends. */
export type Events = {
  /** These sessions have changed, or are new. Each is in at most four events a second, and all of them in at most ten. Needs `host/watch`. */
  "sessions/changed": { sessions: SessionInfo[] };
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
  /** What `attention/rules` answers has changed. Needs `host/watch`, and tier `admin`. */
  "rules/changed": Record<string, never>;
  /** One more recording can be searched: `recording/search` may find more. Needs `host/watch`, and tier `admin`. */
  "recordings/changed": Record<string, never>;
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
