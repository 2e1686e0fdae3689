/**
 * Unpacks a WOFF 1.0 font to the font that is in it, which rasterizers read.
 * Format: https://www.w3.org/TR/WOFF/ sections 3 to 5.
 */
import { inflateSync } from "node:zlib";

const HEADER = 44;
const ENTRY = 20;

/** Throws when a table is damaged. The files are our own. */
export function fontInWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  const power = 2 ** Math.floor(Math.log2(count));
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(16 * power, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(16 * (count - power), 10);
  const parts: Buffer[] = [directory];
  let position = directory.length;
  for (let index = 0; index < count; index++) {
    const entry = HEADER + ENTRY * index;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const row = 12 + 16 * index;
    woff.copy(directory, row, entry, entry + 4);
    directory.writeUInt32BE(woff.readUInt32BE(entry + 16), row + 4);
    directory.writeUInt32BE(position, row + 8);
    directory.writeUInt32BE(table.length, row + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    position += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
