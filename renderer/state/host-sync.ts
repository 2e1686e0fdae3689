/** Keeps the store in step with the host, through every reconnect. */
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import type { App } from "./app-context.ts";
import type { WindowConnection } from "../connection/window-connection.ts";
import { withoutSession, withSessions, withWatched } from "./store.ts";

/**
 * Ages and last lines are shown together, this often: a hundred busy sessions
 * change four times a second each, and every change the store sees is a render.
 */
const BATCH_MS = 250;

export function watchHost(app: App, connection: WindowConnection): void {
  const { store, host } = app;
  // A host that was ended stays so for this window until there is another.
  connection.onLink((link) => store.setState((state) => (state.link.kind === "ended" && link.kind !== "open" ? {} : { link })));
  connection.onClient(({ client, self }) => {
    const changes = new ChangeBatch((sessions) => store.setState((state) => withSessions(state, sessions)));
    client.on("session/changed", ({ session }) => {
      changes.add(session);
      if (isNews(store.getState().sessions.get(session.id), session)) changes.flush();
    });
    client.on("session/closed", ({ id }) => {
      changes.drop(id);
      store.setState((state) => withoutSession(state, id));
    });
    client.on("host/ending", ({ by, stopped }) => store.setState({ link: { kind: "ended", by: by.name, stopped } }));
    client.on("clients/changed", ({ clients }) => store.setState({ clients }));
    client.onClose(() => changes.end());
    store.setState({ self });
    client
      .request("host/watch", {})
      .then((watched) => store.setState((state) => withWatched(state, watched)))
      // Only a lost connection gets here; the next one asks again.
      .catch(() => {});
    host.use(client);
  });
}

/** What a person waits for is shown at once: another state, driver, size, or a session they have not seen. */
export function isNews(known: SessionInfo | undefined, session: SessionInfo): boolean {
  if (!known) return true;
  const [before, now] = [known, session].map(({ attention, driver, exit, size }) =>
    JSON.stringify([attention.state, driver?.client.id, driver?.held, exit, size]),
  );
  return before !== now;
}

/** The latest of each changed session, until they are shown. */
class ChangeBatch {
  readonly #show: (sessions: readonly SessionInfo[]) => void;
  readonly #changed = new Map<SessionId, SessionInfo>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: (sessions: readonly SessionInfo[]) => void) {
    this.#show = show;
  }

  add(session: SessionInfo): void {
    this.#changed.set(session.id, session);
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sessions = [...this.#changed.values()];
    this.#changed.clear();
    if (sessions.length > 0) this.#show(sessions);
  }

  drop(id: SessionId): void {
    this.#changed.delete(id);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#changed.clear();
  }
}
