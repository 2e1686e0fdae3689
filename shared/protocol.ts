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

export { PROTOCOL_VERSION } from "./version.ts";

/** Longest text in one request: under the 1 MiB frame whatever JSON escaping does to ordinary text. */
const MAX_TEXT = 512 * 1024;
const Text = z.string().max(MAX_TEXT);

/** Text in one answer, in bytes: what an agent can use of it, and the most it may ask for. */
export const DEFAULT_TEXT_BYTES = 256 * 1024;
const TextLimit = z
  .int()
  .min(1)
  .max(1024 * 1024);

/** A session's id: the name it was given, or a generated one. Printable, at most 64 characters. */
export const SessionId = z
  .string()
  .min(1, "The id is empty")
  .max(64, "The id is longer than 64 characters")
  .regex(/^[^\p{C}]*$/u, "The id contains control characters");
export type SessionId = z.infer<typeof SessionId>;

/** Terminal size in cells. */
export const Size = z.object({ cols: z.int().min(2).max(1000), rows: z.int().min(1).max(500) });
export type Size = z.infer<typeof Size>;

/**
 * A position in a session's output: UTF-16 units since it began. Every reader
 * keeps its own, so one reader never moves another's.
 */
const Offset = z.int().nonnegative();

/** How a program ended: its code, and the signal's name (`SIGTERM`) where one ended it. */
const ExitStatus = z.object({ code: z.int(), signal: z.string().max(32).optional() });
export type ExitStatus = z.infer<typeof ExitStatus>;

/**
 * What a client is. `window` and `attach` are a person at a keyboard and take
 * the input lease from the others; `cli`, `mcp` and `script` are automation.
 */
const ClientKind = z.enum(["window", "attach", "cli", "mcp", "script"]);
export type ClientKind = z.infer<typeof ClientKind>;

const ClientInfo = z.object({
  /** Unique for the life of the host. */
  id: z.string().max(64),
  /** What a person reads: "Claude Code", "You", "cotty stdin". */
  name: z.string().max(128),
  kind: ClientKind,
});
export type ClientInfo = z.infer<typeof ClientInfo>;

/**
 * How far a client reaches: `observe` reads its own sessions and those shared
 * with it, `own` drives them and starts more, `all` does so with every session,
 * `admin` is the person.
 */
export const Tier = z.enum(["observe", "own", "all", "admin"]);
export type Tier = z.infer<typeof Tier>;

/** What a token of an agent may reach; the person needs none. */
const TokenTier = Tier.exclude(["admin"]);
/** An agent's name, as a person types it. */
const AgentName = z.string().min(1, "The name is empty").max(128);
/** One agent's way in over HTTP; the token itself is shown once and never kept. */
const TokenInfo = z.object({ name: z.string(), tier: TokenTier, createdAtMs: z.number() });
export type TokenInfo = z.infer<typeof TokenInfo>;

/** Who may type now. */
const Driver = z.object({
  client: ClientInfo,
  /** When it became the driver, epoch milliseconds. */
  sinceMs: z.number(),
  /** A person holds the lease: automation is refused until it is handed back. */
  held: z.boolean(),
});
export type Driver = z.infer<typeof Driver>;

/** What a session needs from a person, with the reason we think so. */
const Attention = z.object({
  state: z.enum(["working", "waiting", "idle", "finished", "failed"]),
  /** One line for a person: "asks: Continue? [Y/n]". Sanitized. */
  reason: z.string().max(256),
});
export type Attention = z.infer<typeof Attention>;

