/**
 * Cotty as a library: run and drive programs in terminals that agents and
 * people share. This file is what a package's user sees, word for word; the
 * implementation is checked against it. See docs/library.md.
 */
/// <reference lib="esnext.disposable" />

export interface ConnectOptions {
  /** The folder with everything of one host in it, as `COTTY_HOME`; else that variable, else the user's own places. */
  home?: string;
  /** Whether to start a host when none runs (default true). With false, `connect` then fails with `no-host`. */
  start?: boolean;
  /** What people see this program called, in the window and in recordings. */
  name?: string;
}

/** Connects to the host. */
export function connect(options?: ConnectOptions): Promise<Cotty>;

/** A connection to the host. It keeps the process running until it is closed. */
export interface Cotty extends AsyncDisposable {
  /** Starts a program: a command line for the user's shell, or a program with its arguments, each taken as it is. */
  start(command: string | readonly string[], options?: StartOptions): Promise<StartedSession>;
  /** A session that is there already. Nothing is asked; a wrong id fails at the first use. */
  session(id: string): Session;
  list(): Promise<SessionInfo[]>;
  /** Ends the connection. Sessions go on. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** The session's name; made up when absent. */
  id?: string;
  /** Default: this process's. */
  cwd?: string;
  /** Default: this process's. */
  env?: Readonly<Record<string, string | undefined>>;
  /** In cells; default 80 by 24. */
  size?: Size;
  wait?: Wait;
}

export interface Session {
  readonly id: string;
  /** Types. */
  write(input: Input): Promise<void>;
  /** Types, and waits for what comes of it: only what is printed from then on counts. */
  write(input: Input, options: { wait: Wait; signal?: AbortSignal }): Promise<WaitOutcome>;
  /** Waits for what is new since the last input, or since the last wait of this connection; or since an offset. */
  wait(wait: Wait, options?: { since?: number; signal?: AbortSignal }): Promise<WaitOutcome>;
  /** The screen and what has scrolled off it, as text; `lines` for only the last so many. */
  screen(options?: { lines?: number }): Promise<Screen>;
  /** Output from an offset on (default: from the beginning), with escape sequences unless `strip` is set. */
  read(options?: { since?: number; limit?: number; strip?: boolean }): Promise<{ text: string; next: number; end: number }>;
  /** Sets the terminal's size. */
  resize(size: Size): Promise<void>;
  /** Ends the program and everything it started, and removes the session. Its recording stays. */
  stop(): Promise<void>;
}

export interface StartedSession extends Session {
  /** What the wait given to `start` found. */
  readonly outcome: WaitOutcome | undefined;
}

/**
 * Text to type as it is, or a list of text, named keys (`Enter`, `C-c`, `Up`), pastes, and lines to submit: typed or
 * pasted as the program takes it, then Enter.
 */
export type Input = string | readonly (string | { key: string } | { paste: string } | { submit: string })[];

/** A regular expression, or any of several conditions; the first that comes true ends the wait. */
export type Wait = string | RegExp | WaitCondition;

export interface WaitCondition {
  /** A regular expression on new output (JavaScript, flags `mu`). */
  pattern?: string | RegExp;
  /** The program is back at a prompt. */
  prompt?: boolean;
  /** The program asks for something: a question, a password, a pager's next key; or it sits at a prompt (`ended` is `prompt` then). */
  input?: boolean;
  /** A person took the keyboard or handed it back. */
  lease?: boolean;
  /** Nothing was printed for so long. */
  quietMs?: number;
  /** The program ended. (It ends any wait.) */
  exit?: boolean;
  /** Default 30 000. A wait that times out is no error; its outcome says so. */
  timeoutMs?: number;
}

export interface WaitOutcome {
  ended: "match" | "prompt" | "input" | "quiet" | "lease" | "exit" | "timeout" | "takeover" | "cancelled";
  /** What the pattern matched. */
  match?: string | undefined;
  /** What is new, as the screen shows it, without the echo of what was typed. */
  text: string;
  /** Lines left out at the beginning of `text` because there were too many. */
  omittedLines: number;
  /** Where the output ends now. */
  offset: number;
  exit?: Exit | undefined;
  /** The program asks for something that it will not show: a password. */
  hidden?: boolean | undefined;
  /** What was submitted still stands in the program's input field. */
  unsent?: boolean | undefined;
  /** The person who has the keyboard now. */
  heldBy?: string | undefined;
  /** A person had the keyboard since this client last looked, and typed this. */
  handback?: { by: string; typed: string; hidden: boolean } | undefined;
}

export interface Screen {
  text: string;
  offset: number;
  size: Size;
  omittedLines: number;
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
  /** What the session needs from a person, and why we think so. */
  attention: { state: "working" | "waiting" | "idle" | "finished" | "failed"; reason: string };
  exit?: Exit | undefined;
  startedAtMs: number;
  lastOutputAtMs: number;
  offset: number;
}

/** Every failure of a request. Branch on the code; the message is for people. */
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
  | "session-exists"
  | "session-ended"
  | "too-many-sessions"
  | "start-failed"
  /** A person has the keyboard. */
  | "lease-held"
  | "input-blocked"
  | "recording-failed"
  | "disconnected"
  | "no-host"
  | "internal";
