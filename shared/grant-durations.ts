/**
 * How long a grant holds, from the shortest to the longest:
 * - `once`: until the connection ends that the agent has now
 * - `run`: until the host ends
 * - `always`: until somebody revokes it
 *
 * This file loads no schemas, because the command line must start fast.
 */
export const GRANT_DURATIONS = ["once", "run", "always"] as const;
