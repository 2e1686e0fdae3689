/**
 * The tiers that an agent's token may have, from the least access to the most.
 * This file loads no schemas, because the command line must start fast.
 */
export const TOKEN_TIERS = ["observe", "own", "all"] as const;
