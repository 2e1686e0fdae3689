/** The debuggers that are recognized by their prompts, and the commands that each understands. */
export const DEBUGGER_KINDS = ["gdb", "lldb", "pdb", "node"] as const;
export type DebuggerKind = (typeof DEBUGGER_KINDS)[number];

export const DEBUGGER_ACTIONS = ["continue", "next", "step", "finish", "up", "down", "backtrace", "breakpoints"] as const;
export type DebuggerAction = (typeof DEBUGGER_ACTIONS)[number];

const PROMPTS: Readonly<Record<DebuggerKind, RegExp>> = {
  gdb: /^\(gdb\) /,
  lldb: /^\(lldb\) /,
  pdb: /^(?:\(Pdb(?:\+\+)?\)|ipdb>) /,
  node: /^debug> /,
};

/** Commands in full, because aliases may have been changed. `node inspect` cannot walk the stack. */
const COMMANDS: Readonly<Record<DebuggerKind, Readonly<Partial<Record<DebuggerAction, string>>>>> = {
  gdb: {
    continue: "continue",
    next: "next",
    step: "step",
    finish: "finish",
    up: "up",
    down: "down",
    backtrace: "backtrace",
    breakpoints: "info breakpoints",
  },
  lldb: {
    continue: "process continue",
    next: "thread step-over",
    step: "thread step-in",
    finish: "thread step-out",
    up: "up",
    down: "down",
    backtrace: "thread backtrace",
    breakpoints: "breakpoint list",
  },
  pdb: {
    continue: "continue",
    next: "next",
    step: "step",
    finish: "return",
    up: "up",
    down: "down",
    backtrace: "where",
    breakpoints: "break",
  },
  node: {
    continue: "cont",
    next: "next",
    step: "step",
    finish: "out",
    backtrace: "backtrace",
    breakpoints: "breakpoints",
  },
};

/** The debugger whose prompt begins this line. */
export function debuggerAt(line: string): DebuggerKind | undefined {
  return DEBUGGER_KINDS.find((kind) => PROMPTS[kind].test(line));
}

/** What was entered at the debugger's prompt in this line; undefined for a line that has no prompt. */
export function enteredAt(kind: DebuggerKind, line: string): string | undefined {
  const prompt = PROMPTS[kind].exec(`${line} `)?.[0];
  return prompt === undefined ? undefined : line.slice(prompt.length).trim();
}

/** What to type for an action; undefined where the debugger has no such command. */
export function debuggerCommand(kind: DebuggerKind, action: DebuggerAction): string | undefined {
  return COMMANDS[kind][action];
}
