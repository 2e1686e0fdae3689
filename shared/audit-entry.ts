import type { ErrorCode } from "./errors.ts";

/** `time` is the time of day in ISO 8601, `monotonic` the host's own clock in milliseconds, which nobody can set. */
export type AuditRow = AuditEntry & { readonly time: string; readonly monotonic: number };

/** An entry of the audit: a request that was performed or refused. It never contains the input itself. */
export type AuditEntry = {
  /** The principal's id. `unknown` for a client without a valid token. */
  readonly principal: string;
  /** The names of the principal and of the client that it used: "You", "cotty stdin". */
  readonly name: string;
  readonly client: string;
  readonly method: string;
  /** The session's id. If there is no such session, the id in the request. */
  readonly session?: string;
  /** The agent with whom a session was shared, to whom a token belongs, who was granted something, or whose configuration was changed. */
  readonly agent?: string;
  /** The length of the input or of the command, in bytes. */
  readonly bytes?: number;
  readonly sha256?: string;
  /** This row stands for a turn of a person's typing, up to the next row of the session or a pause of ten minutes. `bytes` is the length of its first input. */
  readonly turn?: true;
  readonly decision: "allowed" | ErrorCode;
  /** This row stands for this many refusals of the same principal, method and code, after those that have rows of their own. */
  readonly count?: number;
};
