/** How a component runs a command of the window. */
import { useCallback } from "react";
import type { WindowCommandId } from "../../shared/window-commands.ts";
import { type CommandContext, runCommand } from "../commands/run-command.ts";
import { useApp } from "../state/app-context.ts";

export function useCommand(): (id: WindowCommandId, context?: CommandContext) => void {
  const app = useApp();
  return useCallback((id, context) => runCommand(app, id, context), [app]);
}
