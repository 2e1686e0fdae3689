/**
 * All tiles of the window, each with its model and its canvas. It runs in the
 * tile worker, or on the page's own thread if the browser has no OffscreenCanvas.
 * The page talks to it in the messages below in both cases.
 */
import type { Events, SessionId, TileFrame } from "../../shared/protocol.ts";
import type { TerminalColors } from "../../shared/run-colors.ts";
import { paint, type PaintContext } from "./paint.ts";
import { firstVisibleRow, layoutTile, type Metrics } from "./tile-layout.ts";
import { TileModel } from "./tile-model.ts";

/** The canvas that a tile is painted on. Its size is in device pixels. */
export type Surface = {
  width: number;
  height: number;
  getContext(kind: "2d", options: { alpha: boolean }): (PaintContext & { setTransform(...matrix: number[]): void }) | null;
};

/** How all tiles look: the colors, and the typefaces as CSS lists them. */
export type TileLook = { readonly colors: TerminalColors; readonly fontFamily: string };

/** A tile's space on the page in CSS pixels; `scale` is the device pixels in one of them. */
export type Space = { readonly width: number; readonly height: number; readonly scale: number };

export type TileMessage =
  | { readonly kind: "look"; readonly look: TileLook }
  /** `tile` is a number of the page's choosing: a session can be shown more than once. */
  | {
      readonly kind: "mount";
      readonly tile: number;
      readonly id: SessionId;
      readonly canvas: OffscreenCanvas | HTMLCanvasElement;
    }
  | { readonly kind: "unmount"; readonly tile: number }
  | { readonly kind: "space"; readonly tile: number; readonly space: Space }
  | { readonly kind: "frame"; readonly seq: number; readonly tiles: readonly TileFrame[] }
  /** The same as the host sent it: the JSON of a `tiles/frame` event. */
  | { readonly kind: "unparsed-frame"; readonly text: string }
  /** The typeface has been loaded: tiles that were painted in another are painted again. */
  | { readonly kind: "repaint" }
  /** Asks for a tile's rows as text. */
  | { readonly kind: "text"; readonly id: SessionId; readonly request: number };

export type TileAnswer =
  | { readonly kind: "painted"; readonly seq: number; readonly tookMs: number }
  | { readonly kind: "mode"; readonly tile: number; readonly mode: Metrics["mode"] }
  | { readonly kind: "text"; readonly request: number; readonly rows: readonly string[] };

type Tile = {
  readonly number: number;
  readonly id: SessionId;
  readonly model: TileModel;
  readonly surface: Surface;
  space: Space | undefined;
  /** The space whose size the canvas has. */
  fitted: Space | undefined;
  metrics: Metrics | undefined;
  /** The model's row at the top of the canvas. */
  first: number;
};

/**
 * How long is painted without a break. At a break the browser shows what has been
 * painted: of two hundred tiles that are new, the first has its picture at once.
 * Each slice of a frame is twice as long as the one before, because on a busy
 * machine a break takes long, and the last tile waits for all breaks.
 */
const FIRST_SLICE_MS = 33;

/** A frame of the host while its tiles are painted: how many have been, and how long that took without the breaks. */
type OpenFrame = {
  readonly seq: number;
  readonly frames: readonly TileFrame[];
  painted: number;
  tookMs: number;
  sliceMs: number;
};

export class TilePainter {
  readonly #tiles = new Map<number, Tile>();
  readonly #answer: (answer: TileAnswer) => void;
  /** The first is being painted. The host sends the next frame when one is acknowledged, so there are hardly ever two. */
  readonly #open: OpenFrame[] = [];
  #look: TileLook | undefined;

  constructor(answer: (answer: TileAnswer) => void) {
    this.#answer = answer;
  }

