/**
 * The buttons that a click may use. This file loads no schemas, because the
 * command line must start fast.
 */
export const MOUSE_BUTTONS = ["left", "middle", "right", "wheelup", "wheeldown"] as const;
