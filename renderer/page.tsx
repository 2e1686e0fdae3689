/** The page of the window: its regions, and the view that fills the middle. */
import { Toast } from "@base-ui/react/toast";
import { Tooltip } from "@base-ui/react/tooltip";
import { type ReactElement, useEffect, useRef } from "react";
import { ConnectionsView } from "./connections/connections-view.tsx";
import { FileDrop } from "./recordings/file-drop.tsx";
import { RecordingsView } from "./recordings/recordings-view.tsx";
import { ReplayView } from "./replay/replay-view.tsx";
import { SettingsView } from "./settings/settings-view.tsx";
import { type App, AppContext, useAppState } from "./state/app-context.ts";
import { isPage, openedSession } from "./state/selectors.ts";
import { Announcer } from "./components/announcer.tsx";
import { ConnectionPage } from "./components/connection-page.tsx";
import { Dialogs } from "./components/dialogs.tsx";
import { EmptyState } from "./components/empty-state.tsx";
import { HaltBar } from "./components/halt-bar.tsx";
import { HostEndedPage } from "./components/host-ended-page.tsx";
import { HostGoneBanner } from "./host-gone/host-gone-banner.tsx";
import { LostBar } from "./host-gone/lost-bar.tsx";
import { LostSessionsPanel } from "./host-gone/lost-sessions-panel.tsx";
import { AskBar } from "./grants/ask-bar.tsx";
import { Overview } from "./components/overview.tsx";
import { SessionPanes } from "./components/session-panes.tsx";
import { Sidebar } from "./components/sidebar.tsx";
import { StatusBar } from "./components/status-bar.tsx";
import { TitleBar } from "./components/title-bar.tsx";
import { Toasts } from "./components/toasts.tsx";

/** More would cover the work; the others wait. */
const MAX_TOASTS = 2;
const TOAST_MS = 8000;

export function Page({ app }: { app: App }): ReactElement {
  return (
    <AppContext value={app}>
      <Toast.Provider toastManager={app.toasts} limit={MAX_TOASTS} timeout={TOAST_MS}>
        <Tooltip.Provider>
          <Window />
          <Toasts />
        </Tooltip.Provider>
      </Toast.Provider>
    </AppContext>
  );
}

function Window(): ReactElement {
  const connection = useAppState((state) => state.connection);
  if (connection.kind === "ended") return <HostEndedPage by={connection.by} stopped={connection.stopped} />;
  if (connection.kind === "refused") return <ConnectionPage reason={connection.reason} />;
  return (
    <div className="flex h-full flex-col">
      <TitleBar />
      <HaltBar />
      <AskBar />
      <HostGoneBanner />
      <LostBar />
      <div className="flex min-h-0 flex-1">
        <Sidebar />
        <Main />
      </div>
      <StatusBar />
      <Dialogs />
      <FileDrop />
      <Announcer />
    </div>
  );
}

function Main(): ReactElement {
  const loaded = useAppState((state) => state.loaded);
  const session = useAppState(openedSession);
  const view = useAppState((state) => state.view);
  const empty = useAppState(({ sessions }) => sessions.size === 0);
  const main = useRef<HTMLElement>(null);
  // Whoever opens a page by a key or a command goes on in it. The views of sessions see to it themselves.
  const page = isPage(view) ? view.kind : undefined;
  useEffect(() => {
    if (page) main.current?.focus();
  }, [page]);
  return (
    <main
      ref={main}
      data-region
      tabIndex={-1}
      aria-label="Main"
      className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-bg-0 p-2.5 outline-none"
    >
      {!loaded && <h1 className="p-4 text-text-2">Connecting to the host…</h1>}
      {loaded && session && <SessionPanes />}
      {loaded && view.kind === "recordings" && <RecordingsView from={view.from} />}
      {loaded && view.kind === "settings" && <SettingsView section={view.section} />}
      {loaded && view.kind === "connections" && <ConnectionsView />}
      {loaded && view.kind === "replay" && <ReplayView key={`${view.id} ${view.atMs}`} id={view.id} atMs={view.atMs} />}
      {loaded && view.kind === "overview" && <LostSessionsPanel />}
      {loaded && (view.kind === "overview" || (view.kind === "session" && !session)) && (empty ? <EmptyState /> : <Overview />)}
    </main>
  );
}
