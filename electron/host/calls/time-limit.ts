import { DEFAULT_WAIT_MS, type Step } from "../../../shared/protocol.ts";
import type { CallOptions } from "./call.ts";

/**
 * How long a call may take, in milliseconds. One that waits for its turn has a
 * limit in any case: the turn and the waits together take no longer than the
 * waits alone may.
 */
export function timeLimit(steps: readonly Step[], { timeoutMs, ifHeld }: CallOptions): number | undefined {
  if (timeoutMs !== undefined || ifHeld !== "wait") return timeoutMs;
  const limits = steps.flatMap(({ wait }) => (wait ? [wait.timeoutMs ?? DEFAULT_WAIT_MS] : []));
  return limits.length === 0 ? DEFAULT_WAIT_MS : limits.reduce((sum, limit) => sum + limit, 0);
}
