import type { ErrorCode } from "./errors.ts";

/** One thing that was done, or refused: what is kept of it. The input itself is not. */
export type AuditEntry = {
  /** The principal's id; `unknown` for who could not show a token. */
  readonly principal: string;
  /** What the principal is called, and the client it used: "You", "cotty stdin". */
  readonly name: string;
  readonly client: string;
  readonly method: string;
  /** The session's id where there is one; otherwise the id that was asked for. */
  readonly session?: string;
  /** The agent that a session was shared with, or that a token is for. */
  readonly agent?: string;
  /** How much was typed, or how long the command was. */
  readonly bytes?: number;
  readonly sha256?: string;
  readonly decision: "allowed" | ErrorCode;
};
