/**
 * Files of other packages that exports and reports need: typefaces, the rasterizer, the player.
 * The build copies them into a folder beside the worker. Where there is no such
 * folder, as in tests, they are taken from the packages.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where each comes from, below node_modules. */
export const ASSETS = {
  "resvg.wasm": "@resvg/resvg-wasm/index_bg.wasm",
  "mono-latin-400.woff": "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff",
  "mono-latin-700.woff": "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-700-normal.woff",
  "mono-latin-ext-400.woff": "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-ext-400-normal.woff",
  "mono-latin-ext-700.woff": "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-ext-700-normal.woff",
  "mono-greek-400.woff": "@fontsource/jetbrains-mono/files/jetbrains-mono-greek-400-normal.woff",
  "mono-cyrillic-400.woff": "@fontsource/jetbrains-mono/files/jetbrains-mono-cyrillic-400-normal.woff",
  "mono-license.txt": "@fontsource/jetbrains-mono/LICENSE",
  "symbols.ttf": "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf",
  "symbols-license.txt": "dejavu-fonts-ttf/LICENSE",
  "player.js": "asciinema-player/dist/bundle/asciinema-player.min.js",
  "player.css": "asciinema-player/dist/bundle/asciinema-player.css",
  "player-license.txt": "asciinema-player/LICENSE",
} as const;

export type AssetName = keyof typeof ASSETS;

/** The path of a file. `directory` is the folder into which the build copies them. */
export function assetPath(directory: string, name: AssetName): string {
  const built = join(directory, name);
  if (existsSync(built)) return built;
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", ASSETS[name]);
    if (existsSync(found) || folder === dirname(folder)) return found;
  }
}
