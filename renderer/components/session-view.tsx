/** One session, live: the terminal to type in, and who drives it. */
import { type ReactElement, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { SessionInfo } from "../../shared/protocol.ts";
import { followLink, isDriving, showDialog, showError } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { drivenBy, titleOf } from "../state/session-display.ts";
import type { TerminalHandlers } from "../terminal/live-terminal.ts";
import { openedSession } from "../state/selectors.ts";
import { DebuggerBar } from "./debugger-bar.tsx";
import { DriveStrip } from "./drive-strip.tsx";
import { EndBanner } from "./end-banner.tsx";
import { FindBar } from "./find-bar.tsx";
import { InputMap } from "./input-map.tsx";
import { Inspector } from "./inspector.tsx";
import { PaneHeader } from "./pane-header.tsx";
import { SessionHeader } from "./session-header.tsx";
import { useInputs } from "./use-inputs.ts";

type SessionViewProps = {
  readonly session: SessionInfo;
  /** Other sessions are shown beside it. */
  readonly inSplit: boolean;
  /** The place beside all panes of a split, where the inspector has room. */
  readonly besidePanes: HTMLElement | null;
};

export function SessionView({ session, inSplit, besidePanes }: SessionViewProps): ReactElement {
  const isFocused = useAppState(({ view }) => view.kind === "session" && view.id === session.id);
  const finding = useAppState((state) => state.finding) && isFocused;
  const inspector = useAppState(({ settings }) => settings.inspector) && isFocused;
  const removed = useAppState((state) => state.removed.get(session.id));
  const log = useInputs(session, removed !== undefined);
  const hasEnded = session.exit !== undefined || removed !== undefined;
  const ring = inSplit && isFocused ? "border-you ring-1 ring-you forced-colors:border-2" : "border-line-1";
  return (
    <div className={`flex h-full flex-col overflow-hidden rounded-lg border bg-bg-2 ${ring}`}>
      {inSplit ? <PaneHeader session={session} isFocused={isFocused} /> : <SessionHeader session={session} />}
      <div className="relative flex min-h-0 flex-1">
        <div className="relative min-w-0 flex-1 bg-screen p-2">
          {finding && <FindBar session={session} />}
          <LiveScreen session={session} />
          {log && <InputMap session={session.id} log={log} />}
        </div>
        {inspector && !inSplit && <Inspector session={session} log={log} />}
        {inspector && inSplit && besidePanes && createPortal(<Inspector session={session} log={log} inSplit />, besidePanes)}
      </div>
      {session.debugger && !hasEnded && <DebuggerBar session={session} state={session.debugger} />}
      {hasEnded ? <EndBanner session={session} removed={removed} /> : <DriveStrip session={session} />}
    </div>
  );
}

/** What a person reads above the host's own words. */
const FAILURES = { "not-typed": "Not typed", "not-shown": "The terminal is not shown" } as const;

/** The container of the live terminal, which React knows nothing of. */
function LiveScreen({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  const container = useRef<HTMLDivElement>(null);
  const theme = useAppState((state) => state.terminalTheme);
  const driving = useAppState(({ self }) => drivenBy(session, self));
  const textSize = useAppState(({ settings }) => settings.textSize);
  const { id, startedAtMs } = session;
  useEffect(() => {
    if (!container.current) return undefined;
    const { settings, terminalTheme } = app.store.getState();
    app.terminals.open({
      session: { id, startedAtMs },
      container: container.current,
      theme: terminalTheme,
      textSize: settings.textSize,
      handlers: handlersOf(app, id),
    });
    return () => app.terminals.close(id);
  }, [app, id, startedAtMs]);
  useEffect(() => app.terminals.of(id)?.setTheme(theme, driving ? "you" : "agent"), [app, id, theme, driving]);
  useEffect(() => app.terminals.of(id)?.setTextSize(textSize), [app, id, textSize]);
  return <div ref={container} role="group" aria-label={`Terminal of ${titleOf(session)}`} className="h-full overflow-auto" />;
}

function handlersOf(app: ReturnType<typeof useApp>, id: SessionInfo["id"]): TerminalHandlers {
  return {
    onError: (failure, message) => showError(app, FAILURES[failure], message),
    onFocus: (focused) =>
      app.store.setState(({ keysGoTo }) => (focused ? { keysGoTo: id } : keysGoTo === id ? { keysGoTo: undefined } : {})),
    takesFocus: () => openedSession(app.store.getState())?.id === id,
    confirmPaste: (text, confirm) => showDialog(app, { kind: "paste", text, confirm }),
    isDriving: () => isDriving(app, id),
    followLink: (link) => followLink(app, link),
    isRunning: () => {
      const state = app.store.getState();
      return !state.removed.has(id) && state.sessions.get(id)?.exit === undefined;
    },
  };
}
