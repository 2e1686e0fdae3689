/**
 * The shapes that travel in the protocol: sessions, who drives them, what is
 * typed, waited for and shown. Every string, list and record of a request has
 * an upper bound.
 */
import { z } from "zod";
import { MOUSE_BUTTONS } from "./mouse-buttons.ts";
import { TOKEN_TIERS } from "./token-tiers.ts";

/** Longest text in one request: under the 1 MiB frame whatever JSON escaping does to ordinary text. */
export const MAX_TEXT = 512 * 1024;
const Text = z.string().max(MAX_TEXT);

/** Text in one answer, in bytes: what an agent can use of it, and the most it may ask for. */
export const DEFAULT_TEXT_BYTES = 256 * 1024;
export const TextLimit = z
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
export const Offset = z.int().nonnegative();

/** How a program ended: its code, and the signal's name (`SIGTERM`) where one ended it. */
const ExitStatus = z.object({ code: z.int(), signal: z.string().max(32).optional() });
export type ExitStatus = z.infer<typeof ExitStatus>;

/**
 * What a client is. `window` and `attach` are a person at a keyboard and take
 * the input lease from the others; `cli`, `mcp` and `script` are automation.
 */
export const ClientKind = z.enum(["window", "attach", "cli", "mcp", "script"]);
export type ClientKind = z.infer<typeof ClientKind>;

export const ClientInfo = z.object({
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
 * `admin` is the user.
 */
export const Tier = z.enum([...TOKEN_TIERS, "admin"]);
export type Tier = z.infer<typeof Tier>;

/** The tier of an agent's token. The user needs no token of this kind. */
export const TokenTier = z.enum(TOKEN_TIERS);
/** An agent's name, as a person types it. */
export const AgentName = z.string().min(1, "The name is empty").max(128);
/** One agent's way in over HTTP; the token itself is shown once and never kept. */
export const TokenInfo = z.object({ name: z.string(), tier: TokenTier, createdAtMs: z.number() });
export type TokenInfo = z.infer<typeof TokenInfo>;

/** Who may type now. */
export const Driver = z.object({
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

export const SessionInfo = z.object({
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

const MouseButton = z.enum(MOUSE_BUTTONS);
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
export const Input = z.array(InputPart).max(1000);

/** How long a wait lasts when nobody says, in milliseconds. */
export const DEFAULT_WAIT_MS = 30_000;

/** Any of these ends a wait; with none of them given, exit or time-out do. */
export const WaitCondition = z.object({
  /** A regular expression (JavaScript, flag `m`) on what is new. */
  pattern: z.string().max(1000).optional(),
  /** The program is back at a prompt; docs/protocol.md says how it is recognized. */
  prompt: z.boolean().optional(),
  /** The program asks for something: a question, a password, a pager's next key; or it sits at a prompt, and asks nothing (`prompt`). */
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
export const hiddenText = { hiddenText: z.array(HiddenText).max(20).optional() };

/** What ended a wait, and what is new since it began. */
export const WaitOutcome = z.object({
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
export const Steps = z.array(Step).min(1).max(200);

/** The step that failed, counted from 1. The steps after it were not taken. */
export const StepFailure = z.object({
  step: z.int(),
  of: z.int(),
  /** Its input was not typed, with the reason. */
  error: z.string().optional(),
});
export type StepFailure = z.infer<typeof StepFailure>;

/** A screen that a terminal emulator can take over from: write `screen`, then the output from `offset` on. */
export const Snapshot = z.object({ screen: z.string(), offset: Offset, size: Size });
export type Snapshot = z.infer<typeof Snapshot>;

/**
 * A run of cells with one style: text, foreground, background, attributes, cells wide.
 * Colors: see `RunColor`. Attributes: see `CellAttribute`.
 */
const Run = z.tuple([z.string(), z.int(), z.int(), z.int(), z.int()]);
export type Run = z.infer<typeof Run>;

/** Changed rows of one tile since the frame this client last had. */
export const TileFrame = z.object({
  id: SessionId,
  size: Size,
  cursor: z.object({ x: z.int(), y: z.int(), visible: z.boolean() }),
  /** Every row is present; the tile is to be drawn afresh. */
  full: z.boolean(),
  rows: z.array(z.tuple([z.int(), z.array(Run)])),
});
export type TileFrame = z.infer<typeof TileFrame>;

/** A process that a stop ended. */
export const EndedProcess = z.object({
  pid: z.int(),
  command: z.string(),
  /** The signal that was needed. */
  signal: z.string(),
});
export type EndedProcess = z.infer<typeof EndedProcess>;

export const Environment = z
  .record(z.string().max(1024), z.string().max(131_072))
  .refine((env) => Object.keys(env).length <= 4096, "More than 4096 environment variables");
