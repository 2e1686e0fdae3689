/** The errors that the host sends to clients, and their codes. */

/** Why a request failed. Clients branch on the code, never on the message. */
export type ErrorCode =
  /** The request is malformed: a wrong shape, an unknown method or a bad value. */
  | "bad-request"
  /** The client has sent no token, a wrong one, or a request before `host/hello`. */
  | "unauthorized"
  /** The principal's tier does not allow this request. */
  | "forbidden"
  /** Too many requests at once or in a short time. The message says when to try again. */
  | "too-many-requests"
  /** The two ends speak different protocol versions. */
  | "version-mismatch"
  | "no-such-session"
  | "session-exists"
  /** The program has ended. Its screen and output stay readable. */
  | "session-ended"
  | "too-many-sessions"
  /** The program could not be started: there is no such folder, no such shell, or no pty left. */
  | "start-failed"
  /** Another client holds the session's lease. */
  | "lease-held"
  /** The program reads input that it does not show, such as a password: an agent types nothing there. */
  | "input-hidden"
  /** A person has frozen the session: its program stands still. */
  | "session-frozen"
  /** A person has halted all agents: none may type or start programs. */
  | "agents-halted"
  /** No program asks for a secret now, or nobody has answered the request for one. */
  | "no-secret"
  /** The program does not read its input, and the queue is full. */
  | "input-blocked"
  | "no-such-recording"
  /** A recording or an export could not be read or written. */
  | "recording-failed"
  /** The connection ended before the answer came. */
  | "disconnected"
  /** No host runs, it died before it answered the hello, or none could be started. */
  | "no-host"
  /** An unexpected error. The message says what happened. */
  | "internal";

/**
 * The error type of the host and its clients. Callers branch on the code. A person
 * or an agent reads the message, so it names the thing and the next step.
 */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether a request failed because the connection ended, not because the host refused it. */
export function isConnectionEnd(error: unknown): boolean {
  return error instanceof HostError && (error.code === "disconnected" || error.code === "no-host");
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
