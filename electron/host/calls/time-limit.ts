import { DEFAULT_WAIT_MS, type Step } from "../../../shared/protocol.ts";
import { isOnlyTimeout } from "../../../shared/only-timeout.ts";
import type { CallOptions } from "./call.ts";

/**
 * How long a call may take, in milliseconds. One that waits for its turn has a
 * limit in any case: the turn and the waits together take no longer than the
 * waits alone may. The turn takes nothing from pauses.
 */
export function timeLimit(steps: readonly Step[], { timeoutMs, ifHeld }: CallOptions): number | undefined {
  if (timeoutMs !== undefined || ifHeld !== "wait") return timeoutMs;
  const waits = steps.flatMap(({ wait }) => wait ?? []);
  const sum = (some: typeof waits): number => some.reduce((total, wait) => total + (wait.timeoutMs ?? DEFAULT_WAIT_MS), 0);
  const others = waits.filter((wait) => !isOnlyTimeout(wait));
  return (others.length > 0 ? sum(others) : DEFAULT_WAIT_MS) + sum(waits.filter(isOnlyTimeout));
}
