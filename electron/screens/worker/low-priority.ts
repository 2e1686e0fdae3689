/** Work that can wait, on a machine whose processors others need. */
import { constants, getPriority, setPriority } from "node:os";
import { currentThread } from "../../platform/linux/proc.ts";

/**
 * Lets all other threads go before this one, for good. Returns the system's number of this thread. On Linux a thread has a
 * priority of its own (setpriority(2), "C library/kernel differences"). Elsewhere
 * this does nothing, because it would slow down the whole process.
 */
export function lowerPriority(): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const thread = currentThread();
    // The host itself may have been started with a low one.
    const lower = getPriority(thread) + constants.priority.PRIORITY_BELOW_NORMAL;
    setPriority(thread, Math.min(lower, constants.priority.PRIORITY_LOW));
    return thread;
  } catch {
    // Without /proc the work is done all the same.
    return undefined;
  }
}
