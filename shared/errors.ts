/** Errors that cross the wire, and the codes that callers branch on. */

/** Why a request failed. Clients branch on the code, never on the message. */
export type ErrorCode =
  /** The request itself is malformed: wrong shape, unknown method, bad value. */
  | "bad-request"
  /** No token, a wrong one, or a request before `host/hello`. */
  | "unauthorized"
  /** The caller is known, but this is not for its kind: more than its tier reaches. */
  | "forbidden"
  /** Too much at once or in a short time; the message says when to try again. */
  | "too-many-requests"
  /** The two ends speak different protocol versions. */
  | "version-mismatch"
  | "no-such-session"
  | "session-exists"
  /** The program has ended; its screen and output stay readable. */
  | "session-ended"
  | "too-many-sessions"
  /** The program could not be started: no such directory, no such shell, no pty left. */
  | "start-failed"
  /** Somebody else holds the session's input lease. */
  | "lease-held"
  /** The program does not read what was typed; nothing more is queued. */
  | "input-blocked"
  /** The recording or an export could not be read or written. */
  | "recording-failed"
  /** The connection ended before the answer came. */
  | "disconnected"
  /** No host is running, or it could not be started. */
  | "no-host"
  /** Something that should not happen; the message says what. */
  | "internal";

/**
 * The one error type of the host and its clients. The message names the thing
 * and the next step, because a person or an agent reads it as it is.
 */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
