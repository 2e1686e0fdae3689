/** A stretch of a recording as an animated GIF. Only what has changed is in a frame, and pauses are shortened. */
import { type Encoder, GIFEncoder } from "gifenc";
import type { Size } from "../../../../shared/protocol.ts";
import type { TerminalColors } from "../../../../shared/run-colors.ts";
import type { ExportFile } from "../exports/export-file.ts";
import { pictureOf } from "../exports/picture.ts";
import type { RecordingSource, TimedEvent } from "../exports/recording-source.ts";
import { Screen } from "../screen.ts";
import { DriverLine } from "./driver-line.ts";
import { GifPalette, UNCHANGED } from "./gif-palette.ts";
import { GlyphSheet } from "./glyph-sheet.ts";
import { type Pixels, PixelPainter } from "./pixel-painter.ts";

/** Browsers play no faster than 50 frames a second; ten show typing as it was. */
const FRAME_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** The last picture stays this long before it begins anew. */
const LAST_MS = 3000;
/** More would be a file that no page can hold. */
const MAX_FRAMES = 3000;
const KEEP = 1;

export type GifOptions = {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** A line below the screen names who typed last. */
  readonly drivers?: boolean | undefined;
  readonly colors: TerminalColors;
  readonly assets: string;
};

/** Rejects when the stretch is too long. */
export async function writeGif(source: RecordingSource, file: ExportFile, options: GifOptions): Promise<void> {
  const { fromMs = 0, toMs, drivers = false, colors, assets } = options;
  const sheet = await GlyphSheet.load(assets, 1);
  const painter = new PixelPainter(sheet, colors, 1);
  const animation = new Animation(file);
  using screen = new Screen(source.header.size);
  const largest = await largestSize(source, file, toMs);
  using driverLine = drivers ? new DriverLine(largest) : undefined;
  const frame = driverLine?.frame ?? largest;
  const paint = (): Pixels => painter.paint(driverLine?.below(pictureOf(screen)) ?? pictureOf(screen), frame);
  let shownMs = fromMs;
  let isDirty = true;
  for await (const { event, atMs } of source.events(file, toMs)) {
    // The screen as it was up to this event, if it has been seen for long enough.
    if (atMs > fromMs && atMs - shownMs >= FRAME_MS && isDirty) {
      await animation.add(paint(), shownMs);
      shownMs = atMs;
      isDirty = false;
    }
    if (event.kind === "output") screen.write(event.text, true);
    else if (event.kind === "resize") screen.resize(event.size);
    else if (!driverLine?.takes(event)) continue;
    if (!isDirty) shownMs = Math.max(fromMs, atMs);
    isDirty = true;
  }
  await animation.add(paint(), shownMs);
  await animation.end();
}

/** All frames of a GIF have one size. */
async function largestSize(source: RecordingSource, file: ExportFile, toMs: number | undefined): Promise<Size> {
  let { cols, rows } = source.header.size;
  const note = ({ event }: TimedEvent): void => {
    if (event.kind !== "resize") return;
    cols = Math.max(cols, event.size.cols);
    rows = Math.max(rows, event.size.rows);
  };
  for await (const timed of source.events(file, toMs)) note(timed);
  return { cols, rows };
}

/** Writes frames. Each is held back until it is known for how long it shows. */
class Animation {
  readonly #file: ExportFile;
  readonly #encoder: Encoder = GIFEncoder({ auto: false });
  readonly #palette = new GifPalette();
  #before: Pixels | undefined;
  #held: { readonly pixels: Pixels; readonly atMs: number } | undefined;
  #frames = 0;

  constructor(file: ExportFile) {
    this.#file = file;
  }

  /** The next picture shows from `atMs` on. */
  async add(pixels: Pixels, atMs: number): Promise<void> {
    const held = this.#held;
    this.#held = { pixels, atMs };
    if (held) await this.#write(held.pixels, Math.min(LONGEST_PAUSE_MS, Math.max(FRAME_MS, atMs - held.atMs)));
  }

  async end(): Promise<void> {
    if (this.#held) await this.#write(this.#held.pixels, LAST_MS);
    this.#encoder.finish();
    await this.#flush();
  }

  async #write(pixels: Pixels, delay: number): Promise<void> {
    if (++this.#frames > MAX_FRAMES) {
      throw new Error(`the stretch has more than ${MAX_FRAMES} pictures. Choose a shorter one, with --from and --to`);
    }
    const first = this.#before === undefined;
    if (first) this.#encoder.writeHeader();
    const index = this.#indexed(pixels);
    this.#before = pixels;
    const options = { palette: this.#palette.channels, transparent: true, transparentIndex: UNCHANGED, dispose: KEEP };
    this.#encoder.writeFrame(index, pixels.width, pixels.height, { ...options, first, repeat: 0, delay });
    await this.#flush();
  }

  #indexed({ width, height, colors }: Pixels): Uint8Array {
    const index = new Uint8Array(width * height);
    const before = this.#before?.colors;
    for (let at = 0; at < colors.length; at++) {
      const color = colors[at] ?? 0;
      index[at] = before?.[at] === color ? UNCHANGED : this.#palette.index(color);
    }
    return index;
  }

  async #flush(): Promise<void> {
    await this.#file.write(this.#encoder.bytes());
    this.#encoder.stream.reset();
  }
}
