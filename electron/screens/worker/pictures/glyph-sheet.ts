/**
 * The shapes of characters as pixels. resvg draws each character once, many in one
 * go; every picture after that is put together from them.
 */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { xmlText } from "../../../../shared/markup-text.ts";
import { assetPath, type AssetName } from "../../../platform/asset-files.ts";
import { boxMask, type Mask } from "./box-drawing.ts";
import { fontInWoff } from "./woff-font.ts";

/** The type size that makes a cell a whole number of pixels wide. */
const FONT_SIZE = 15;
const CELL = { width: 9, height: 18, baseline: 14 } as const;
const FONTS: readonly AssetName[] = [
  "mono-latin-400.woff",
  "mono-latin-700.woff",
  "mono-latin-ext-400.woff",
  "mono-latin-ext-700.woff",
  "mono-greek-400.woff",
  "mono-cyrillic-400.woff",
];
/** Characters that are drawn in one go. */
const AT_ONCE = 512;
const PER_ROW = 32;
/** Programs may print millions of different characters. What is known is forgotten then. */
const MAX_KNOWN = 20_000;

export type Glyph = { readonly text: string; readonly cells: number; readonly isBold: boolean; readonly isItalic: boolean };

/** What systems have for Chinese, Japanese and Korean. Too large to bring along. */
const WIDE_FONTS = [
  "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
  "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
  "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
  "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
  "/System/Library/Fonts/PingFang.ttc",
  "/System/Library/Fonts/ヒラギノ角ゴシック W3.ttc",
  "C:\\Windows\\Fonts\\msyh.ttc",
  "C:\\Windows\\Fonts\\msgothic.ttc",
];

let fonts: Promise<Uint8Array[]> | undefined;

/** Loads what draws characters, once for a thread. */
async function loadFonts(assets: string): Promise<Uint8Array[]> {
  await initWasm(await readFile(assetPath(assets, "resvg.wasm")));
  const faces = await Promise.all(FONTS.map(async (name) => fontInWoff(await readFile(assetPath(assets, name)))));
  return [...faces, await readFile(assetPath(assets, "symbols.ttf"))];
}

/** The first of `WIDE_FONTS` that there is, in a list; none where there is none. */
function wideFonts(): Uint8Array[] {
  const path = WIDE_FONTS.find((font) => existsSync(font));
  return path === undefined ? [] : [readFileSync(path)];
}

export class GlyphSheet {
  /** The size of a cell in pixels. */
  readonly cell: { readonly width: number; readonly height: number };
  readonly #scale: number;
  readonly #fonts: Uint8Array[];
  #wide: Uint8Array[] | undefined;
  readonly #masks = new Map<string, Mask>();

  private constructor(scale: number, faces: Uint8Array[]) {
    this.#scale = scale;
    this.#fonts = faces;
    this.cell = { width: CELL.width * scale, height: CELL.height * scale };
  }

  /** `scale` is a whole number: 1 makes cells of 9 by 18 pixels. */
  static async load(assets: string, scale: number): Promise<GlyphSheet> {
    fonts ??= loadFonts(assets);
    return new GlyphSheet(scale, await fonts);
  }

  /** Draws those that are not known yet. Call it before `mask`. */
  prepare(glyphs: Iterable<Glyph>): void {
    const missing = new Map<string, Glyph>();
    for (const glyph of glyphs) if (!this.#masks.has(keyOf(glyph))) missing.set(keyOf(glyph), glyph);
    if (this.#masks.size + missing.size > MAX_KNOWN) this.#masks.clear();
    const plain: Glyph[] = [];
    for (const [key, glyph] of missing) {
      const box = boxMask(glyph.text, glyph.cells * this.cell.width, this.cell.height);
      if (box) this.#masks.set(key, box);
      else plain.push(glyph);
    }
    for (let at = 0; at < plain.length; at += AT_ONCE) this.#draw(plain.slice(at, at + AT_ONCE));
  }

  mask(glyph: Glyph): Mask | undefined {
    return this.#masks.get(keyOf(glyph));
  }

  #draw(glyphs: readonly Glyph[]): void {
    // A wide character takes two columns of the sheet; so each gets two, and none touches the next.
    const [column, row] = [3 * CELL.width, CELL.height + 4];
    const [width, height] = [PER_ROW * column, Math.ceil(glyphs.length / PER_ROW) * row];
    const place = (index: number): [number, number] => [(index % PER_ROW) * column, Math.floor(index / PER_ROW) * row];
    const texts = glyphs.map((glyph, index) => {
      const [x, y] = place(index);
      const style = `${glyph.isBold ? ' font-weight="700"' : ""}${glyph.isItalic ? ` transform="translate(${x} ${y + CELL.baseline}) skewX(-10) translate(${-x} ${-y - CELL.baseline})"` : ""}`;
      return `<text x="${x}" y="${y + CELL.baseline}"${style}>${xmlText(glyph.text)}</text>`;
    });
    const root = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff" font-size="${FONT_SIZE}"`;
    const svg = `<svg ${root} font-family="JetBrains Mono, DejaVu Sans Mono" xml:space="preserve">${texts.join("")}</svg>`;
    if (glyphs.some(({ cells }) => cells > 1)) this.#wide ??= wideFonts();
    const font = {
      fontBuffers: [...this.#fonts, ...(this.#wide ?? [])],
      defaultFontFamily: "JetBrains Mono",
      loadSystemFonts: false,
    };
    const drawing = new Resvg(svg, { font, fitTo: { mode: "zoom", value: this.#scale } });
    const image = drawing.render();
    const { pixels, width: stride } = image;
    glyphs.forEach((glyph, index) => {
      const [x, y] = place(index).map((at) => at * this.#scale) as [number, number];
      this.#masks.set(keyOf(glyph), this.#cut(pixels, stride, { x, y, cells: glyph.cells }));
    });
    image.free();
    drawing.free();
  }

  #cut(pixels: Uint8Array, stride: number, { x, y, cells }: { x: number; y: number; cells: number }): Mask {
    const [width, height] = [this.cell.width * cells, this.cell.height];
    const alpha = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        alpha[row * width + column] = pixels[((y + row) * stride + x + column) * 4 + 3] ?? 0;
      }
    }
    return { width, height, alpha };
  }
}

function keyOf({ text, cells, isBold, isItalic }: Glyph): string {
  return `${cells}${isBold ? "b" : ""}${isItalic ? "i" : ""} ${text}`;
}
