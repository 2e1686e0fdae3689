/**
 * Cotty as a library: run and drive programs in terminals that agents and people
 * share. The package contains this file as it is, and the compiler checks the
 * implementation against it. See docs/library.md.
 */
/// <reference lib="esnext.disposable" />

export interface ConnectOptions {
  /** The folder for all files of the host. Default: the variable `COTTY_HOME`, or else the platform's usual folders. */
  home?: string;
  /** Whether to start a host when none runs (default true). With false, `connect` then fails with `no-host`. */
  start?: boolean;
  /** The name of this program in the window and in recordings. Default: the name of its script. */
  name?: string;
}

/** Connects to the host. Fails with `no-host` when no host runs and none can be started. */
export function connect(options?: ConnectOptions): Promise<Cotty>;

/** A connection to the host. It keeps the process running until it is closed. */
export interface Cotty extends AsyncDisposable {
  /** Starts a session. A string is a command line for the user's shell. A list is a program and its arguments, passed unchanged. */
  start(command: string | readonly string[], options?: StartOptions): Promise<StartedSession>;
  /** An existing session. Sends nothing to the host: a wrong id fails at the first use. */
  session(id: string): Session;
  /** The sessions that this program may see. */
  list(): Promise<SessionInfo[]>;
  /** Closes the connection. Sessions go on. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** The session's id. Default: a generated one. */
  id?: string;
  /** The folder to start in. Default: this process's working directory. */
  cwd?: string;
  /** Environment variables in addition to this process's. A variable that is undefined here is left out. */
  env?: Readonly<Record<string, string | undefined>>;
  /** The terminal's size in cells. Default: 80 columns, 24 rows. */
  size?: Size;
  /** What to wait for before `start` resolves. */
  wait?: Wait;
}

export interface Session {
  readonly id: string;
  /** Types the input. */
  write(input: Input, options?: { ifHeld?: "refuse" | "wait" }): Promise<void>;
  /** Types the input. If the signal was aborted before, nothing is typed, and the outcome is `cancelled`; otherwise there is no outcome. */
  write(input: Input, options: { ifHeld?: "refuse" | "wait"; signal: AbortSignal }): Promise<WaitOutcome | undefined>;
  /** Types the input and waits for the result. Only output after the input counts. */
  write(input: Input, options: { wait: Wait; ifHeld?: IfHeld; signal?: AbortSignal }): Promise<WaitOutcome>;
  /**
   * Takes steps, one after the other: each types, waits, or types and then waits. Stops at the first that fails, and after one whose new
   * text matches `stopOn`. The text of the outcome shows each step below the prompt and what was typed at it.
   */
  steps(
    steps: readonly Step[],
    options?: { stopOn?: string | RegExp; timeoutMs?: number; signal?: AbortSignal },
  ): Promise<{ wait: WaitOutcome; failed?: StepFailure | undefined }>;
  /** Waits. Output counts from `since`, an offset. Default: from the last input or the last wait of this connection. */
  wait(wait: Wait, options?: { since?: number; signal?: AbortSignal }): Promise<WaitOutcome>;
  /** The screen with its scrollback, as text. With `lines`, only the last `lines` lines; with `firstLines`, only the first. */
  screen(options?: { lines?: number; firstLines?: number }): Promise<Screen>;
  /**
   * Reads output from the offset `since` on (default: 0), at most `limit` UTF-16 units. The text contains escape sequences
   * unless `strip` is set. `next` is the offset for the next read, `end` the end of the output.
   */
  read(options?: {
    since?: number;
    limit?: number;
    end?: number;
    strip?: boolean;
  }): Promise<{ text: string; next: number; end: number }>;
  /** Sets the terminal's size in cells. */
  resize(size: Size): Promise<void>;
  /**
   * Ends the program and everything it started, and removes the session. Its recording stays. While a person has the
   * keyboard, it fails with `lease-held`; `force` ends the program anyway.
   */
  stop(options?: { force?: boolean }): Promise<void>;
}

export interface StartedSession extends Session {
  /** The outcome of the wait in `StartOptions`. Undefined when there was none. */
  readonly outcome: WaitOutcome | undefined;
}

/**
 * A string is text to type. A list may contain:
 * - text to type
 * - `key`: a named key, such as `Enter`, `C-c` or `Up`
 * - `paste`: text to paste
 * - `submit`: text that is typed or pasted, whichever the program supports, followed by Enter
 */
export type Input = string | readonly (string | { key: string } | { paste: string } | { submit: string })[];

/**
 * What becomes of input while a person has the keyboard, or the session is read-only:
 * - `refuse` (default): the request fails with `lease-held`
 * - `park`: a person sends or drops it; the outcome is `parked`, at once
 * - `wait`: it is typed when the keyboard is free
 */
export type IfHeld = "refuse" | "park" | "wait";

/** A regular expression, or several conditions. The first condition that becomes true ends the wait. */
export type Wait = string | RegExp | WaitCondition;

