/**
 * The gallery: the window in every state, from fixtures and without a host. The
 * part of the address after `#` names what is shown, and `?theme=light`, `?theme=high-contrast` or `?theme=system` the theme.
 * It is served for development, and is in no package.
 */
import "../../styles/app.css";
import { Toast } from "@base-ui/react/toast";
import { createRoot } from "react-dom/client";
import { CurrentHost } from "../../connection/current-host.ts";
import { DesktopLink } from "../../connection/desktop-link.ts";
import { startKeys } from "../../commands/key-listener.ts";
import { Page } from "../../page.tsx";
import type { App } from "../../state/app-context.ts";
import { withWatched } from "../../state/state-changes.ts";
import { createAppStore } from "../../state/store.ts";
import { DEFAULT_SETTINGS } from "../../state/window-settings.ts";
import { LiveTerminals } from "../../terminal/live-terminals.ts";
import { MONO_FONT, type ThemeName, TOKENS } from "../../theme/tokens.ts";
import { applyTheme } from "../../theme/apply-theme.ts";
import { showTheme } from "../../settings/keep-settings.ts";
import { SettingsSync } from "../../settings/settings-sync.ts";
import { terminalTheme } from "../../theme/terminal-theme.ts";
import { TileBoard } from "../../tiles/tile-board.ts";
import { connectGallery } from "./gallery-host.ts";
import { CLIENTS, YOU } from "./gallery-sessions.ts";
import { SHOWS } from "./gallery-shows.ts";

function createApp(): App {
  const host = new CurrentHost();
  const store = createAppStore(DEFAULT_SETTINGS);
  const earlier = { text: null, forget: () => {} };
  return {
    store,
    host,
    settings: new SettingsSync({ store, host, earlier, onRefused: () => {} }),
    desktop: new DesktopLink(),
    tiles: new TileBoard(host),
    terminals: new LiveTerminals(host),
    toasts: Toast.createToastManager(),
    keyboard: { mac: false, browser: true },
  };
}

/** Shows one window of the gallery. */
function show(name: string, root: Element): void {
  const shown = SHOWS[name];
  if (!shown) return showIndex(root);
  const app = createApp();
  const wanted = new URLSearchParams(location.search).get("theme");
  const isTheme = wanted !== null && (wanted === "system" || Object.hasOwn(TOKENS, wanted));
  const theme = isTheme ? (wanted as ThemeName | "system") : "dark";
  const { sessions, state } = shown;
  const settings = { ...DEFAULT_SETTINGS, ...state?.settings, theme };
  app.store.setState((before) => ({
    connection: { kind: "open" },
    self: YOU,
    ...withWatched(before, { sessions: [...sessions], clients: CLIENTS }),
    ...state,
    settings,
  }));
  showTheme(app);
  startKeys(app);
  createRoot(root).render(<Page app={app} />);
  app.host.use(connectGallery(sessions, settings, shown.faults));
}

/** A list of everything that there is to see. */
function showIndex(root: Element): void {
  applyTheme(terminalTheme("dark", DEFAULT_SETTINGS));
  createRoot(root).render(
    <main className="p-6">
      <h1 className="text-heading font-semibold">Gallery</h1>
      <ul className="mt-4 columns-3">
        {Object.keys(SHOWS).map((name) => (
          <li key={name}>
            <a className="text-you underline" href={`#${name}`}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </main>,
  );
}

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
// Each show is a page of its own, as a window is.
window.addEventListener("hashchange", () => location.reload());
await document.fonts.load(`13px ${MONO_FONT}`);
show(location.hash.slice(1), root);
