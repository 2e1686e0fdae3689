/** Seconds for the agent, if the task does not say. */
export const DEFAULT_TIMEOUT_SECONDS = 600;
/** Seconds for the verifier, if the task does not say. */
export const DEFAULT_VERIFY_SECONDS = 300;
