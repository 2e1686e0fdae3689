/** Tells of sessions that begin to need a person, unless they are on the screen already. */
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { openSession } from "../commands/session-actions.ts";
import { alertTitle, isTold, newNotices } from "../state/announcements.ts";
import type { App } from "../state/app-context.ts";
import { lineOf } from "../state/session-display.ts";
import type { State } from "../state/store.ts";

/** Call once. `isOnScreen` says whether the page shows a session now: open, or as a tile in sight. */
export function startAlertToasts(
  app: App,
  isOnScreen: (state: State, id: SessionId) => boolean,
  now: () => Date = () => new Date(),
): void {
  const shown = new Set<SessionId>();
  app.store.subscribe((state, before) => {
    for (const { session, kind } of newNotices(state, before)) {
      if (isOnScreen(state, session.id) || !isTold(state, { kind, by: "toast" }, now())) continue;
      shown.add(session.id);
      app.toasts.add(toastOf(app, session));
    }
    for (const id of shown) {
      if (isStillNews(state, id)) continue;
      shown.delete(id);
      app.toasts.close(toastId(id));
    }
  });
}

/** A toast about something that was answered, dismissed or opened would be stale. */
function isStillNews({ sessions, notices, view }: State, id: SessionId): boolean {
  const notice = notices.get(id);
  const isOpen = view.kind === "session" && view.id === id;
  return sessions.has(id) && !isOpen && notice !== undefined && !notice.isDismissed && notice.snoozedUntilMs === undefined;
}

const toastId = (id: SessionId): string => `needs you: ${id}`;

function toastOf(app: App, session: SessionInfo): Parameters<App["toasts"]["add"]>[0] {
  return {
    id: toastId(session.id),
    title: alertTitle(session),
    description: lineOf(session),
    type: session.attention.state === "failed" ? "error" : "asks",
    actionProps: { children: "Open", onClick: () => openSession(app, session.id) },
  };
}

/** Whether the page shows the session: open, or with a tile or row that is in sight at least in part. */
export function isSessionOnScreen({ view }: State, id: SessionId): boolean {
  if (document.visibilityState === "hidden") return false;
  if (view.kind === "session") return document.querySelector(`main [data-pane="${CSS.escape(id)}"]`) !== null;
  const tile = document.querySelector(`main [data-session="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  const main = document.querySelector("main")?.getBoundingClientRect();
  return tile !== undefined && main !== undefined && tile.bottom > main.top && tile.top < main.bottom;
}
