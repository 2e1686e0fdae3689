/** The rows that a screen keeps above its viewport. */
export const MAX_SCROLLBACK = 10_000;
