/** Work that nobody waits for, on a machine whose processors others need. */
import { constants, setPriority } from "node:os";
import { currentThread } from "../../platform/linux/proc.ts";

/**
 * Lets all other threads go before this one, for good. On Linux a thread has a
 * priority of its own (setpriority(2), "C library/kernel differences"). Elsewhere
 * this does nothing, because it would slow down the whole process.
 */
export function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(currentThread(), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc the work is done all the same.
  }
}
