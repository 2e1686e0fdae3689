/** How long to wait before trying to connect again. */

const FIRST_MS = 250;
/** Long enough to cost nothing, short enough that a person does not reload the page instead. */
const LONGEST_MS = 8000;

/**
 * The wait in ms before attempt number `attempt`; the first is 0. `random` is
 * from 0 up to 1. The limit doubles with each attempt; the wait is between half
 * of it and all of it, so that many windows do not come back in step.
 */
export function backoffMs(attempt: number, random: number): number {
  const limit = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return Math.round(limit * (0.5 + random / 2));
}
