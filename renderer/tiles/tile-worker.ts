/** The one Web Worker that paints every tile, so that busy sessions cost the page nothing. */
import { type TileAnswer, type TileMessage, TilePainter } from "./tile-painter.ts";

/** The part of a dedicated worker's global scope used here; the DOM's types know only windows. */
type WorkerScope = {
  postMessage(message: TileAnswer): void;
  addEventListener(type: "message", listener: (event: MessageEvent<TileMessage | FontsMessage>) => void): void;
  readonly fonts: FontFaceSet;
};

/** A worker does not see the page's typefaces and must load them itself. */
export type FontsMessage = {
  readonly kind: "fonts";
  readonly family: string;
  readonly files: readonly { readonly url: string; readonly style: string; readonly range: string }[];
};

const scope = self as unknown as WorkerScope;
const painter = new TilePainter((answer) => scope.postMessage(answer));

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "fonts") void loadFonts(data);
  else painter.handle(data);
});

async function loadFonts({ family, files }: FontsMessage): Promise<void> {
  const faces = files.map(
    ({ url, style, range }) => new FontFace(family, `url(${url})`, { style, unicodeRange: range, weight: "100 800" }),
  );
  for (const face of faces) scope.fonts.add(face);
  // A face that fails to load leaves the fallback in place; the others still count.
  await Promise.allSettled(faces.map((face) => face.load()));
  painter.handle({ kind: "repaint" });
}
