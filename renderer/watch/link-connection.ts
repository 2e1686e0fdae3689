/**
 * The connection of a share link. The token comes in the address's fragment, which no browser sends, and is taken
 * out of the address at once. The host lets it watch one session, and refuses everything else.
 */
import { Client } from "../../shared/client.ts";
import { HostError, isConnectionEnd } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { backoffMs } from "../connection/backoff.ts";
import { WebSocketClientTransport } from "../connection/websocket-client-transport.ts";

const TOKEN_KEY = "cotty.link";

export type WatchState =
  | { readonly kind: "connecting" }
  | { readonly kind: "watching"; readonly client: Client; readonly session: SessionInfo }
  | { readonly kind: "lost" }
  /** The link has expired or was revoked, or its session was removed. */
  | { readonly kind: "over" };

/** Watches the session of the address until the link is over. Returns what stops that. */
export function watchLink(onState: (state: WatchState) => void): () => void {
  const token = takeToken();
  let client: Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    client?.[Symbol.dispose]();
    onState({ kind: "over" });
  };
  const again = (): void => {
    if (isOver) return;
    onState({ kind: "lost" });
    timer = setTimeout(() => void dial(), backoffMs(attempt++, Math.random()));
  };
  const dial = async (): Promise<void> => {
    if (isOver) return;
    if (token === undefined) return end();
    client = undefined;
    try {
      client = new Client(await WebSocketClientTransport.open(`ws://${location.host}/ws`));
      client.onClose(again);
      await client.hello({ token, name: "", kind: "script", protocol: PROTOCOL_VERSION });
      client.on("session/closed", end);
      const { sessions } = await client.request("host/watch", {});
      const [session] = sessions;
      if (!session) return end();
      attempt = 0;
      onState({ kind: "watching", client, session });
    } catch (error) {
      // Whoever was refused stays refused. A lost connection is dialed again by `onClose`, a host that is away below.
      if (error instanceof HostError && !isConnectionEnd(error)) end();
      else if (!client) again();
    }
  };
  onState({ kind: "connecting" });
  void dial();
  return () => {
    isOver = true;
    clearTimeout(timer);
    client?.[Symbol.dispose]();
  };
}

/** Session storage: the page can be reloaded, and no other tab has the token. */
function takeToken(): string | undefined {
  const token = /^#link=([\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
  history.replaceState(null, "", location.pathname);
  sessionStorage.setItem(TOKEN_KEY, token);
  return token;
}
