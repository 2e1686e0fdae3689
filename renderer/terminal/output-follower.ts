/**
 * Follows one session's output: the screen as of an offset, then everything
 * from there, each character once. It knows nothing of terminals, only the text
 * that a terminal would be given.
 */
import type { Client } from "../../shared/client.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { SessionId, Snapshot } from "../../shared/protocol.ts";

export type OutputSink = {
  /** Forget everything shown so far: this is the screen now. */
  readonly show: (snapshot: Snapshot) => void;
  readonly write: (text: string) => void;
  readonly fail: (message: string) => void;
  /** The session was removed: nothing follows, even if another session gets its name. */
  readonly gone: () => void;
  /** The connection has ended. What was asked for over it does not come. */
  readonly lost?: () => void;
};

/** A session that is followed. Another one may get its id once it has been removed. */
export type FollowedSession = { readonly id: SessionId; readonly startedAtMs: number };

export class OutputFollower implements Disposable {
  readonly #store = new DisposableStore();
  readonly #client: Client;
  readonly #session: FollowedSession;
  readonly #follower: OutputSink;
  #scrollback: number;
  /** Where the next output must begin; absent until a screen has been shown. */
  #offset: number | undefined;

  constructor(
    client: Client,
    { scrollback, ...session }: FollowedSession & { readonly scrollback: number },
    follower: OutputSink,
  ) {
    const { id } = session;
    this.#scrollback = scrollback;
    this.#client = client;
    this.#session = session;
    this.#follower = follower;
    this.#store.add(client.on("session/closed", (event) => event.id === id && this.#end()));
    this.#store.add(client.on("session/output", (event) => event.id === id && this.#handleOutput(event)));
    this.#store.add(client.on("session/resync", (event) => event.id === id && this.#show(event)));
    this.#store.add(client.onClose(() => follower.lost?.()));
    void this.attach();
  }

  /** Asks for the screen; also when this side has fallen behind. `scrollback` is how many rows above the viewport are wanted from now on. */
  async attach(scrollback = this.#scrollback): Promise<void> {
    this.#scrollback = scrollback;
    this.#offset = undefined;
    try {
      const { session, ...snapshot } = await this.#client.request("session/attach", { id: this.#session.id, scrollback });
      if (this.#store.isDisposed) return;
      if (session.startedAtMs === this.#session.startedAtMs) this.#show(snapshot);
      else this.#end();
    } catch (error) {
      if (this.#store.isDisposed || this.#client.isClosed) return;
      if (error instanceof HostError && error.code === "no-such-session") this.#end();
      else this.#follower.fail(messageOf(error));
    }
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
    // If the request does not arrive, nothing is lost: the host forgets clients that have gone.
    if (!this.#client.isClosed) this.#client.request("session/detach", { id: this.#session.id }).catch(() => {});
  }

  #end(): void {
    this[Symbol.dispose]();
    this.#follower.gone();
  }

  #show(snapshot: Snapshot): void {
    this.#offset = snapshot.offset;
    this.#follower.show(snapshot);
  }

  #handleOutput({ offset, text }: { offset: number; text: string }): void {
    // Until a screen has come, output is dropped: the screen will have it.
    if (this.#offset === undefined) return;
    const known = this.#offset - offset;
    if (known < 0) {
      // Something is missing: only a fresh screen can be right.
      void this.attach();
      return;
    }
    if (known >= text.length) return;
    this.#offset = offset + text.length;
    this.#follower.write(known === 0 ? text : text.slice(known));
  }
}
