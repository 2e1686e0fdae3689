/** Tells the host which tiles to send frames for, and how often. */
import type { SessionId } from "../../shared/protocol.ts";
import type { CurrentHost } from "../connection/current-host.ts";

/** Changes within this time make one request, because a scroll shows and hides many tiles. */
const SETTLE_MS = 30;

/** The time between two frames, by how many tiles are in sight. The page was measured to stay smooth at this pace. */
export function frameIntervalMs(visible: number): number {
  if (visible <= 12) return 100;
  return visible <= 30 ? 200 : 333;
}

export class TileSubscription {
  readonly #host: CurrentHost;
  readonly #visible = new Set<SessionId>();
  /** What the host was told last. Its frames hold what changes in these tiles. */
  #subscribed = new Set<SessionId>();
  #settling = false;

  constructor(host: CurrentHost) {
    this.#host = host;
    host.onClient(() => {
      this.#subscribed = new Set();
      this.#settle();
    });
    document.addEventListener("visibilitychange", () => this.#settle());
  }

  /** A tile has come into sight or gone out of it. */
  setVisible(id: SessionId, visible: boolean): void {
    if (visible) this.#visible.add(id);
    else this.#visible.delete(id);
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
      this.#update();
    }, SETTLE_MS);
  }

  #update(): void {
    // Nothing is painted while nobody can see the page.
    const wanted = document.hidden ? new Set<SessionId>() : new Set(this.#visible);
    if (wanted.size === this.#subscribed.size && [...wanted].every((id) => this.#subscribed.has(id))) return;
    this.#send(wanted);
  }

  #send(ids: Set<SessionId>): void {
    this.#subscribed = ids;
    // If this fails no frames come and the tiles stand still, until the next change or connection tries again.
    this.#host.request("tiles/subscribe", { ids: [...ids], intervalMs: frameIntervalMs(ids.size) }).catch(() => {
      this.#subscribed = new Set();
    });
  }
}
