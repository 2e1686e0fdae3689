/** How long to wait before trying to connect again. */

const FIRST_MS = 250;
/** Long enough to cost nothing, short enough that nobody reloads the page instead. */
const LONGEST_MS = 8000;

/**
 * The wait before attempt number `attempt` (0 is the first). Between half and
 * all of a doubling limit, so that many windows do not come back in step.
 */
export function backoffMs(attempt: number, random: number): number {
  const limit = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return Math.round(limit * (0.5 + random / 2));
}
