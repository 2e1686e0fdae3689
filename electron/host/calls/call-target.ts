/** What a call needs of the session that it is made to, as the client that makes it. */
import type { ClientInfo, InputPart } from "../../../shared/protocol.ts";
import type { TurnLimits } from "./call-queue.ts";
import type { CalledSession } from "./called-session.ts";
import type { Handback, HandbackReading } from "./handback-notices.ts";
import type { TrackedWait } from "./session-lease.ts";
import type { WatchedAttention } from "./wait.ts";

/** A place among the calls that are about to type. Those behind it wait until it is disposed. */
export type CallTurn = Disposable & {
  /** It is the call's turn now. */
  readonly isTurn: boolean;
  /** Resolves when it is. Rejects with `lease-held` when the time is over, with `bad-request` when the call is given up, and with what else keeps the client from typing. */
  whenTurn(limits: Pick<TurnLimits, "timeoutMs" | "signal">): Promise<void>;
};

export type CallTarget = {
  readonly session: CalledSession;
  readonly client: ClientInfo;
  readonly attention: WatchedAttention;
  /** Whether the client would be refused now, for a reason that passes: a person holds the lease, or nobody may type. */
  isClosed(): boolean;
  /** Joins those who are about to type. A patient call waits until the client may; others are refused where it may not. */
  joinQueue(isPatient: boolean): CallTurn;
  /** Parks these inputs for a person to decide on. Throws what parking is refused with. */
  park(inputs: readonly (readonly InputPart[])[]): void;
  /** Asks the terminal whether it hides what is typed, so that `check` knows. */
  look(): Promise<void>;
  /** Throws what keeps the client from typing this, whoever has the keyboard: `session-ended`, `session-frozen`, `agents-halted` or `input-hidden`. */
  check(input: readonly InputPart[]): void;
  /** Makes the client, which is about to type this, the driver. Throws `lease-held`, `session-frozen` or `agents-halted`. */
  acquire(typed: string): void;
  /** Ends the wait when the lease changes, until the result is disposed. */
  track(wait: TrackedWait): Disposable;
  /** What a person did meanwhile, to be told once. */
  beginHandback(): HandbackReading;
  /** The call has failed, so this notice did not reach anybody. */
  untold(handback: Handback): void;
  /** The name of the person who holds the lease. */
  heldBy(): string | undefined;
  /** Whether the program reads input that it does not show. */
  isHidden(): Promise<boolean>;
};
