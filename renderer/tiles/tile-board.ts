/**
 * The page's side of the tiles. It puts a canvas into each tile, hands it to the
 * tile worker, forwards the host's frames to the worker, and acknowledges those
 * that have been painted.
 */
import type { Event } from "../../shared/emitter.ts";
import { toDisposable } from "../../shared/lifecycle.ts";
import type { SessionId } from "../../shared/protocol.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import { bundledMonoFont } from "./bundled-font.ts";
import { restAfterPaintingMs, TileSubscription } from "./subscription.ts";
import { type TileAnswer, type TileLook, type TileMessage, TilePainter } from "./tile-painter.ts";
import type { FontsMessage } from "./tile-worker.ts";

type Post = (message: TileMessage | FontsMessage, transfer?: Transferable[]) => void;

export class TileBoard {
  readonly #subscription: TileSubscription;
  readonly #host: CurrentHost;
  readonly #post: Post;
  readonly #offscreen = typeof OffscreenCanvas === "function" && "transferControlToOffscreen" in HTMLCanvasElement.prototype;
  readonly #elements = new Map<Element, { readonly id: SessionId; readonly tile: number }>();
  #nextTile = 1;
  readonly #texts = new Map<number, (rows: readonly string[]) => void>();
  #nextRequest = 1;
  // The margin gives a tile its picture before it is scrolled into sight.
  readonly #sight = new IntersectionObserver((entries) => this.#handleSight(entries), { scrollMargin: "200px" });
  readonly #size = new ResizeObserver((entries) => {
    for (const { target } of entries) this.#sendSpace(target as HTMLElement);
  });

  /** `unparsed`: frames as they came over a WebSocket. The worker parses them, because that costs the page more than all else. */
  constructor(host: CurrentHost, unparsed?: Event<string>) {
    this.#host = host;
    this.#subscription = new TileSubscription(host);
    this.#post = this.#offscreen ? this.#startWorker() : this.#startHere();
    host.onClient((client) => {
      client.on("tiles/frame", ({ seq, tiles }) => this.#post({ kind: "frame", seq, tiles }));
    });
    unparsed?.((text) => this.#post({ kind: "unparsed-frame", text }));
  }

  /** Paints all tiles in these colors and typefaces from now on. */
  setLook({ colors, fontFamily }: TileLook): void {
    this.#post({ kind: "look", look: { colors, fontFamily } });
  }

  /**
   * Shows a session's tile in `element` until the result is disposed. The canvas
   * is made here and not by React, because it can be handed to the worker only once.
   */
  mount(id: SessionId, element: HTMLElement): Disposable {
    const canvas = document.createElement("canvas");
    canvas.className = "tile-canvas";
    canvas.setAttribute("aria-hidden", "true");
    element.append(canvas);
    const tile = this.#nextTile++;
    this.#elements.set(element, { id, tile });
    this.#subscription.restart(id);
    const surface = this.#offscreen ? canvas.transferControlToOffscreen() : canvas;
    this.#post({ kind: "mount", tile, id, canvas: surface }, surface instanceof HTMLCanvasElement ? [] : [surface]);
    // Tells the space at once, too. To ask for it here would make the page lay out all tiles for each of them.
    this.#size.observe(element);
    this.#sight.observe(element);
    return toDisposable(() => {
      this.#size.unobserve(element);
      this.#sight.unobserve(element);
      this.#elements.delete(element);
      this.#subscription.setVisible(tile, undefined);
      this.#post({ kind: "unmount", tile });
      canvas.remove();
    });
  }

  /** A person looks at these sessions: they are painted more often than the others. */
  setHot(ids: readonly SessionId[]): void {
    this.#subscription.setHot(ids);
  }

  /** The rows of a tile as text, as they are painted; empty for a tile that is not shown. */
  text(id: SessionId): Promise<readonly string[]> {
    const request = this.#nextRequest++;
    return new Promise((resolve) => {
      this.#texts.set(request, resolve);
      this.#post({ kind: "text", id, request });
    });
  }

  #startWorker(): Post {
    const worker = new Worker(new URL("./tile-worker.ts", import.meta.url), { type: "module", name: "tiles" });
    worker.addEventListener("message", (event: MessageEvent<TileAnswer>) => this.#handleAnswer(event.data));
    worker.postMessage(bundledMonoFont());
    return (message, transfer = []) => worker.postMessage(message, transfer);
  }

  #startHere(): Post {
    const painter = new TilePainter((answer) => this.#handleAnswer(answer));
    void document.fonts.ready.then(() => painter.handle({ kind: "repaint" }));
    return (message) => {
      if (message.kind !== "fonts") painter.handle(message);
    };
  }

  #handleAnswer(answer: TileAnswer): void {
    switch (answer.kind) {
      case "painted":
        setTimeout(() => this.#host.notify("tiles/ack", { seq: answer.seq }), restAfterPaintingMs(answer.tookMs));
        return;
      case "mode":
        for (const [element, { tile }] of this.#elements) {
          if (tile === answer.tile) (element as HTMLElement).dataset["mode"] = answer.mode;
        }
        return;
      case "text":
        this.#texts.get(answer.request)?.(answer.rows);
        this.#texts.delete(answer.request);
        return;
    }
  }

  #sendSpace(element: HTMLElement): void {
    const shown = this.#elements.get(element);
    const { clientWidth: width, clientHeight: height } = element;
    if (!shown || width === 0 || height === 0) return;
    this.#post({ kind: "space", tile: shown.tile, space: { width, height, scale: devicePixelRatio } });
  }

  #handleSight(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const shown = this.#elements.get(target);
      if (shown) this.#subscription.setVisible(shown.tile, isIntersecting ? shown.id : undefined);
    }
  }
}
