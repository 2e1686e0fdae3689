/**
 * Draws renderer/styles/turning.png with Chromium: the glyph of a session that
 * works, in four steps, as an animated PNG (https://www.w3.org/TR/png-3/#apng-frame-based-animation).
 * The result is checked in. Run this script after a change of the drawing.
 *
 * A picture that moves by itself costs the page nothing: the browser's compositor
 * shows its steps. A style that changes with each step would have the page style
 * and paint the glyphs of all sessions.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { launchChromium } from "./chromium.mjs";
import { root } from "./run.mjs";

/** Three times as large as it is shown, for displays with small pixels. */
const SIZE = 36;
const STEP_MS = 500;
const ANGLES = [0, 90, 180, 270];
const SIGNATURE_LENGTH = 8;

const glyph = (angle) => `<svg viewBox="0 0 12 12" style="rotate: ${angle}deg">
  <circle cx="6" cy="6" r="5" fill="none" stroke="#000" stroke-width="1.2" />
  <path d="M6 1a5 5 0 0 0 0 10z" />
</svg>`;

writeFileSync(join(root, "renderer/styles/turning.png"), animated(await draw()));

/** The steps, as PNGs of the same size and format. */
async function draw() {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
    const drawn = [];
    for (const angle of ANGLES) {
      await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${glyph(angle)}`);
      drawn.push(await page.screenshot({ omitBackground: true }));
    }
    return drawn;
  } finally {
    await browser.close();
  }
}

/** One PNG that shows the pictures in turn, for ever. */
function animated(pictures) {
  let sequence = 0;
  const frames = pictures.flatMap((picture, at) => {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(sequence++, 0);
    control.writeUInt32BE(SIZE, 4);
    control.writeUInt32BE(SIZE, 8);
    control.writeUInt16BE(STEP_MS, 20);
    control.writeUInt16BE(1000, 22);
    const pixels = Buffer.concat(chunksOf(picture).flatMap(({ type, content }) => (type === "IDAT" ? [content] : [])));
    if (at === 0) return [chunk("fcTL", control), chunk("IDAT", pixels)];
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence++);
    return [chunk("fcTL", control), chunk("fdAT", Buffer.concat([number, pixels]))];
  });
  const control = Buffer.alloc(8);
  control.writeUInt32BE(pictures.length, 0);
  const [first] = pictures;
  const header = chunksOf(first).find(({ type }) => type === "IHDR").content;
  const parts = [chunk("IHDR", header), chunk("acTL", control), ...frames, chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([first.subarray(0, SIGNATURE_LENGTH), ...parts]);
}

function chunksOf(png) {
  const chunks = [];
  for (let at = SIGNATURE_LENGTH; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), content: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const part = Buffer.alloc(named.length + 8);
  part.writeUInt32BE(content.length, 0);
  named.copy(part, 4);
  part.writeUInt32BE(crc32(named), named.length + 4);
  return part;
}