const SessionInfo = z.object({
  id: SessionId,
  /** The command line as it was given. */
  command: z.string(),
  cwd: z.string(),
  pid: z.int(),
  size: Size,
  /** The title the program set, sanitized; empty while it has set none. */
  title: z.string(),
  /** The last line on the screen that is not blank, sanitized. */
  lastLine: z.string(),
  /** Absent while nobody has typed. */
  driver: Driver.optional(),
  /** The client that started it. */
  owner: ClientInfo,
  attention: Attention,
  /** Present once the program has ended; its screen and output stay readable. */
  exit: ExitStatus.optional(),
  startedAtMs: z.number(),
  lastOutputAtMs: z.number(),
  /** The end of the output so far. */
  offset: Offset,
  /** True while the recording is being written. */
  recording: z.boolean(),
  /** The agents it is shared with, by name; `*` is all of them. Absent while it is shared with nobody. */
  sharedWith: z.array(z.string()).optional(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

const MouseButton = z.enum(["left", "middle", "right", "wheelup", "wheeldown"]);
export type MouseButton = z.infer<typeof MouseButton>;

/** A click on a cell of the screen, from 1, or on a label that is on it once. */
const Click = z.union([
  z.object({ row: z.int().min(1).max(500), col: z.int().min(1).max(1000), button: MouseButton.optional() }).strict(),
  z.object({ text: z.string().min(1, "The label is empty").max(200), button: MouseButton.optional() }).strict(),
]);
export type Click = z.infer<typeof Click>;

/**
 * One piece of input: text as typed (control characters, too), a named key
 * (`Up`, `C-c`), a paste, a click, or a text to submit: typed or pasted as the
 * program takes it, then Enter apart.
 */
const InputPart = z.union([
  z.object({ click: Click }).strict(),
  z.object({ text: Text }).strict(),
  z.object({ key: z.string().max(64) }).strict(),
  z.object({ paste: Text }).strict(),
  z.object({ submit: Text }).strict(),
]);
export type InputPart = z.infer<typeof InputPart>;
const Input = z.array(InputPart).max(1000);

/** How long a wait lasts when nobody says, in milliseconds. */
export const DEFAULT_WAIT_MS = 30_000;

/** Any of these ends a wait; with none of them given, exit or time-out do. */
export const WaitCondition = z.object({
  /** A regular expression (JavaScript, flag `m`) on what is new. */
  pattern: z.string().max(1000).optional(),
  /** The program is back at a prompt; see ARCHITECTURE.md for how that is told. */
  prompt: z.boolean().optional(),
  /** The program asks for something: a question, a password, a pager's next key. */
  input: z.boolean().optional(),
  /** The keyboard was taken or handed back. (A takeover ends automation's waits in any case.) */
  lease: z.boolean().optional(),
  /** No output for this long. */
  quietMs: z.int().min(1).max(3_600_000).optional(),
  /** The program ended (always ends a wait; this alone waits for nothing else). */
  exit: z.boolean().optional(),
  timeoutMs: z.int().min(0).max(86_400_000).optional(),
  /** Of what is new, only the last so many lines; the last wait of a call says. */
  maxLines: z.int().min(0).max(10_000).optional(),
});
export type WaitCondition = z.infer<typeof WaitCondition>;

/** Text that a person could not see: it is left out of what is read. Rows of the screen from 1, scrolled off 0 and below. */
const HiddenText = z.object({
  kind: z.enum(["concealed", "low-contrast", "invisible", "bidi"]),
  row: z.int(),
  col: z.int(),
});
export type HiddenText = z.infer<typeof HiddenText>;
/** Absent when there is none; the first ones of many. */
const hiddenText = { hiddenText: z.array(HiddenText).max(20).optional() };

/** What ended a wait, and what is new since it began. */
const WaitOutcome = z.object({
  ended: z.enum(["match", "prompt", "input", "quiet", "lease", "exit", "timeout", "takeover", "cancelled"]),
  /** The text the pattern matched. */
  match: z.string().optional(),
  /** New text as the screen shows it, without the echo of what was typed. */
  text: z.string(),
  /** Lines left out of `text` at its start because there were too many. */
  omittedLines: z.int().nonnegative(),
  offset: Offset,
  exit: ExitStatus.optional(),
  ...hiddenText,
  /** The program asks for something that it will not show. */
  hidden: z.boolean().optional(),
  /** What was submitted still stands in the program's input field. */
  unsent: z.boolean().optional(),
  /** The person who has the keyboard now. */
  heldBy: z.string().optional(),
  /** A person had the keyboard since this caller last looked; `text` begins with what has changed. */
  handback: z.object({ by: z.string(), typed: z.string(), hidden: z.boolean() }).optional(),
});
export type WaitOutcome = z.infer<typeof WaitOutcome>;

/** A step of a call: types, waits, or types and waits for what comes of it. */
const Step = z.object({ input: Input.optional(), wait: WaitCondition.optional() }).strict();
export type Step = z.infer<typeof Step>;
const Steps = z.array(Step).min(1).max(200);

/** The step that failed, counted from 1. The steps after it were not taken. */
const StepFailure = z.object({
  step: z.int(),
  of: z.int(),
  /** Its input was not typed, with the reason. */
  error: z.string().optional(),
});
export type StepFailure = z.infer<typeof StepFailure>;

/** A screen that a terminal emulator can take over from: write `screen`, then the output from `offset` on. */
const Snapshot = z.object({ screen: z.string(), offset: Offset, size: Size });
export type Snapshot = z.infer<typeof Snapshot>;

/**
 * A run of cells with one style: text, foreground, background, attributes, cells wide.
 * Colours: -1 default, 0..255 palette, 0x1000000 + RGB. Attributes: see `CellAttribute`.
 */
const Run = z.tuple([z.string(), z.int(), z.int(), z.int(), z.int()]);
export type Run = z.infer<typeof Run>;

/** Bits of a run's attributes. */
export const CellAttribute = {
  BOLD: 1,
  DIM: 2,
  ITALIC: 4,
  UNDERLINE: 8,
  INVERSE: 16,
  INVISIBLE: 32,
  STRIKETHROUGH: 64,
  OVERLINE: 128,
} as const;

/** Changed rows of one tile since the frame this client last had. */
const TileFrame = z.object({
  id: SessionId,
  size: Size,
  cursor: z.object({ x: z.int(), y: z.int(), visible: z.boolean() }),
  /** Every row is present; the tile is to be drawn afresh. */
  full: z.boolean(),
  rows: z.array(z.tuple([z.int(), z.array(Run)])),
});
export type TileFrame = z.infer<typeof TileFrame>;

/** A process that a stop ended. */
const EndedProcess = z.object({
  pid: z.int(),
  command: z.string(),
  /** The signal that was needed. */
  signal: z.string(),
});
export type EndedProcess = z.infer<typeof EndedProcess>;

const Environment = z
  .record(z.string().max(1024), z.string().max(131_072))
  .refine((env) => Object.keys(env).length <= 4096, "More than 4096 environment variables");

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
   * the last step, a person takes the keyboard. `wait` is what is new in all
   * of the call and what ended its last wait.
   */
  "session/steps": {
    params: z.object({ ...id, steps: Steps, timeoutMs: z.int().min(0).max(86_400_000).optional() }),
    result: z.object({ wait: WaitOutcome, failed: StepFailure.optional() }),
  },
  /** Waits for what is new since the last input, or since this reader's last wait ended. */
  "session/wait": { params: z.object({ ...id, until: WaitCondition }), result: WaitOutcome },
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
  /** Credit for the next frame: sent after the last one has been painted. */
  "tiles/ack": { params: z.object({ seq: z.int() }), result: nothing },

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

/** Notifications a client may send. */
export type ClientNotifications = {
  /** Ends a waiting request of this connection; its answer says `cancelled`. */
  "request/cancel": { request: number };
  "mcp/message": { message: Record<string, unknown> };
};

/** JSON-RPC error numbers; the code that callers branch on travels in `data.code`. */
export const RpcErrorNumber = { parse: -32700, invalid: -32600, unknownMethod: -32601, params: -32602, host: -32000 } as const;

export type RpcError = { code: number; message: string; data?: { code: ErrorCode } };
