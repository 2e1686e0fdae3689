/** Which tiles the host sends frames for, and how often. */
import type { SessionId } from "../../shared/protocol.ts";
import type { CurrentHost } from "../connection/current-host.ts";

/** Changes within this time make one request: a scroll shows and hides many tiles at once. */
const SETTLE_MS = 30;

/** The pace that was measured to leave the page smooth, by how many tiles are in sight. */
export function frameIntervalMs(visible: number): number {
  if (visible <= 12) return 100;
  return visible <= 30 ? 200 : 333;
}

export class TileSubscription {
  readonly #host: CurrentHost;
  readonly #visible = new Set<SessionId>();
  /** As the host knows it; what it sends are changes since then. */
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

  setVisible(id: SessionId, visible: boolean): void {
    if (visible) this.#visible.add(id);
    else this.#visible.delete(id);
    this.#settle();
  }

  /** A tile begins with an empty picture: the host must forget what it sent to the one before. */
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
    // Refused or lost, there are no frames and the tiles stand still; the next change or connection tries again.
    this.#host.request("tiles/subscribe", { ids: [...ids], intervalMs: frameIntervalMs(ids.size) }).catch(() => {
      this.#subscribed = new Set();
    });
  }
}