export interface WaitCondition {
  /** New output matches this regular expression (JavaScript, flags `mu`; in a string, `(?i)` in front ignores case). */
  pattern?: string | RegExp;
  /** The program is back at a prompt. Or a pager shows a page; then `ended` is `pager`. */
  prompt?: boolean;
  /** The program asks for input: a question, a password. Or it is at a prompt or shows a page; then `ended` is `prompt` or `pager`. */
  input?: boolean;
  /** A person has taken the keyboard or handed it back. */
  lease?: boolean;
  /** The program has printed nothing for this time. */
  quietMs?: number;
  /** The program has ended. (That ends every wait.) */
  exit?: boolean;
  /** The session is in one of these states. */
  state?: ("working" | "waiting" | "idle" | "finished" | "failed")[];
  /** The outcome has only the last `maxLines` lines of new text (default 100, and 32 kB), or only the first `firstLines`. */
  maxLines?: number;
  firstLines?: number;
  /** The longest time to wait. Default: 30 000. A time-out is not an error; `ended` is `timeout` then. */
  timeoutMs?: number;
}

/** A step that only waits for a time is a pause: when that is over, the next one is taken. */
export interface Step {
  input?: Input;
  wait?: Wait;
}

/** The step that failed, counted from 1. The steps after it were not taken. */
export interface StepFailure {
  step: number;
  of: number;
  /** Why its input was not typed. */
  error?: string | undefined;
  /** What `stopOn` matched, if that is why the steps stopped. */
  stoppedOn?: string | undefined;
}

export interface WaitOutcome {
  ended:
    | "match"
    | "prompt"
    | "pager"
    | "input"
    | "quiet"
    | "lease"
    | "exit"
    | "state"
    | "timeout"
    | "takeover"
    | "cancelled"
    | "parked"
    /** Nothing was waited for after the last input. */
    | "sent";
  /** The text that the pattern matched. */
  match?: string | undefined;
  /** The state that ended the wait, and why the session is in it. */
  attention?: { state: "working" | "waiting" | "idle" | "finished" | "failed"; reason: string } | undefined;
  /** The new text as the screen shows it, without the echo of the input. */
  text: string;
  /** The number of lines left out at the beginning of `text` because it was too long. */
  omittedLines: number;
  /** The number of lines left out at its end, after `firstLines`. */
  omittedAtEnd?: number | undefined;
  /** Where the cursor is while a full-screen program shows, from 1. */
  cursor?: { row: number; col: number } | undefined;
  /** The end of the output. */
  offset: number;
  exit?: Exit | undefined;
  /** The program asks for input that it does not show, such as a password. */
  hidden?: boolean | undefined;
  /** The submitted text is still in the program's input field. */
  unsent?: boolean | undefined;
  /** The name of the person who has the keyboard now. */
  heldBy?: string | undefined;
  /** Who has frozen the program. */
  frozenBy?: string | undefined;
  /** The person who has halted all agents. */
  haltedBy?: string | undefined;
  /** Who has made the session read-only: nobody types there. */
  readOnlyBy?: string | undefined;
  /** A person had the keyboard since this client last looked: the person's name, and the text that the person typed. Without a name, only parked writes are told of. */
  handback?:
    | {
        by?: string | undefined;
        typed: string;
        hidden: boolean;
        parked?: { text: string; fate: "sent" | "dropped"; as?: string | undefined }[] | undefined;
      }
    | undefined;
  /** The terminal's size, if somebody else has changed it since this client last looked. */
  resized?: Size | undefined;
}

export interface Screen {
  text: string;
  /** Where the cursor is while a full-screen program shows, from 1. */
  cursor?: { row: number; col: number } | undefined;
  offset: number;
  size: Size;
  omittedLines: number;
  /** Lines before the text have left the scrollback. `read` has them. */
  isBeginningGone?: boolean | undefined;
}

export interface Size {
  cols: number;
  rows: number;
}

export interface Exit {
  code: number;
  signal?: string | undefined;
}

export interface SessionInfo {
  id: string;
  command: string;
  cwd: string;
  pid: number;
  size: Size;
  title: string;
  /** What the session needs from a person, and the reason for this guess. */
  attention: { state: "working" | "waiting" | "idle" | "finished" | "failed"; reason: string };
  exit?: Exit | undefined;
  startedAtMs: number;
  lastOutputAtMs: number;
  offset: number;
}

/** The error of every failed request. Branch on `code`; the message is for people. */
export class HostError extends Error {
  constructor(code: ErrorCode, message: string);
  readonly code: ErrorCode;
}

export type ErrorCode =
  | "bad-request"
  | "unauthorized"
  | "forbidden"
  | "too-many-requests"
  | "version-mismatch"
  | "no-such-session"
  | "no-such-recording"
  | "session-exists"
  | "session-ended"
  | "too-many-sessions"
  | "start-failed"
  /** A person has the keyboard. */
  | "lease-held"
  /** The program reads input that it does not show, such as a password. */
  | "input-hidden"
  /** A person has frozen the session: its program stands still. */
  | "session-frozen"
  /** A person has halted all agents. */
  | "agents-halted"
  /** No program asks for a secret now, or nobody has answered the request for one. */
  | "no-secret"
  | "input-blocked"
  | "recording-failed"
  | "disconnected"
  | "no-host"
  | "internal";
