/** The names of the tool that agents get: our own, and terminalcp's, which existing configurations name. */
export const TOOL_NAMES = ["terminal", "terminalcp"] as const;

export type ToolName = (typeof TOOL_NAMES)[number];
