/** The Web Worker that paints all tiles, so that busy sessions do not slow the page down. */
import { type TileAnswer, type TileMessage, TilePainter } from "./tile-painter.ts";

/** What is used here of a worker's global scope. The types of the DOM describe only windows. */
type WorkerScope = {
  postMessage(message: TileAnswer): void;
  addEventListener(type: "message", listener: (event: MessageEvent<TileMessage | FontsMessage>) => void): void;
  readonly fonts: FontFaceSet;
};

/** The typefaces that the worker must load: it does not see those of the page. */
export type FontsMessage = {
  readonly kind: "fonts";
  readonly family: string;
  readonly files: readonly { readonly url: string; readonly style: string; readonly range: string }[];
};

const scope = self as unknown as WorkerScope;
const painter = new TilePainter((answer) => scope.postMessage(answer));

/**
 * What has come before the typefaces are loaded; undefined afterwards. A canvas
 * that has once been painted in a fallback goes on with it, so nothing is painted
 * until then.
 */
let early: TileMessage[] | undefined = [];

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "fonts") void loadFonts(data);
  else if (early) early.push(data);
  else painter.handle(data);
});

async function loadFonts({ family, files }: FontsMessage): Promise<void> {
  const faces = files.map(
    ({ url, style, range }) => new FontFace(family, `url(${url})`, { style, unicodeRange: range, weight: "100 800" }),
  );
  for (const face of faces) scope.fonts.add(face);
  // If one fails to load, its fallback stays in use and the others still count.
  await Promise.allSettled(faces.map((face) => face.load()));
  const waiting = early ?? [];
  early = undefined;
  for (const message of waiting) painter.handle(message);
}
