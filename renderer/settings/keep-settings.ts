/** Shows what follows from the settings, and stores them, so that a window looks right before it is connected. */
import type { App } from "../state/app-context.ts";
import { applyTheme, onSystemThemeChange, resolveTheme } from "../theme/apply-theme.ts";
import { terminalTheme } from "../theme/terminal-theme.ts";
import type { EarlierSettings } from "./settings-sync.ts";

const KEY = "cotty.window";
/** Where earlier versions kept the settings. What belongs in the file is taken over once. */
const EARLIER_KEY = "cotty.settings";

/** The settings as this window had them last, as text. */
export function storedSettings(): string | null {
  return localStorage.getItem(KEY) ?? localStorage.getItem(EARLIER_KEY);
}

export function earlierSettings(): EarlierSettings {
  return { text: localStorage.getItem(EARLIER_KEY), forget: () => localStorage.removeItem(EARLIER_KEY) };
}

/** Call once. */
export function keepSettings(app: App): void {
  const { store } = app;
  showTheme(app);
  onSystemThemeChange(() => showTheme(app));
  store.subscribe(({ settings }, before) => {
    if (settings === before.settings) return;
    localStorage.setItem(KEY, JSON.stringify(settings));
    showTheme(app);
  });
}

/** Gives the theme of the settings, or of the system, to the page, the tiles and the terminals. */
export function showTheme({ store, tiles }: App): void {
  const { settings, terminalTheme: before } = store.getState();
  const now = terminalTheme(resolveTheme(settings.theme), settings);
  const isFirst = document.documentElement.dataset["theme"] === undefined;
  if (!isFirst && JSON.stringify(now) === JSON.stringify(before)) return;
  applyTheme(now);
  tiles.setLook(now);
  store.setState({ terminalTheme: now });
}
