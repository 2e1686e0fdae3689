/** The connection of a page to its host, which a test cuts and joins. The host goes on meanwhile. */
import type { Page, WebSocketRoute } from "@playwright/test";

export type Cable = { cut(): Promise<void>; join(): void };

/** Call it before the page is loaded. */
export async function layCable(page: Page): Promise<Cable> {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    // The page must have opened it before it can be closed.
    if (isCut) return socket.onMessage(() => void socket.close());
    socket.connectToServer();
    open.add(socket);
  });
  return {
    async cut() {
      isCut = true;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    join() {
      isCut = false;
    },
  };
}
