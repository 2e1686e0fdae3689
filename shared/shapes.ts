/**
 * The data types of the protocol: sessions, drivers, input, waits and screens.
 * Every string, list and record of a request has an upper bound.
 */
import { z } from "zod";
import { ATTENTION_STATES } from "./attention-states.ts";
import { DEBUGGER_KINDS } from "./debuggers.ts";
import { GRANT_DURATIONS } from "./grant-durations.ts";
import { MOUSE_BUTTONS } from "./mouse-buttons.ts";
import { TOKEN_TIERS } from "./token-tiers.ts";

/** The longest text in one request, in UTF-16 units. With JSON escapes, ordinary text still fits into a frame of 1 MiB. */
export const MAX_TEXT = 512 * 1024;
const Text = z.string().max(MAX_TEXT);

/** The default length of the text in one answer, in bytes. */
export const DEFAULT_TEXT_BYTES = 256 * 1024;
/** The length of the text in one answer that a client may ask for, in bytes. */
export const TextLimit = z
  .int()
  .min(1)
  .max(1024 * 1024);

/** A session's id: a name that a client has chosen, or a generated one. */
export const SessionId = z
  .string()
  .min(1, "The id is empty")
  .max(64, "The id is longer than 64 characters")
  .regex(/^[^\p{C}]*$/u, "The id contains control characters");
export type SessionId = z.infer<typeof SessionId>;

/** What a person calls a session, for people to read. Empty: nothing. A joiner belongs to many emoji. */
export const ShownName = z
  .string()
  .max(80, "The name is longer than 80 characters")
  .regex(/^(?:[^\p{C}]|\u200d)*$/u, "The name contains control characters");

/** A job of several sessions, and how far it is, as the client says that does it. All numbers count its sessions. */
export const SessionJob = z.object({
  name: ShownName.min(1, "The job has no name"),
  done: z.int().nonnegative(),
  running: z.int().nonnegative(),
  total: z.int().nonnegative(),
});
export type SessionJob = z.infer<typeof SessionJob>;

/** The size of a terminal in cells. */
export const Size = z.object({ cols: z.int().min(2).max(1000), rows: z.int().min(1).max(500) });
export type Size = z.infer<typeof Size>;

/**
 * A position in a session's output: the number of UTF-16 units before it. Every
 * reader has its own offset, so one reader never moves another's.
 */
export const Offset = z.int().nonnegative();

/** How a program ended: its exit code, and the name of the signal (`SIGTERM`) if one has ended it. */
export const ExitStatus = z.object({ code: z.int(), signal: z.string().max(32).optional() });
export type ExitStatus = z.infer<typeof ExitStatus>;

/**
 * The kind of a client. `window` and `attach` are a person at a keyboard, who may
 * take the lease from other clients. `cli`, `mcp` and `script` are automation.
 */
export const ClientKind = z.enum(["window", "attach", "cli", "mcp", "script"]);
export type ClientKind = z.infer<typeof ClientKind>;

export const ClientInfo = z.object({
  /** Unique as long as the host runs. */
  id: z.string().max(64),
  /** The name that people see: "Claude Code", "You", "cotty stdin". */
  name: z.string().max(128),
  kind: ClientKind,
});
export type ClientInfo = z.infer<typeof ClientInfo>;

/**
 * The tier of a principal says what it may do:
 * - `observe` reads its own sessions and those that are shared with it
 * - `own` also drives them and starts new ones
 * - `all` does the same with every session
 * - `admin` is the user, who may do everything
 */
export const Tier = z.enum([...TOKEN_TIERS, "admin"]);
export type Tier = z.infer<typeof Tier>;

/** The tier of an agent's token. The user needs no token of this kind. */
export const TokenTier = z.enum(TOKEN_TIERS);
/** A client that is connected now, and what it may do. */
export const ConnectedClient = ClientInfo.extend({
  tier: Tier,
  /** The only session that a share link shows. */
  watchesOnly: z.string().optional(),
  sinceMs: z.number(),
  /** How many sessions of its principal there are. */
  sessions: z.int(),
});
export type ConnectedClient = z.infer<typeof ConnectedClient>;

