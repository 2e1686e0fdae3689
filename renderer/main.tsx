/** Entry of the window: builds its parts, connects them, shows them. */
import "./styles/app.css";
import { Toast } from "@base-ui/react/toast";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { App } from "./state/app-context.ts";
import { Page } from "./page.tsx";
import { WindowConnection } from "./connection/window-connection.ts";
import { DesktopLink } from "./connection/desktop-link.ts";
import { CurrentHost } from "./connection/current-host.ts";
import { followDesktop } from "./state/desktop-sync.ts";
import { startClickGuard } from "./commands/click-guard.ts";
import { startFocusKeeper } from "./commands/focus-after-removal.ts";
import { startKeys } from "./commands/key-listener.ts";
import { showError } from "./commands/session-actions.ts";
import { earlierSettings, keepSettings, storedSettings } from "./settings/keep-settings.ts";
import { SettingsSync } from "./settings/settings-sync.ts";
import { parseArrangement } from "./state/arrangement.ts";
import { parseSettings } from "./state/window-settings.ts";
import { rememberRunning } from "./state/after-crash.ts";
import { keepView } from "./state/kept-view.ts";
import { startBrowserNotifications } from "./inbox/browser-notifications.ts";
import { startFirstContactToast } from "./grants/first-contact-toast.ts";
import { isSessionOnScreen, startAlertToasts } from "./inbox/alert-toasts.ts";
import { formatNotices, parseNotices } from "./state/inbox.ts";
import { startInboxTimers, SYSTEM_CLOCK } from "./state/inbox-timers.ts";
import { keepLooks } from "./state/seen.ts";
import { withNotices } from "./state/state-changes.ts";
import { createAppStore, type Store } from "./state/store.ts";
import { LiveTerminals } from "./terminal/live-terminals.ts";
import { startCopyOnSelect } from "./terminal/copy-on-select.ts";
import { MONO_FONT } from "./theme/tokens.ts";
import { TileBoard } from "./tiles/tile-board.ts";
import { watchHost } from "./state/host-sync.ts";

const ARRANGEMENT_KEY = "cotty.arrangement";
const NOTICES_KEY = "cotty.notices";

function createApp(connection: WindowConnection): App {
  const store = createAppStore(parseSettings(storedSettings()));
  const host = new CurrentHost();
  const toasts = Toast.createToastManager();
  return {
    store,
    host,
    settings: new SettingsSync({
      store,
      host,
      earlier: earlierSettings(),
      onRefused: (reason) => showError({ toasts }, "The setting was not changed", reason),
    }),
    desktop: new DesktopLink(),
    tiles: new TileBoard(host, connection.onTileFrame),
    terminals: new LiveTerminals(host),
    toasts,
    keyboard: { mac: navigator.platform.startsWith("Mac"), browser: location.protocol.startsWith("http") },
  };
}

/** Takes over how the sessions were arranged, and stores every change of it. */
function keepArrangement(store: Store): void {
  store.setState({ arrangement: parseArrangement(localStorage.getItem(ARRANGEMENT_KEY)) });
  store.subscribe(({ arrangement }, before) => {
    if (arrangement !== before.arrangement) localStorage.setItem(ARRANGEMENT_KEY, JSON.stringify(arrangement));
  });
}

/** Takes over what a person has read, dismissed and snoozed, and stores every change of it. */
function keepInbox(app: App): void {
  const { store } = app;
  store.setState((state) => withNotices(state, parseNotices(localStorage.getItem(NOTICES_KEY))));
  // What a person wants in the inbox decides who needs them.
  store.subscribe(({ settings, notices }, before) => {
    if (settings.attention !== before.settings.attention) store.setState((state) => withNotices(state, notices));
  });
  store.subscribe(({ notices }, before) => {
    if (notices !== before.notices) localStorage.setItem(NOTICES_KEY, formatNotices(notices));
  });
  startInboxTimers(store, SYSTEM_CLOCK, {
    isThere: () => document.hasFocus(),
    onChange: (listener) => ["focus", "blur"].forEach((name) => window.addEventListener(name, listener)),
  });
  startAlertToasts(app, isSessionOnScreen);
  startFirstContactToast(app);
  startBrowserNotifications(app, (state, id) => document.hasFocus() && isSessionOnScreen(state, id));
}

function start(): void {
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root");
  const connection = new WindowConnection();
  const app = createApp(connection);
  keepSettings(app);
  keepArrangement(app.store);
  keepInbox(app);
  keepView(app.store);
  keepLooks(app.store, localStorage, Date.now);
  rememberRunning(app.store, localStorage);
  startKeys(app);
  startClickGuard(app.store);
  startFocusKeeper();
  startCopyOnSelect(app);
  watchHost(app, connection);
  followDesktop(app);
  app.desktop.start();
  // A live terminal measures its typeface once, so the typeface must be loaded before the first one opens.
  void document.fonts.load(`13px ${MONO_FONT}`).finally(() => connection.start());
  createRoot(root).render(
    <StrictMode>
      <Page app={app} />
    </StrictMode>,
  );
}

start();
