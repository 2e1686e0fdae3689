/** A debugger in a session: where it stands, what can be told to it, and its breakpoints. What is pressed here is typed like any input. */
import {
  ArrowDownToDot,
  ArrowUpFromDot,
  ChevronDown,
  ChevronUp,
  Ellipsis,
  List,
  type LucideIcon,
  Pause,
  Play,
  Redo2,
  Waypoints,
} from "lucide-react";
import { type ReactElement, useRef, useState } from "react";
import { debuggerCommand, type DebuggerAction } from "../../shared/debuggers.ts";
import type { DebuggerState, SessionInfo } from "../../shared/protocol.ts";
import { isAtDebuggerPrompt } from "../commands/debugger-actions.ts";
import { CommandItem, IconButton, Menu } from "./controls.tsx";
import { useCommand } from "./use-command.ts";
import { useFittingCount } from "./use-fitting-count.ts";

type Button = { readonly action: DebuggerAction | "interrupt"; readonly label: string; readonly icon: LucideIcon };

/** The first ones matter most: where there is little room, the others are in a menu. */
const BUTTONS: readonly Button[] = [
  { action: "continue", label: "Continue", icon: Play },
  { action: "interrupt", label: "Interrupt", icon: Pause },
  { action: "next", label: "Next line", icon: Redo2 },
  { action: "step", label: "Step into", icon: ArrowDownToDot },
  { action: "finish", label: "Finish the function", icon: ArrowUpFromDot },
  { action: "up", label: "Up a frame", icon: ChevronUp },
  { action: "down", label: "Down a frame", icon: ChevronDown },
  { action: "backtrace", label: "Backtrace", icon: Waypoints },
  { action: "breakpoints", label: "List the breakpoints", icon: List },
];
/** The width of a button, in CSS pixels. */
const BUTTON_WIDTH = 28;

type DebuggerBarProps = { readonly session: SessionInfo; readonly state: DebuggerState };

export function DebuggerBar({ session, state }: DebuggerBarProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const isReady = isAtDebuggerPrompt(session);
  const { breakpoints } = state;
  return (
    <section aria-label="Debugger" className="border-t border-line-1 bg-bg-1 text-meta">
      <div className="relative flex items-center gap-x-2 px-2 py-1">
        <span className="min-w-0 flex-1 truncate">
          <Place state={state} isReady={isReady} />
        </span>
        <Buttons session={session} state={state} isReady={isReady} />
        {breakpoints.length > 0 && (
          <button type="button" className="button button-quiet flex-none" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Breakpoints: {breakpoints.length}
          </button>
        )}
      </div>
      {isOpen && breakpoints.length > 0 && (
        <ol aria-label="Breakpoints" className="max-h-32 overflow-y-auto px-2 pb-1 font-mono" tabIndex={0}>
          {breakpoints.map(({ id, file, line }) => (
            <li key={id} className="truncate">
              {id} {file}:{line}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type ButtonsProps = DebuggerBarProps & { readonly isReady: boolean };

/** One line in any pane: what finds no room is in a menu. */
function Buttons({ session, state, isReady }: ButtonsProps): ReactElement {
  const row = useRef<HTMLDivElement>(null);
  const { kind, breakpoints } = state;
  const known = BUTTONS.filter(({ action }) => action === "interrupt" || debuggerCommand(kind, action) !== undefined);
  // The first of what is measured is not a button: it is the room for the words beside them.
  const words = breakpoints.length > 0 ? "w-64" : "w-36";
  const fits = Math.max(1, useFittingCount(row, BUTTON_WIDTH, `${words} ${known.length}`) - 1);
  const rest = known.slice(fits);
  return (
    <>
      <div ref={row} aria-hidden className="invisible absolute inset-x-2 top-0 flex h-0 overflow-hidden">
        <span className={`${words} flex-none`} />
        {known.map(({ action }) => (
          <span key={action} className="w-7 flex-none" />
        ))}
      </div>
      <div role="toolbar" aria-label={`Tell ${kind}`} className="flex flex-none items-center">
        {known.slice(0, fits).map((button) => (
          <DebuggerButton key={button.action} session={session} button={button} isReady={isReady} />
        ))}
        {rest.length > 0 && (
          <Menu
            trigger={
              <button
                type="button"
                className="icon-button"
                aria-label={`More to tell ${kind}`}
                children={<Ellipsis size={16} aria-hidden />}
              />
            }
          >
            {rest.map(({ action, label }) => (
              <CommandItem key={action} command={`debug-${action}`} session={session.id}>
                {label}
              </CommandItem>
            ))}
          </Menu>
        )}
      </div>
    </>
  );
}

type DebuggerButtonProps = { readonly session: SessionInfo; readonly button: Button; readonly isReady: boolean };

function DebuggerButton({ session, button: { action, label, icon: Icon }, isReady }: DebuggerButtonProps): ReactElement {
  const run = useCommand();
  const isOff = !isReady && action !== "interrupt";
  return (
    <IconButton
      label={label}
      chord={`debug-${action}`}
      {...(action !== "interrupt" && { "aria-disabled": isOff })}
      className={isOff ? "opacity-50" : ""}
      onClick={() => run(`debug-${action}`, { session: session.id })}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
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
