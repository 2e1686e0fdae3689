/** A picture as PNG. Format: https://www.w3.org/TR/png/ (true color, 8 bits a channel). */
import { crc32, deflateSync } from "node:zlib";
import type { TerminalColors } from "../../../../shared/run-colors.ts";
import type { Picture } from "../exports/picture.ts";
import { GlyphSheet } from "./glyph-sheet.ts";
import { type Pixels, PixelPainter } from "./pixel-painter.ts";

/** Pixels for each one of a screen of ordinary density. */
const SCALE = 2;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUE_COLOR = 2;

/** `assets` is the folder of asset-files.ts. */
export async function pngOf(picture: Picture, colors: TerminalColors, assets: string): Promise<Buffer> {
  const sheet = await GlyphSheet.load(assets, SCALE);
  return encodePng(new PixelPainter(sheet, colors, SCALE).paint(picture));
}

function encodePng({ width, height, colors }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, TRUE_COLOR], 8);
  // Each row begins with the number of its filter: 0, none.
  const rows = Buffer.alloc(height * (1 + 3 * width));
  let at = 0;
  for (let y = 0; y < height; y++) {
    at++;
    for (let x = 0; x < width; x++) at = rows.writeUIntBE(colors[y * width + x] ?? 0, at, 3);
  }
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
