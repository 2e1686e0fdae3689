/**
 * One client following one session: a snapshot, then the output from its offset
 * on. A client that falls behind is given a new snapshot instead of a backlog;
 * the program never waits for it.
 */
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Events, Snapshot } from "../../shared/protocol.ts";
import type { RemoteScreen } from "../screens/pool/remote-screen.ts";
import type { Session } from "../sessions/session.ts";

/** What an attachment needs of the session that it follows. */
export type FollowedSession = Pick<Session, "id" | "offset" | "recent" | "flush" | "onOutput" | "onResize"> & {
  readonly screen: Pick<RemoteScreen, "onReset"> & { ask(name: "snapshot", params: { scrollback?: number }): Promise<Snapshot> };
};

export type AttachmentSink = {
  readonly output: (event: Events["session/output"]) => void;
  readonly resync: (event: Events["session/resync"]) => void;
  /** The client has more unread than it should. */
  readonly isBehind: () => boolean;
};

/** Most output in one event, in UTF-16 units. */
const MAX_EVENT_CHARS = 128 * 1024;

type State =
  /**
   * The first snapshot is on its way to the client. `offset` is where it ends,
   * once the screen has answered. `isStale` says that the screen has changed
   * its shape since then.
   */
  | { readonly kind: "beginning"; readonly offset?: number; readonly isStale: boolean }
  /** The client has been sent everything up to `sent`. */
  | { readonly kind: "following"; sent: number }
  /**
   * The client has been sent no output since it fell behind. It gets a snapshot when
   * it has read what it has. `sent` is there when all that it has not read is its
   * first snapshot, which can be large: then little output after that is no reason
   * for another.
   */
  | { readonly kind: "behind"; readonly sent?: number }
  /** A snapshot has been asked for. With `again`, the screen changed its shape after that, and one more is needed. */
  | { readonly kind: "resyncing"; readonly again: boolean }
  | { readonly kind: "ended" };

export class Attachment implements Disposable {
  readonly #session: FollowedSession;
  readonly #sink: AttachmentSink;
  readonly #store = new DisposableStore();
  #state: State = { kind: "beginning", isStale: false };

  constructor(session: FollowedSession, sink: AttachmentSink) {
    this.#session = session;
    this.#sink = sink;
    this.#store.add(session.onOutput(() => this.#follow()));
    // Rows are wrapped anew, or rebuilt: only the host's screen knows how they look now.
    this.#store.add(session.onResize(() => this.#handleNewShape()));
    this.#store.add(session.screen.onReset(() => this.#handleNewShape()));
  }

  /**
   * The screen to begin with, with as many rows of scrollback as are wanted. Output
   * from its offset on follows after `start`. Rejects when the screen cannot tell.
   */
  async begin(scrollback?: number): Promise<Snapshot> {
    this.#session.flush();
    const snapshot = await this.#session.screen.ask("snapshot", { ...(scrollback !== undefined && { scrollback }) });
    if (this.#state.kind === "beginning") this.#state = { ...this.#state, offset: snapshot.offset };
    return snapshot;
  }

  /** The first snapshot has been sent: what came since may follow. */
  start(): void {
    if (this.#state.kind !== "beginning" || this.#state.offset === undefined) return;
    const { offset, isStale } = this.#state;
    if (isStale) return this.#resync();
    if (this.#sink.isBehind()) this.#state = { kind: "behind", sent: offset };
    else this.#followFrom(offset);
  }

  /** The client has read what was sent to it. */
  drained(): void {
    if (this.#state.kind !== "behind") return;
    const { sent } = this.#state;
    if (sent !== undefined && this.#session.offset - sent <= MAX_EVENT_CHARS) this.#followFrom(sent);
    else this.#resync();
  }

  [Symbol.dispose](): void {
    this.#state = { kind: "ended" };
    this.#store[Symbol.dispose]();
  }

  #followFrom(offset: number): void {
    this.#state = { kind: "following", sent: offset };
    this.#follow();
  }

  /** Sends the output that has come, as far as the client keeps up. */
  #follow(): void {
    const state = this.#state;
    if (state.kind !== "following") return;
    // Sending can end the connection, and this attachment with it.
    while (this.#state === state && state.sent < this.#session.offset) {
      if (this.#sink.isBehind()) {
        this.#state = { kind: "behind" };
        return;
      }
      const text = this.#session.recent(state.sent, MAX_EVENT_CHARS);
      // It is no longer in memory: the client has missed it.
      if (text === undefined || text === "") return this.#resync();
      this.#sink.output({ id: this.#session.id, offset: state.sent, text });
      state.sent += text.length;
    }
  }

  #handleNewShape(): void {
    switch (this.#state.kind) {
      case "beginning":
        this.#state = { ...this.#state, isStale: true };
        return;
      case "resyncing":
        this.#state = { kind: "resyncing", again: true };
        return;
      case "following":
      case "behind":
        return this.#resync();
      case "ended":
        return;
    }
  }

  /** Sends a snapshot in place of what was missed, now or when the client has read what it has. */
  #resync(): void {
    if (this.#sink.isBehind()) {
      this.#state = { kind: "behind" };
      return;
    }
    this.#state = { kind: "resyncing", again: false };
    this.#session.screen.ask("snapshot", {}).then(
      (snapshot) => this.#handleSnapshot(snapshot),
      () => this.#handleNoSnapshot(),
    );
  }

  #handleSnapshot(snapshot: Snapshot): void {
    if (this.#state.kind !== "resyncing") return;
    const { again } = this.#state;
    this.#state = { kind: "following", sent: snapshot.offset };
    this.#sink.resync({ id: this.#session.id, ...snapshot });
    if (again) this.#handleNewShape();
    else this.#follow();
  }

  /** The screen was closed, or is being reset; then another will be there, and may be there already. */
  #handleNoSnapshot(): void {
    if (this.#state.kind !== "resyncing") return;
    if (this.#state.again) return this.#resync();
    this.#state = { kind: "behind" };
  }
}
