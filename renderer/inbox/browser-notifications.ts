/** Notifications of the system, from a window in a browser. The desktop app shows its own. */
import type { SessionId } from "../../shared/protocol.ts";
import { openSession } from "../commands/session-actions.ts";
import { alertTitle, isTold, newNotices } from "../state/announcements.ts";
import type { App } from "../state/app-context.ts";
import { lineOf } from "../state/session-display.ts";
import type { State } from "../state/store.ts";

/** Call once. `isSeen` says whether a person looks at a session now. */
export function startBrowserNotifications(app: App, isSeen: (state: State, id: SessionId) => boolean): void {
  app.store.subscribe((state, before) => {
    const news = newNotices(state, before);
    if (news.length === 0 || app.desktop.isThere || typeof Notification === "undefined") return;
    // Asked for only when there is news: the whole page waits while the browser looks it up.
    if (Notification.permission !== "granted") return;
    for (const { session, kind } of news) {
      if (isSeen(state, session.id) || !isTold(state, { kind, by: "notification" }, new Date())) continue;
      // The tag: a newer notification of a session takes the place of the one before.
      const notification = new Notification(alertTitle(session), { body: lineOf(session), tag: `cotty ${session.id}` });
      notification.addEventListener("click", () => {
        window.focus();
        openSession(app, session.id);
        notification.close();
      });
    }
  });
}
