/**
 * Sends one client the tiles that it shows: only rows that changed, no more
 * often than the client asked, and never before it has painted the last frame.
 * A slow window gets fewer frames, never a queue.
 */
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Events, Params } from "../../shared/protocol.ts";
import type { RemoteScreen } from "../screens/pool/remote-screen.ts";
import type { Session } from "../sessions/session.ts";

/** What tiles need of a session: its picture, and word of every change of it. */
export type TiledSession = {
  readonly session: Pick<Session, "onResize"> & { readonly screen: Pick<RemoteScreen, "frame" | "onParsed" | "onReset"> };
};

export type TileSource = {
  /** The session of this id, if the client may reach it. */
  readonly find: (id: string) => TiledSession | undefined;
  readonly send: (frame: Events["tiles/frame"]) => void;
};

/** What this client has of a tile: `version` is that of the last frame, 0 before the first. */
type Tile = { readonly shown: TiledSession; version: number; dirty: boolean; readonly store: DisposableStore };

/** What the next frame waits for, apart from something to show and the client's acknowledgment. */
type Pace =
  | { readonly kind: "resting" }
  /** The frame is sent when the interval since the last one is over. */
  | { readonly kind: "due"; readonly atMs: number; readonly timer: NodeJS.Timeout }
  /** The screens have been asked for their rows. */
  | { readonly kind: "building" };

const RESTING: Pace = { kind: "resting" };

/** How often some of the tiles have frames, and when they had the last one. All of them are in the same frame. */
type Rate = { intervalMs: number; sentAt: number };
/** A timer may fire this much too early. */
const TIMER_ERROR_MS = 1;

export class TileFrames implements Disposable {
  readonly #source: TileSource;
  readonly #tiles = new Map<string, Tile>();
  #pace = RESTING;
  readonly #rate: Rate = { intervalMs: 100, sentAt: Number.NEGATIVE_INFINITY };
  readonly #hotRate: Rate = { intervalMs: 100, sentAt: Number.NEGATIVE_INFINITY };
  #hot = new Set<string>();
  /** The number of the last frame that was sent, and of the last one that the client has painted. */
  #sent = 0;
  #acknowledged = 0;

  constructor(source: TileSource) {
    this.#source = source;
  }

  /** Shows these sessions from now on and no others. A tile that stays shown goes on where it was. */
  subscribe({ ids, intervalMs, hot }: Params<"tiles/subscribe">): void {
    this.#rate.intervalMs = intervalMs;
    this.#hotRate.intervalMs = hot?.intervalMs ?? intervalMs;
    this.#hot = new Set(hot?.ids);
    const wanted = new Set(ids);
    for (const id of this.#tiles.keys()) if (!wanted.has(id)) this.#remove(id);
    for (const id of wanted) {
      const shown = this.#source.find(id);
      const tile = this.#tiles.get(id);
      if (tile && tile.shown === shown) continue;
      this.#remove(id);
      if (shown) this.#add(id, shown);
    }
    this.#schedule();
  }

  /** The client may no longer see this session. */
  forget(session: TiledSession): void {
    for (const [id, { shown }] of this.#tiles) if (shown === session) this.#remove(id);
  }

  /** The client has painted frame number `seq`, and so all before it. */
  acknowledge(seq: number): void {
    // An acknowledgment can be of a connection that this client had before: it is no credit for frames to come.
    this.#acknowledged = Math.max(this.#acknowledged, Math.min(seq, this.#sent));
    this.#schedule();
  }

  [Symbol.dispose](): void {
    this.#rest();
    for (const id of this.#tiles.keys()) this.#remove(id);
  }

  #add(id: string, shown: TiledSession): void {
    const { screen, onResize } = shown.session;
    const store = new DisposableStore();
    const tile: Tile = { shown, version: 0, dirty: true, store };
    const markDirty = (): void => {
      tile.dirty = true;
      this.#schedule();
    };
    // When output has been parsed, not when it has come: a frame that is asked for earlier would show nothing new.
    store.add(screen.onParsed(markDirty));
    store.add(onResize(markDirty));
    store.add(
      screen.onReset(() => {
        tile.version = 0;
        markDirty();
      }),
    );
    this.#tiles.set(id, tile);
  }

  #remove(id: string): void {
    this.#tiles.get(id)?.store[Symbol.dispose]();
    this.#tiles.delete(id);
  }

  #rest(): void {
    if (this.#pace.kind === "due") clearTimeout(this.#pace.timer);
    this.#pace = RESTING;
  }

  #rateOf(id: string): Rate {
    return this.#hot.has(id) ? this.#hotRate : this.#rate;
  }

  /** When a tile may have its next frame. */
  #dueAt(id: string): number {
    const { sentAt, intervalMs } = this.#rateOf(id);
    return sentAt + intervalMs;
  }

  #schedule(): void {
    if (this.#pace.kind === "building" || this.#acknowledged < this.#sent) return;
    const due = [...this.#tiles].flatMap(([id, { dirty }]) => (dirty ? [this.#dueAt(id)] : []));
    if (due.length === 0) return;
    const atMs = Math.min(...due);
    if (this.#pace.kind === "due" && this.#pace.atMs <= atMs) return;
    this.#rest();
    const timer = setTimeout(() => void this.#build(), Math.max(0, atMs - performance.now()));
    this.#pace = { kind: "due", atMs, timer };
  }

  async #build(): Promise<void> {
    this.#pace = { kind: "building" };
    const now = performance.now() + TIMER_ERROR_MS;
    const dirty = [...this.#tiles].filter(([id, tile]) => tile.dirty && this.#dueAt(id) <= now);
    const frames = await Promise.all(dirty.map(([id, tile]) => this.#frame(id, tile)));
    this.#pace = RESTING;
    const tiles = frames.filter((frame) => frame !== undefined);
    if (tiles.length > 0) {
      for (const { id } of tiles) this.#rateOf(id).sentAt = performance.now();
      this.#source.send({ seq: ++this.#sent, tiles });
    }
    this.#schedule();
  }

  async #frame(id: string, tile: Tile): Promise<Events["tiles/frame"]["tiles"][number] | undefined> {
    tile.dirty = false;
    try {
      const { version, ...frame } = await tile.shown.session.screen.frame(tile.version);
      // The client no longer shows it, or may no longer see it.
      if (this.#tiles.get(id) !== tile) return undefined;
      tile.version = version;
      return { id, ...frame };
    } catch {
      // The session was closed, or its worker was replaced. The next change brings a full frame.
      tile.version = 0;
      return undefined;
    }
  }
}
