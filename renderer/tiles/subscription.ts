/** Tells the host which tiles to send frames for, and how often. */
import type { SessionId } from "../../shared/protocol.ts";
import type { CurrentHost } from "../connection/current-host.ts";

/** Changes within this time make one request, because a scroll shows and hides many tiles. */
const SETTLE_MS = 30;
/** The time between two frames of the tiles that a person points at, or that have the keyboard. */
const HOT_INTERVAL_MS = 100;
/** The keyboard, the pointer, and a preview. */
const MAX_HOT = 4;

/** The share of time that painting may take. */
const PAINT_SHARE = 0.25;
/**
 * However long painting took, the tiles stand still no longer than this after it.
 * The first pictures of a hundred tiles can take seconds on a machine that has
 * much else to do, and the next ones take a fraction of that.
 */
const MAX_REST_MS = 1000;

/** How long after a frame was painted, which took `tookMs`, the next one is asked for. */
export function restAfterPaintingMs(tookMs: number): number {
  return Math.min(tookMs / PAINT_SHARE - tookMs, MAX_REST_MS);
}

/** The time between two frames, by how many tiles are in sight. The page was measured to stay smooth at this pace. */
export function frameIntervalMs(visible: number): number {
  if (visible <= 12) return 100;
  return visible <= 30 ? 200 : 333;
}

export class TileSubscription {
  readonly #host: CurrentHost;
  /** The sessions in sight, by the number of their tile: a session can be shown more than once. */
  readonly #visible = new Map<number, SessionId>();
  #hot: readonly SessionId[] = [];
  /** What the host was told last. Its frames hold what changes in these tiles. */
  #subscribed = new Set<SessionId>();
  #told = "";
  #settling = false;

  constructor(host: CurrentHost) {
    this.#host = host;
    host.onClient(() => {
      this.#forget();
      this.#settle();
    });
    document.addEventListener("visibilitychange", () => this.#settle());
  }

  /** A tile shows this session in sight of the person; `undefined` when it is out of sight. */
  setVisible(tile: number, id: SessionId | undefined): void {
    if (id === undefined) this.#visible.delete(tile);
    else this.#visible.set(tile, id);
    this.#settle();
  }

  /** The sessions that a person looks at: they are shown at the full rate, however many others there are. */
  setHot(ids: readonly SessionId[]): void {
    this.#hot = ids.slice(0, MAX_HOT);
    this.#settle();
  }

  /** A tile begins with an empty picture. The host must forget what it sent to the tile that this session had before. */
  restart(id: SessionId): void {
    if (this.#subscribed.delete(id)) this.#send(this.#subscribed);
  }

  #settle(): void {
    if (this.#settling) return;
    this.#settling = true;
    setTimeout(() => {
      this.#settling = false;
      // Nothing is painted while nobody can see the page.
      this.#send(document.hidden ? new Set() : new Set(this.#visible.values()));
    }, SETTLE_MS);
  }

  #send(ids: Set<SessionId>): void {
    const intervalMs = frameIntervalMs(ids.size);
    const hot = intervalMs > HOT_INTERVAL_MS ? this.#hot.filter((id) => ids.has(id)) : [];
    const request = {
      ids: [...ids].sort(),
      intervalMs,
      ...(hot.length > 0 && { hot: { ids: hot, intervalMs: HOT_INTERVAL_MS } }),
    };
    const told = JSON.stringify(request);
    if (told === this.#told) return;
    this.#subscribed = ids;
    this.#told = told;
    // If this fails no frames come and the tiles stand still, until the next change or connection tries again.
    this.#host.request("tiles/subscribe", request).catch(() => this.#forget());
  }

  #forget(): void {
    this.#subscribed = new Set();
    this.#told = "";
  }
}