/** The name of an agent. */
export const AgentName = z.string().min(1, "The name is empty").max(128);
/** What is known about an agent's token. The token itself is not kept. */
export const TokenInfo = z.object({ name: z.string(), tier: TokenTier, createdAtMs: z.number() });
export type TokenInfo = z.infer<typeof TokenInfo>;

export const GrantDuration = z.enum(GRANT_DURATIONS);
export type GrantDuration = z.infer<typeof GrantDuration>;

/** What the user lets one agent do: how far it reaches, and for how long. */
const Grant = z.object({ tier: TokenTier, lasts: GrantDuration, grantedAtMs: z.number() });
export type Grant = z.infer<typeof Grant>;

/** The id of an agent's principal. People and the refusals of the host use it where a name does not prove anything. */
export const AgentId = z.string().min(1, "The agent is empty").max(160);

/** An agent that is connected, was refused something, or has a grant. */
export const KnownAgent = z.object({
  agent: AgentId,
  /** What it calls itself. Sanitized, but it proves nothing. */
  name: z.string(),
  /** The folder that it was started in, as its relay says. Sanitized. Absent while nobody has said. */
  folder: z.string().optional(),
  /** What it may do now. */
  tier: Tier,
  /** The grant that counts now; without one, its token or the setting `newAgents` does. */
  grant: Grant.optional(),
  /** It comes over HTTP, with a token. */
  hasToken: z.boolean(),
  isConnected: z.boolean(),
  /** Nobody has said yet what it may do: this is its first contact. */
  isNew: z.boolean(),
  /** It was refused something that takes this tier, and nobody has answered since. */
  wants: TokenTier.optional(),
  /** It has no key, so it is another agent with its next connection: no grant can last longer than this run. */
  isPassing: z.boolean(),
});
export type KnownAgent = z.infer<typeof KnownAgent>;

/** A program that the window offers to start. A command that ends with a blank wants an argument. */
export const StartPreset = z.object({
  kind: z.enum(["shell", "agent", "debugger", "prompt"]),
  label: z.string(),
  command: z.string(),
});
export type StartPreset = z.infer<typeof StartPreset>;

/** What a person has started from the window, and where. */
export const RecentStart = z.object({ command: z.string(), cwd: z.string(), atMs: z.number() });
export type RecentStart = z.infer<typeof RecentStart>;

/** A share link. What opens it is told only once, when it is created. */
export const LinkInfo = z.object({
  id: z.string(),
  session: SessionId,
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
});
export type LinkInfo = z.infer<typeof LinkInfo>;

/** Whether an MCP client of this machine has Cotty in its configuration. */
export const KnownClient = z.object({
  client: z.string(),
  /** The name that people know: "Claude Code". */
  label: z.string(),
  /** It seems to be installed here. */
  found: z.boolean(),
  connected: z.boolean(),
  /** The user's configuration file, whether or not it exists. */
  file: z.string().optional(),
  /** Why its entry does not work, or why its file cannot be read. */
  problem: z.string().optional(),
});
export type KnownClient = z.infer<typeof KnownClient>;

/** The client that may type into a session now. */
export const Driver = z.object({
  client: ClientInfo,
  /** When the client became the driver, in milliseconds since 1970. */
  sinceMs: z.number(),
  /** True when a person holds the lease. Automation is refused until the person hands it back. */
  held: z.boolean(),
});
export type Driver = z.infer<typeof Driver>;

/**
 * Who may type into a session:
 * - `agent`: automation. A person's keystroke takes the lease.
 * - `shared`: people and automation, without taking anything from each other
 * - `person`: the person who holds the lease
 * - `read-only`: nobody
 */
export const LEASE_MODES = ["agent", "shared", "person", "read-only"] as const;
export type LeaseMode = (typeof LEASE_MODES)[number];

