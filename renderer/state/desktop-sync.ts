/** Runs what the desktop app's menus ask for, and tells the app what a person has seen. */
import { openSession } from "../commands/session-actions.ts";
import { withMoreLost } from "./after-crash.ts";
import type { App } from "./app-context.ts";
import { runCommand } from "../commands/run-command.ts";
import { quietSessions } from "./inbox.ts";
import { roomyPanes } from "../commands/arrange-panes.ts";
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
      case "lost":
        return store.setState(({ lost }) => ({ lost: withMoreLost(lost, message.sessions) }));
      case "host-ended":
        return store.setState({ connection: { kind: "ended", by: message.by.name, stopped: message.stopped } });
    }
  });
  const tellSeen = (state: State): void =>
    desktop.send({
      type: "seen",
      sessions: roomyPanes(state),
      // The app knows by itself what a person wants to be told of.
      dismissed: [...quietSessions(state.notices)].slice(-MAX_DISMISSED),
    });
  desktop.onOpen(() => tellSeen(store.getState()));
  store.subscribe((state, before) => {
    if (state.view !== before.view || state.split !== before.split || state.notices !== before.notices) tellSeen(state);
  });
  // A person who comes back to the window sees what it shows.
  window.addEventListener("focus", () => tellSeen(store.getState()));
  // A narrow window has room for fewer panes.
  window.addEventListener("resize", () => tellSeen(store.getState()));
}
