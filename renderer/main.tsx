/** Entry of the window: builds its parts, wires them, shows them. */
import "./styles/app.css";
import { Toast } from "@base-ui/react/toast";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { App as AppParts } from "./state/app-context.ts";
import { App } from "./app.tsx";
import { WindowConnection } from "./connection/window-connection.ts";
import { DesktopLink } from "./connection/desktop-link.ts";
import { CurrentHost } from "./connection/current-host.ts";
import { followDesktop } from "./state/desktop-sync.ts";
import { startKeys } from "./commands/key-dispatcher.ts";
import { parseSettings } from "./state/window-settings.ts";
import { createAppStore, type Store } from "./state/store.ts";
import { TerminalPool } from "./terminal/terminal-pool.ts";
import { installTestHook } from "./test-hook.ts";
import { applyTheme, onSystemThemeChange, resolveTheme } from "./theme/apply-theme.ts";
import { MONO_FONT, terminalColors } from "./theme/tokens.ts";
import { TileBoard } from "./tiles/tile-board.ts";
import { watchHost } from "./state/host-sync.ts";

const SETTINGS_KEY = "cotty.settings";

function createApp(): AppParts {
  const store = createAppStore(parseSettings(localStorage.getItem(SETTINGS_KEY)));
  const host = new CurrentHost();
  return {
    store,
    host,
    desktop: new DesktopLink(),
    tiles: new TileBoard(host),
    terminals: new TerminalPool(host),
    toasts: Toast.createToastManager(),
    mac: navigator.platform.startsWith("Mac"),
  };
}

/** The theme follows the setting and the desktop; settings outlive the window. */
function keepSettings(store: Store, app: AppParts): void {
  const showTheme = (): void => {
    const theme = resolveTheme(store.getState().settings.theme);
    applyTheme(theme);
    app.tiles.setColors(terminalColors(theme));
  };
  showTheme();
  onSystemThemeChange(showTheme);
  store.subscribe(({ settings }, before) => {
    if (settings === before.settings) return;
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings));
    if (settings.theme !== before.settings.theme) showTheme();
  });
}

function start(): void {
  const place = document.querySelector("#root");
  if (!place) throw new Error("index.html has no #root");
  const app = createApp();
  keepSettings(app.store, app);
  installTestHook(app);
  startKeys(app);
  const connection = new WindowConnection();
  watchHost(app, connection);
  followDesktop(app);
  app.desktop.start();
  // A live terminal measures its typeface once: it must be there before the first is opened.
  void document.fonts.load(`13px ${MONO_FONT}`).finally(() => connection.start());
  createRoot(place).render(
    <StrictMode>
      <App parts={app} />
    </StrictMode>,
  );
}

start();
