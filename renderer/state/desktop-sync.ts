/** Runs what the desktop app's menus ask for, and tells the app what a person has seen. */
import { openSession } from "../commands/session-actions.ts";
import type { App } from "./app-context.ts";
import { runCommand } from "../commands/run-command.ts";
import { quietSessions } from "./inbox.ts";
import type { State } from "./store.ts";

/** The app is told of at most this many dismissed sessions, the latest. */
const MAX_DISMISSED = 1000;

export function followDesktop(app: App): void {
  const { store, desktop } = app;
  desktop.onMessage((message) => {
    switch (message.type) {
      case "command":
        return runCommand(app, message.command);
      case "show":
        return openSession(app, message.session);
      case "host-ended":
        return store.setState({ connection: { kind: "ended", by: message.by.name, stopped: message.stopped } });
    }
  });
  const tellSeen = ({ view, notices }: State): void =>
    desktop.send({
      type: "seen",
      ...(view.kind === "session" && { session: view.id }),
      // The app knows by itself what a person wants to be told of.
      dismissed: [...quietSessions(notices)].slice(-MAX_DISMISSED),
    });
  desktop.onOpen(() => tellSeen(store.getState()));
  store.subscribe((state, before) => {
    if (state.view !== before.view || state.notices !== before.notices) tellSeen(state);
  });
  // A person who comes back to the window sees what it shows.
  window.addEventListener("focus", () => tellSeen(store.getState()));
}