  /** Does what a message asks for. */
  handle(message: TileMessage): void {
    switch (message.kind) {
      case "look":
        this.#look = message.look;
        return this.#repaintAll();
      case "repaint":
        return this.#repaintAll();
      case "mount":
        return this.#mount(message.tile, message.id, message.canvas);
      case "unmount":
        this.#tiles.delete(message.tile);
        return;
      case "space":
        return this.#setSpace(message.tile, message.space);
      case "frame":
        return this.#handleFrame(message.seq, message.tiles);
      case "unparsed-frame": {
        const { params } = JSON.parse(message.text) as { params: Events["tiles/frame"] };
        return this.#handleFrame(params.seq, params.tiles);
      }
      case "text":
        return this.#answer({
          kind: "text",
          request: message.request,
          rows: this.#tilesOf(message.id)[0]?.model.text() ?? [],
        });
    }
  }

  #mount(number: number, id: SessionId, surface: Surface): void {
    this.#tiles.set(number, {
      number,
      id,
      model: new TileModel(),
      surface,
      space: undefined,
      fitted: undefined,
      metrics: undefined,
      first: 0,
    });
  }

  #tilesOf(id: SessionId): Tile[] {
    return [...this.#tiles.values()].filter((tile) => tile.id === id);
  }

  #setSpace(number: number, space: Space): void {
    const tile = this.#tiles.get(number);
    if (!tile) return;
    tile.space = space;
    this.#layout(tile);
    this.#paint(tile, "all");
  }

  #handleFrame(seq: number, frames: readonly TileFrame[]): void {
    this.#open.push({ seq, frames, painted: 0, tookMs: 0, sliceMs: FIRST_SLICE_MS });
    if (this.#open.length === 1) this.#paintSlice();
  }

  /** Paints for a while, and then goes on after a break. Messages that come meanwhile are handled in the break. */
  #paintSlice(): void {
    const [open] = this.#open;
    if (!open) return;
    const { seq, frames } = open;
    const begun = performance.now();
    while (open.painted < frames.length && performance.now() - begun < open.sliceMs) {
      const frame = frames[open.painted++];
      if (frame) this.#show(frame);
    }
    open.tookMs += performance.now() - begun;
    open.sliceMs *= 2;
    if (open.painted === frames.length) {
      this.#open.shift();
      this.#answer({ kind: "painted", seq, tookMs: open.tookMs });
    }
    if (this.#open.length > 0) setTimeout(() => this.#paintSlice());
  }

  #show(frame: TileFrame): void {
    for (const tile of this.#tilesOf(frame.id)) {
      const dirty = tile.model.apply(frame);
      this.#paint(tile, this.#layout(tile) ? "all" : dirty);
    }
  }

  /** Lays the tile out again if its screen, its space or its longest line has changed. Answers whether anything moves. */
  #layout(tile: Tile): boolean {
    if (!tile.space) return false;
    const before = tile.metrics;
    const metrics = layoutTile(tile.model.size, tile.space, tile.model.usedCols);
    tile.metrics = metrics;
    if (metrics.mode !== before?.mode) this.#answer({ kind: "mode", tile: tile.number, mode: metrics.mode });
    return (
      before?.fontSize !== metrics.fontSize ||
      before.visibleRows !== metrics.visibleRows ||
      before.visibleCols !== metrics.visibleCols
    );
  }

  #paint(tile: Tile, dirty: ReadonlySet<number> | "all"): void {
    const { model, surface, metrics, space } = tile;
    // Of hundreds of tiles few are in sight, and only those get frames. The others need no canvas of their size.
    if (!model.isKnown || !metrics || !space || !this.#look) return;
    const isFitted = this.#fit(tile, space);
    const context = surface.getContext("2d", { alpha: false });
    if (!context) return;
    const first = firstVisibleRow({
      rows: model.size.rows,
      visibleRows: metrics.visibleRows,
      cursorRow: model.cursor.y,
      lastUsedRow: model.lastUsedRow(),
    });
    const moved = first !== tile.first;
    tile.first = first;
    context.setTransform(space.scale, 0, 0, space.scale, 0, 0);
    paint({ context, model, metrics, ...this.#look, first }, moved || isFitted ? "all" : dirty);
  }

  /** Gives the canvas the size of its space. Answers whether that has emptied it. */
  #fit(tile: Tile, space: Space): boolean {
    if (tile.fitted === space) return false;
    tile.fitted = space;
    tile.surface.width = Math.max(1, Math.round(space.width * space.scale));
    tile.surface.height = Math.max(1, Math.round(space.height * space.scale));
    return true;
  }

  #repaintAll(): void {
    for (const tile of this.#tiles.values()) this.#paint(tile, "all");
  }
}
