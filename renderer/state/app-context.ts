/** The parts of the window that are not React, handed to the components that need them. */
import type { Toast } from "@base-ui/react/toast";
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { DesktopLink } from "../connection/desktop-link.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import type { State, Store } from "./store.ts";
import type { TerminalPool } from "../terminal/terminal-pool.ts";
import type { TileBoard } from "../tiles/tile-board.ts";

export type App = {
  readonly store: Store;
  readonly host: CurrentHost;
  readonly desktop: DesktopLink;
  readonly tiles: TileBoard;
  readonly terminals: TerminalPool;
  readonly toasts: ReturnType<typeof Toast.createToastManager>;
  /** Chords are written and read differently on macOS. */
  readonly mac: boolean;
};

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp outside of AppContext");
  return app;
}

/** Reads the store; renders again when what the selector picks has changed. */
export function useAppState<T>(selector: (state: State) => T): T {
  return useStore(useApp().store, selector);
}
