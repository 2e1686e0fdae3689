/** Keeps the store in step with the host, through every reconnect. */
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import type { App } from "./app-context.ts";
import type { WindowConnection } from "../connection/window-connection.ts";
import { factsOf } from "./after-crash.ts";
import { everySecond } from "./second-clock.ts";
import { withoutSession, withSessions, withWatched } from "./state-changes.ts";

export function watchHost(app: App, connection: WindowConnection): void {
  const { store, host } = app;
  connection.onState((now) => {
    // The window shows that the host was ended until it is connected to another.
    store.setState((before) => (before.connection.kind === "ended" && now.kind !== "open" ? {} : { connection: now }));
    if (now.kind === "reconnecting" || now.kind === "refused") host.handleUnreachable();
  });
  connection.onClient(({ client, self }) => {
    const changes = new ChangeBatch((sessions) => store.setState((state) => withSessions(state, sessions)));
    client.on("sessions/changed", ({ sessions: changed }) => {
      for (const session of changed) changes.add(session);
      const { sessions } = store.getState();
      if (changed.some((session) => isNews(sessions.get(session.id), session))) changes.flush();
    });
    client.on("session/closed", (closed) => {
      changes.drop(closed.id);
      store.setState((state) => withoutSession(state, closed));
    });
    client.on("host/ending", ({ by, stopped }) => store.setState({ connection: { kind: "ended", by: by.name, stopped } }));
    client.on("agents/halted", ({ halt }) => store.setState({ halt }));
    client.on("clients/changed", ({ clients }) => store.setState({ clients }));
    const askForAgents = (): void => {
      // This fails only with a lost connection; the next one asks again.
      client.request("grant/list", {}).then(
        ({ agents }) => store.setState({ agents }),
        () => {},
      );
    };
    client.on("grants/changed", askForAgents);
    client.on("recordings/changed", () => store.setState(({ recordingChanges: n }) => ({ recordingChanges: n + 1 })));
    client.on("rules/changed", () => store.setState(({ ruleChanges }) => ({ ruleChanges: ruleChanges + 1 })));
    client.onClose(() => changes.end());
    // Until it has said who it is, nobody knows whether it is the host from before.
    store.setState({ self, hostFacts: undefined });
    const info = client.request("host/info", {});
    info.catch(() => {});
    client
      .request("host/watch", {})
      .then((watched) => store.setState((state) => withWatched(state, watched)))
      .then(askForAgents)
      .then(async () => store.setState({ hostFacts: factsOf(await info) }))
      // This fails only with a lost connection; the next one asks again.
      .catch(() => {});
    host.use(client);
  });
}

/** Whether a change is shown at once, because a person waits for it: a new session, or another state, name, job, driver, mode, exit or size, a bell, or other parked input. */
export function isNews(known: SessionInfo | undefined, session: SessionInfo): boolean {
  if (!known) return true;
  const [before, now] = [known, session].map(
    ({ attention, shownName, job, bells, driver, lease, parked, exit, size, frozen, hiddenInput }) =>
      JSON.stringify([
        attention.state,
        shownName,
        job,
        bells,
        driver?.client.id,
        driver?.held,
        lease,
        parked,
        exit,
        size,
        frozen,
        hiddenInput?.asked,
      ]),
  );
  return before !== now;
}

/**
 * The changed sessions, each as it is now, until the window's clock shows them
 * together. Each of a hundred busy sessions changes four times a second, and
 * every change of the store is a render.
 */
class ChangeBatch {
  readonly #show: (sessions: readonly SessionInfo[]) => void;
  readonly #changed = new Map<SessionId, SessionInfo>();
  readonly #stopClock: () => void;

  constructor(show: (sessions: readonly SessionInfo[]) => void) {
    this.#show = show;
    this.#stopClock = everySecond(() => this.flush());
  }

  add(session: SessionInfo): void {
    this.#changed.set(session.id, session);
  }

  flush(): void {
    const sessions = [...this.#changed.values()];
    this.#changed.clear();
    if (sessions.length > 0) this.#show(sessions);
  }

  drop(id: SessionId): void {
    this.#changed.delete(id);
  }

  end(): void {
    this.#stopClock();
    this.#changed.clear();
  }
}
