/** A debugger in a session: where it stands, what can be told to it, and its breakpoints. What is pressed here is typed like any input. */
import {
  ArrowDownToDot,
  ArrowUpFromDot,
  ChevronDown,
  ChevronUp,
  List,
  type LucideIcon,
  Pause,
  Play,
  Redo2,
  Waypoints,
} from "lucide-react";
import { type ReactElement, useState } from "react";
import { debuggerCommand, type DebuggerAction } from "../../shared/debuggers.ts";
import type { DebuggerState, SessionInfo } from "../../shared/protocol.ts";
import { isAtDebuggerPrompt } from "../commands/debugger-actions.ts";
import { IconButton } from "./controls.tsx";
import { useCommand } from "./use-command.ts";

const BUTTONS: readonly { readonly action: DebuggerAction; readonly label: string; readonly icon: LucideIcon }[] = [
  { action: "continue", label: "Continue", icon: Play },
  { action: "next", label: "Next line", icon: Redo2 },
  { action: "step", label: "Step into", icon: ArrowDownToDot },
  { action: "finish", label: "Finish the function", icon: ArrowUpFromDot },
  { action: "up", label: "Up a frame", icon: ChevronUp },
  { action: "down", label: "Down a frame", icon: ChevronDown },
  { action: "backtrace", label: "Backtrace", icon: Waypoints },
  { action: "breakpoints", label: "List the breakpoints", icon: List },
];

type DebuggerBarProps = { readonly session: SessionInfo; readonly state: DebuggerState };

export function DebuggerBar({ session, state }: DebuggerBarProps): ReactElement {
  const run = useCommand();
  const isReady = isAtDebuggerPrompt(session);
  const id = { session: session.id };
  return (
    <section aria-label="Debugger" className="border-t border-line-1 bg-bg-1 text-meta">
      <div className="flex flex-wrap items-center gap-x-2 px-2 py-1">
        <span className="min-w-40 flex-1 truncate">
          <Place state={state} isReady={isReady} />
        </span>
        <div role="toolbar" aria-label={`Tell ${state.kind}`} className="flex flex-none items-center">
          {BUTTONS.filter(({ action }) => debuggerCommand(state.kind, action) !== undefined).map(
            ({ action, label, icon: Icon }) => (
              <IconButton
                key={action}
                label={label}
                chord={`debug-${action}`}
                aria-disabled={!isReady}
                className={isReady ? "" : "opacity-50"}
                onClick={() => run(`debug-${action}`, id)}
              >
                <Icon size={16} aria-hidden />
              </IconButton>
            ),
          )}
          <IconButton label="Interrupt" chord="debug-interrupt" onClick={() => run("debug-interrupt", id)}>
            <Pause size={16} aria-hidden />
          </IconButton>
        </div>
        <Breakpoints breakpoints={state.breakpoints} />
      </div>
    </section>
  );
}

function Place({ state: { kind, stopped }, isReady }: { state: DebuggerState; isReady: boolean }): ReactElement {
  if (!isReady) return <>{kind}: the program runs</>;
  if (!stopped) return <>{kind}: not stopped in a program</>;
  return (
    <>
      {kind}: stopped at{" "}
      <strong>
        {stopped.file.split("/").at(-1)}:{stopped.line}
      </strong>{" "}
      {stopped.source !== undefined && <code className="font-mono text-text-2">{stopped.source}</code>}
    </>
  );
}

function Breakpoints({ breakpoints }: Pick<DebuggerState, "breakpoints">): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  if (breakpoints.length === 0) return null;
  return (
    <>
      <button type="button" className="button button-quiet flex-none" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Breakpoints: {breakpoints.length}
      </button>
      {isOpen && (
        <ol aria-label="Breakpoints" className="max-h-32 w-full overflow-y-auto py-1 font-mono" tabIndex={0}>
          {breakpoints.map(({ id, file, line }) => (
            <li key={id} className="truncate">
              {id} {file}:{line}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
