import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import type { CallTarget } from "./call-target.ts";
import type { LinePlace } from "./waiting-line.ts";

/** What the run of a command needs of a session, and of who may type into it. */
export type RunTarget = Pick<CallTarget, "client" | "look" | "check" | "acquire" | "track"> & {
  readonly session: Session;
  /** Undefined for a session whose shell marks nothing. */
  readonly marks: CommandMarks | undefined;
  /** Who reads the answer, and is told in it what has come before. */
  readonly reader: string;
  /** Throws what keeps the client from typing anything: `lease-held`, `session-frozen` or `agents-halted`. */
  readonly checkOpen: () => void;
  /** The client's later input may be typed now. */
  readonly endTurn: () => void;
  /** Its place among the commands that wait for the same prompt: until it has begun, or been refused. */
  readonly line: LinePlace;
};
