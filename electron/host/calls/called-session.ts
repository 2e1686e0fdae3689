import type { RemoteScreen } from "../../screens/pool/remote-screen.ts";
import type { Session } from "../../sessions/session.ts";

/** What calls and their waits need of a session. A test has one of its own. */
export type CalledSession = Pick<
  Session,
  | "pid"
  | "exit"
  | "offset"
  | "onOutput"
  | "onExit"
  | "flush"
  | "drain"
  | "noteInput"
  | "read"
  | "checkRunning"
  | "isInputTaken"
  | "write"
  | "modes"
> & {
  readonly screen: Pick<
    RemoteScreen,
    "state" | "unparsed" | "onParsed" | "onMatch" | "onSlowPattern" | "onEvidence" | "onReset" | "ask" | "addInput" | "silence"
  >;
};
