import type { ClientInfo, InputPart } from "../../../shared/protocol.ts";
import type { Session } from "../../sessions/session.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import type { TrackedWait } from "./session-lease.ts";
import type { LinePlace } from "./waiting-line.ts";

/** What the run of a command needs of a session, and of who may type into it. */
export type RunTarget = {
  readonly session: Session;
  /** Undefined for a session whose shell marks nothing. */
  readonly marks: CommandMarks | undefined;
  readonly client: ClientInfo;
  /** Who reads the answer, and is told in it what has come before. */
  readonly reader: string;
  /** Asks the terminal whether it hides what is typed, so that `check` knows. */
  readonly look: () => Promise<void>;
  /** Throws what keeps the client from typing this, whoever has the keyboard. */
  readonly check: (input: readonly InputPart[]) => void;
  /** Throws what keeps the client from typing anything: `lease-held`, `session-frozen` or `agents-halted`. */
  readonly checkOpen: () => void;
  /** Makes the client, which is about to type this, the driver. Throws `lease-held`. */
  readonly acquire: (typed: string) => void;
  /** Hears when a person takes the lease, until the result is disposed. */
  readonly track: (wait: TrackedWait) => Disposable;
  /** The client's later input may be typed now. */
  readonly endTurn: () => void;
  /** Its place among the commands that wait for the same prompt. */
  readonly line: LinePlace;
};
