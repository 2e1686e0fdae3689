/** Stands for typed text that the terminal did not show. Its length does not depend on the text. */
export const MASK = "••••";
