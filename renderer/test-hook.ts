/**
 * What end-to-end tests read: the text of terminals and tiles, which a canvas
 * or a terminal does not show to the page. Reads only, and nothing that the
 * page itself does not hold.
 */
import type { SessionId } from "../shared/protocol.ts";
import type { App } from "./state/app-context.ts";

type TestHook = {
  /** Rows of the live terminal; none when the session is not open. */
  readonly live: (id: SessionId) => readonly string[];
  /** Rows of the tile as it is painted; none when it is not shown. */
  readonly tile: (id: SessionId) => Promise<readonly string[]>;
};

declare global {
  interface Window {
    __test?: TestHook;
  }
}

export function installTestHook(app: App): void {
  window.__test = Object.freeze({
    live: (id: SessionId) => app.terminals.get(id)?.text() ?? [],
    tile: (id: SessionId) => app.tiles.text(id),
  });
}
