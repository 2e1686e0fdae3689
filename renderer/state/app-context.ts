/** The parts of the window outside React, and how components reach them. */
import type { Toast } from "@base-ui/react/toast";
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Keyboard } from "../commands/chords.ts";
import type { DesktopLink } from "../connection/desktop-link.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import type { SettingsSync } from "../settings/settings-sync.ts";
import type { State, Store } from "./store.ts";
import type { LiveTerminals } from "../terminal/live-terminals.ts";
import type { TileBoard } from "../tiles/tile-board.ts";

export type App = {
  readonly store: Store;
  readonly host: CurrentHost;
  readonly settings: SettingsSync;
  readonly desktop: DesktopLink;
  readonly tiles: TileBoard;
  readonly terminals: LiveTerminals;
  readonly toasts: ReturnType<typeof Toast.createToastManager>;
  readonly keyboard: Keyboard;
};

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp needs an AppContext around it");
  return app;
}

/** Reads the store; renders again when the value that the selector picks has changed. */
export function useAppState<T>(selector: (state: State) => T): T {
  return useStore(useApp().store, selector);
}
