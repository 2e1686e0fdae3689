/**
 * Sends one client the tiles it shows: changed rows only, no more often than it
 * asked, and never before it has painted the last frame. A slow window gets
 * fewer frames, never a queue.
 */
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Events, Params } from "../../shared/protocol.ts";
import type { HostedSession } from "./hosted-session.ts";

/** What this client has of a tile. */
type Tile = { hosted: HostedSession; version: number; dirty: boolean; readonly store: DisposableStore };

export type TileSource = {
  readonly find: (id: string) => HostedSession | undefined;
  readonly send: (frame: Events["tiles/frame"]) => void;
};

export class TileFrames implements Disposable {
  readonly #source: TileSource;
  readonly #tiles = new Map<string, Tile>();
  #intervalMs = 100;
  #timer: NodeJS.Timeout | undefined;
  #seq = 0;
  #acknowledged = 0;
  #sentAt = 0;
  #building = false;

  constructor(source: TileSource) {
    this.#source = source;
  }

  subscribe({ ids, intervalMs }: Params<"tiles/subscribe">): void {
    this.#intervalMs = intervalMs;
    const wanted = new Set(ids);
    for (const id of this.#tiles.keys()) if (!wanted.has(id)) this.#remove(id);
    for (const id of wanted) {
      const hosted = this.#source.find(id);
      const tile = this.#tiles.get(id);
      if (tile && tile.hosted === hosted) continue;
      this.#remove(id);
      if (hosted) this.#add(id, hosted);
    }
    this.#schedule();
  }

  /** A session that is no longer to be shown. */
  forget(id: string): void {
    this.#remove(id);
  }

  ack(seq: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, seq);
    this.#schedule();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const id of this.#tiles.keys()) this.#remove(id);
  }

  #add(id: string, hosted: HostedSession): void {
    const store = new DisposableStore();
    const tile: Tile = { hosted, version: 0, dirty: true, store };
    const soil = (): void => {
      tile.dirty = true;
      this.#schedule();
    };
    // Parsed, not received: a frame asked for earlier would show nothing new.
    store.add(hosted.session.screen.onParsed(soil));
    store.add(hosted.session.onResize(soil));
    store.add(
      hosted.session.screen.onReset(() => {
        tile.version = 0;
        soil();
      }),
    );
    this.#tiles.set(id, tile);
  }

  #remove(id: string): void {
    this.#tiles.get(id)?.store[Symbol.dispose]();
    this.#tiles.delete(id);
  }

  #schedule(): void {
    if (this.#timer || this.#building || this.#acknowledged < this.#seq) return;
    if (![...this.#tiles.values()].some(({ dirty }) => dirty)) return;
    const wait = Math.max(0, this.#sentAt + this.#intervalMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#build();
    }, wait);
  }

  async #build(): Promise<void> {
    this.#building = true;
    const dirty = [...this.#tiles].filter(([, tile]) => tile.dirty);
    const frames = await Promise.all(dirty.map(([id, tile]) => this.#frame(id, tile)));
    this.#building = false;
    const tiles = frames.filter((frame) => frame !== undefined);
    if (tiles.length > 0) {
      this.#sentAt = performance.now();
      this.#source.send({ seq: ++this.#seq, tiles });
    }
    this.#schedule();
  }

  async #frame(id: string, tile: Tile): Promise<Events["tiles/frame"]["tiles"][number] | undefined> {
    tile.dirty = false;
    try {
      const { version, ...frame } = await tile.hosted.session.screen.frame(tile.version);
      // Nobody shows it any longer, or it got out of the client's reach meanwhile.
      if (this.#tiles.get(id) !== tile) return undefined;
      tile.version = version;
      return { id, ...frame };
    } catch {
      // Closed, or its worker was replaced: the next change brings a full frame.
      tile.version = 0;
      return undefined;
    }
  }
}
