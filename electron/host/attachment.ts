/**
 * One client following one session: a snapshot, then output from its offset
 * on. A client that falls behind is given a new snapshot instead of a backlog;
 * the program never waits for it.
 */
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Events, Snapshot } from "../../shared/protocol.ts";
import type { Session } from "../sessions/session.ts";

export type AttachmentSink = {
  readonly output: (event: Events["session/output"]) => void;
  readonly resync: (event: Events["session/resync"]) => void;
  /** The client has more unread than it should. */
  readonly isBehind: () => boolean;
};

/** Output in one event. */
const MAX_EVENT_CHARS = 128 * 1024;

export class Attachment implements Disposable {
  readonly #session: Session;
  readonly #sink: AttachmentSink;
  readonly #store = new DisposableStore();
  /** How far this client has been sent; undefined until its snapshot is there. */
  #sent: number | undefined;
  #begun: number | undefined;
  #needsResync = false;
  /** The screen changed shape while the snapshot was on its way. */
  #isStale = false;

  constructor(session: Session, sink: AttachmentSink) {
    this.#session = session;
    this.#sink = sink;
    this.#store.add(session.onOutput(() => this.#follow()));
    // Rows are wrapped anew: only the host's screen knows how they look now.
    this.#store.add(session.onResize(() => void this.#resync()));
    this.#store.add(session.screen.onReset(() => void this.#resync()));
  }

  /** The screen to begin with; output follows from its offset. */
  async begin(): Promise<Snapshot> {
    this.#session.flush();
    const snapshot = await this.#session.screen.ask("snapshot", {});
    this.#begun = snapshot.offset;
    return snapshot;
  }

  /** The snapshot has been sent: what came since may follow. */
  start(): void {
    this.#sent = this.#begun;
    if (this.#isStale) void this.#resync();
    else this.#follow();
  }

  /** The client has caught up with what was sent. */
  drained(): void {
    if (this.#needsResync) void this.#resync();
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #follow(): void {
    if (this.#sent === undefined || this.#needsResync || this.#store.isDisposed) return;
    while (this.#sent < this.#session.offset) {
      if (this.#sink.isBehind()) {
        this.#needsResync = true;
        return;
      }
      const text = this.#session.recent(this.#sent, MAX_EVENT_CHARS);
      if (text === undefined || text === "") {
        this.#needsResync = true;
        void this.#resync();
        return;
      }
      this.#sink.output({ id: this.#session.id, offset: this.#sent, text });
      this.#sent += text.length;
    }
  }

  async #resync(): Promise<void> {
    this.#isStale = true;
    if (this.#sent === undefined || this.#store.isDisposed) return;
    this.#needsResync = true;
    if (this.#sink.isBehind()) return;
    try {
      const snapshot = await this.#session.screen.ask("snapshot", {});
      if (this.#store.isDisposed) return;
      this.#sent = snapshot.offset;
      this.#needsResync = false;
      this.#sink.resync({ id: this.#session.id, ...snapshot });
      this.#follow();
    } catch {
      // The screen was reset or closed; either tells us again.
    }
  }
}