/** The state of a session's lease. */
export const Lease = z.object({
  mode: z.enum(LEASE_MODES),
  /** When this mode began, in milliseconds since 1970. */
  sinceMs: z.number(),
  /** The person who holds the lease, or who made the session read-only. */
  by: ClientInfo.optional(),
  /** The person has taken over on purpose: the lease is theirs until a hand-back, however long they do not type. */
  kept: z.boolean().optional(),
  /** The person has not typed for a while. The next input of automation takes the lease back. */
  offered: z.boolean().optional(),
});
export type Lease = z.infer<typeof Lease>;

/** A write that automation has parked because a person held the lease, or because the session was read-only. */
const ParkedWrite = z.object({
  /** Counts up in each session. */
  id: z.int(),
  /** Who wrote it. */
  client: ClientInfo,
  atMs: z.number(),
  /** What would be typed; `<Up>` stands for a key. */
  text: z.string(),
  /** False if it has keys: then it can be sent or dropped, not edited. */
  isText: z.boolean(),
  /** The person who has changed the text. */
  editedBy: ClientInfo.optional(),
});
export type ParkedWrite = z.infer<typeof ParkedWrite>;

/**
 * What became of a parked write. `as` is the text that was typed, if a person had changed it. `why` says how much was
 * typed of one that was sent, and dropped before the terminal had taken all of it.
 */
const ParkedFate = z.object({
  text: z.string(),
  fate: z.enum(["sent", "dropped"]),
  as: z.string().optional(),
  why: z.string().optional(),
});
export type ParkedFate = z.infer<typeof ParkedFate>;

/** What a session needs from a person, and the reason for this guess. */
const Attention = z.object({
  state: z.enum(ATTENTION_STATES),
  /** One line for people: "asks: Continue? [Y/n]". Sanitized. */
  reason: z.string().max(256),
});
export type Attention = z.infer<typeof Attention>;
const AttentionState = Attention.shape.state;

/** What one source says of a session's state. */
const AttentionSource = z.object({
  source: z.enum(["exit", "terminal", "echo", "screen", "marks", "output", "notification", "progress", "bell", "title"]),
  says: z.string(),
});
export type AttentionSource = z.infer<typeof AttentionSource>;

/** A state that a person may correct a guess to. How a program has ended is no guess. */
export const CorrectedState = z.enum(["working", "waiting", "idle"]);
export type CorrectedState = z.infer<typeof CorrectedState>;

/** A correction that holds wherever this program stands at such a line again. In `line`, `#` stands for a number. */
export const AttentionRule = z.object({
  id: z.int(),
  program: z.string(),
  line: z.string(),
  state: CorrectedState,
  addedAtMs: z.number(),
});
export type AttentionRule = z.infer<typeof AttentionRule>;

/** Why a session is in its state, since when, and which rule of the user's has decided, if one has. */
export const AttentionExplanation = Attention.extend({
  sinceMs: z.number(),
  evidence: z.array(AttentionSource),
  rule: AttentionRule.optional(),
});
export type AttentionExplanation = z.infer<typeof AttentionExplanation>;

/** What an agent or a program has to say to a person; `by` names it. Sanitized. */
const SessionMessage = z.object({ text: z.string(), by: z.string(), atMs: z.number() });
export type SessionMessage = z.infer<typeof SessionMessage>;

/** How far a program says that it is. `percent` is absent when it does not know. */
const Progress = z.object({
  kind: z.enum(["normal", "indeterminate", "paused", "error"]),
  percent: z.int().min(0).max(100).optional(),
});
export type Progress = z.infer<typeof Progress>;

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

/** A person has halted all agents: who, and since when. */
export const HaltInfo = z.object({ by: z.string(), sinceMs: z.number() });
export type HaltInfo = z.infer<typeof HaltInfo>;

/**
 * What has become of an agent's request for a secret:
 * - `sent`: a person has sent it; `typed`: a person has typed it into the session
 * - `declined`: a person has said no
 * - `timeout`: nobody has answered; `gone`: the program has stopped asking
 * - `cancelled`: the agent has taken it back
 */
export const SecretEnd = z.enum(["sent", "typed", "declined", "timeout", "gone", "cancelled"]);
export type SecretEnd = z.infer<typeof SecretEnd>;

