/** What a request that types does while it may not: it fails, it is parked for a person to decide on, or it waits for its turn. No schema is here: the command line reads this, and loads none. */
export const IF_HELD = ["refuse", "park", "wait"] as const;
export type IfHeld = (typeof IF_HELD)[number];
