/** Keeps the store in step with the host, through every reconnect. */
import type { App } from "./app-context.ts";
import type { Connection } from "./connection/connection.ts";
import { withoutSession, withSession, withWatched } from "./store.ts";

export function watchHost(app: App, connection: Connection): void {
  const { store, host } = app;
  connection.onLink((link) => store.setState({ link }));
  connection.onClient(({ client, self }) => {
    client.on("session/changed", ({ session }) => store.setState((state) => withSession(state, session)));
    client.on("session/closed", ({ id }) => store.setState((state) => withoutSession(state, id)));
    client.on("clients/changed", ({ clients }) => store.setState({ clients }));
    store.setState({ self });
    client
      .request("host/watch", {})
      .then((watched) => store.setState((state) => withWatched(state, watched)))
      // Only a lost connection gets here; the next one asks again.
      .catch(() => {});
    host.use(client);
  });
}