/** A secret to be typed: one line, without control characters. */
export const Secret = z
  .string()
  .max(4096, "The secret is longer than 4096 characters")
  .regex(/^[^\x00-\x1f\x7f]*$/, "The secret contains control characters");

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

/** A regular expression: JavaScript, flags `m` and `u`; `(?i)` in front ignores case. */
export const Pattern = z.string().max(1000);

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

/**
 * The position of text that a person could not see. Such text is left out of an
 * answer, but for two kinds that are in it: `erased`, in output that is read as
 * text, from the screen or its scrollback; `unfinished`, drawn in a synchronized
 * update that has not ended. Rows of the screen count from 1. Rows in the
 * scrollback are 0 and below, and so are lines of earlier answers.
 */
const HiddenText = z.object({
  kind: z.enum(["concealed", "low-contrast", "invisible", "bidi", "erased", "unfinished"]),
  row: z.int(),
  col: z.int(),
  /** The number of lines from `row` on, if there are several. */
  rows: z.int().min(2).optional(),
});
export type HiddenText = z.infer<typeof HiddenText>;
/** How the program has ended, in an answer that reaches the end of its output. */
export const endedAs = { exit: ExitStatus.optional() };

/** The first positions of hidden text. Absent when there is none. */
export const hiddenText = { hiddenText: z.array(HiddenText).max(20).optional() };

/** Where the cursor is while a full-screen program shows, from 1. */
export const cursor = { cursor: z.object({ row: z.int(), col: z.int() }).optional() };

/** What a person did, which a client of automation hears once. */
const Handback = z.object({
  by: z.string(),
  typed: z.string(),
  hidden: z.boolean(),
  /** What became of the writes that this client had parked. */
  parked: z.array(ParkedFate).optional(),
});

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
  /** Who has frozen the program, which therefore stands still. */
  frozenBy: z.string().optional(),
  /** The person who has halted all agents. */
  haltedBy: z.string().optional(),
  /** The name of the person who has the keyboard now. */
  heldBy: z.string().optional(),
  /** A person had the keyboard since this client last looked. `text` begins with what has changed since then. */
  handback: Handback.optional(),
  /** The terminal's size, when somebody else has changed it since this client last looked. */
  resized: Size.optional(),
});
export type WaitOutcome = z.infer<typeof WaitOutcome>;

/** One command that was run in a live shell. */
export const RunOutcome = z.object({
  /** `finished`: the command has ended. `exit`: the shell has. After `timeout` and `cancelled`, the command goes on. */
  ended: z.enum(["finished", "exit", "timeout", "cancelled"]),
  /** That of the command. */
  exitCode: z.int().optional(),
  /** The command's output, as the screen shows it; without the line break at its end. */
  text: z.string(),
  /** The number of lines left out before `text`, and after it. */
  omittedLines: z.int().nonnegative(),
  omittedAtEnd: z.int().nonnegative().optional(),
  offset: Offset,
  ...hiddenText,
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

/** A screen as text. A terminal that writes `screen`, and then the output from `offset` on, shows the session. */
export const Snapshot = z.object({ screen: z.string(), offset: Offset, size: Size });
export type Snapshot = z.infer<typeof Snapshot>;

/**
 * A run of cells with one style: the text, the foreground, the background, the
 * attributes and the width in cells. Colors: see `RunColor`. Attributes: see
 * `CellAttribute`.
 */
const Run = z.tuple([z.string(), z.int(), z.int(), z.int(), z.int()]);
export type Run = z.infer<typeof Run>;

/** The rows of one tile that have changed since the client's last frame. */
export const TileFrame = z.object({
  id: SessionId,
  size: Size,
  cursor: z.object({ x: z.int(), y: z.int(), visible: z.boolean() }),
  /** True when the frame has every row, so that the client draws the whole tile. */
  full: z.boolean(),
  rows: z.array(z.tuple([z.int(), z.array(Run)])),
});
export type TileFrame = z.infer<typeof TileFrame>;

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

export const Environment = z
  .record(z.string().max(1024), z.string().max(131_072))
  .refine((env) => Object.keys(env).length <= 4096, "More than 4096 environment variables");
