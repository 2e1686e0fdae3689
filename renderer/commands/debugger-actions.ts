/** Drives a debugger in a session: types its own words for an action, in the name of the person, as the keyboard would. */
import { debuggerCommand, type DebuggerAction } from "../../shared/debuggers.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import type { App } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";
import { attempt, showError } from "./session-actions.ts";

/** Says so where there is no debugger, where it has no such command, and while the debugged program runs: what is typed then would reach that. */
export function debug(app: App, session: SessionInfo, action: DebuggerAction): void {
  const found = session.debugger;
  const command = found && debuggerCommand(found.kind, action);
  if (!found) return showError(app, "Nothing to debug", `${titleOf(session)} shows no prompt of gdb, lldb, pdb or node inspect.`);
  if (command === undefined) return showError(app, "Not typed", `${found.kind} has no command for this.`);
  if (!isAtDebuggerPrompt(session)) return showError(app, "The debugger is not at its prompt", "Interrupt the program first.");
  void type(app, session, [{ text: `${command}\r` }]);
}

export function interrupt(app: App, session: SessionInfo): void {
  void type(app, session, [{ key: "C-c" }]);
}

/** The debugger takes commands now. */
export function isAtDebuggerPrompt({ attention, debugger: found, exit }: SessionInfo): boolean {
  return !exit && found?.isAtPrompt === true && attention.state === "idle";
}

function type(app: App, session: SessionInfo, input: ({ text: string } | { key: string })[]): Promise<unknown> {
  return attempt(app, `${titleOf(session)} was not told`, app.terminals.request("session/write", { id: session.id, input }));
}
