/**
 * Draws the app's icons from build/icon.svg with Chromium: build/icons/*.png for
 * Linux, build/icon.ico for Windows, build/icon.icns for macOS. The results are
 * checked in. Run this script after a change of the drawing.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "./chromium.mjs";
import { root } from "./run.mjs";

const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Sizes in pixels by the picture's type on macOS. Two pictures may have the same size, one of them for `@2x` displays. */
const ICNS_TYPES = { icp4: 16, icp5: 32, ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 };

const build = join(root, "build");
const pictures = await draw(new Set([...LINUX_SIZES, ...ICO_SIZES, ...Object.values(ICNS_TYPES)]));
mkdirSync(join(build, "icons"), { recursive: true });
for (const size of LINUX_SIZES) writeFileSync(join(build, "icons", `${size}x${size}.png`), pictures.get(size));
writeFileSync(join(build, "icon.ico"), ico());
writeFileSync(join(build, "icon.icns"), icns());

/** Draws the icon in several sizes. Resolves with the PNGs by their width, which equals the height. */
async function draw(sizes) {
  const svg = readFileSync(join(build, "icon.svg"), "utf8");
  const browser = await launchChromium();
  const drawn = new Map();
  try {
    const page = await browser.newPage();
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`);
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      drawn.set(size, await page.screenshot({ omitBackground: true }));
    }
  } finally {
    await browser.close();
  }
  return drawn;
}

/** The ICO format: a directory of the pictures, then the pictures as PNG, which Windows Vista and later read. */
function ico() {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(ICO_SIZES.length, 4);
  let offset = header.length + 16 * ICO_SIZES.length;
  const entries = ICO_SIZES.map((size) => {
    const entry = Buffer.alloc(16);
    // The format writes 256 as 0.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(pictures.get(size).length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += pictures.get(size).length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...ICO_SIZES.map((size) => pictures.get(size))]);
}

/** The ICNS format: chunks of a type with four letters, a length that includes these eight bytes, and a PNG. */
function icns() {
  const chunks = Object.entries(ICNS_TYPES).map(([type, size]) => chunk(type, pictures.get(size)));
  return chunk("icns", Buffer.concat(chunks));
}

function chunk(type, content) {
  const header = Buffer.alloc(8);
  header.write(type, "latin1");
  header.writeUInt32BE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}
