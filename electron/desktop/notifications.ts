/**
 * Desktop notifications: a session needs a person who does not see it. At most
 * one a second for each session, and only for what still holds when it is shown.
 */
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { sessionLine, sessionTitle } from "./session-text.ts";

/** A session that was killed by a person who says so, or asks and goes on at once, needs nobody. */
const SETTLE_MS = 400;
const INTERVAL_MS = 1000;

export type Notice = { readonly title: string; readonly body: string; readonly session: SessionId };

export type NotificationOptions = {
  /** The session, if it needs somebody now and nobody is looking at it. */
  readonly unseen: (id: SessionId) => SessionInfo | undefined;
  readonly show: (notice: Notice) => void;
  readonly platform: NodeJS.Platform;
};

export class Notifications implements Disposable {
  readonly #options: NotificationOptions;
  readonly #shownAt = new Map<SessionId, number>();
  readonly #timers = new Map<SessionId, NodeJS.Timeout>();

  constructor(options: NotificationOptions) {
    this.#options = options;
  }

  /** A session has begun to need somebody. */
  add({ id }: SessionInfo): void {
    if (this.#timers.has(id)) return;
    const sinceLast = Date.now() - (this.#shownAt.get(id) ?? 0);
    const wait = Math.max(SETTLE_MS, INTERVAL_MS - Math.max(0, sinceLast));
    this.#timers.set(
      id,
      setTimeout(() => this.#show(id), wait),
    );
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #show(id: SessionId): void {
    this.#timers.delete(id);
    const session = this.#options.unseen(id);
    if (!session) return;
    this.#shownAt.set(id, Date.now());
    this.#options.show(noticeOf(session, this.#options.platform));
  }
}

function noticeOf(session: SessionInfo, platform: NodeJS.Platform): Notice {
  const what = session.attention.state === "failed" ? "failed" : "needs you";
  const text = (value: string): string => (platform === "linux" ? withoutMarkup(value) : value);
  return { title: text(`${sessionTitle(session)} ${what}`), body: text(sessionLine(session)), session: session.id };
}

/** Linux notification servers may read the body as markup; entities would be shown as they are by those that do not. */
function withoutMarkup(text: string): string {
  return text.replaceAll("<", "‹").replaceAll(">", "›").replaceAll("&", "＆");
}
