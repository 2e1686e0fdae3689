/**
 * The states that a session may be in, as people and agents name them. This file
 * loads no schemas, because the command line must start fast.
 */
export const ATTENTION_STATES = ["working", "waiting", "idle", "finished", "failed"] as const;
