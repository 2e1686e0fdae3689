/** Which tile an arrow key leads to, by where the tiles are. Pure. */

export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
export type Direction = "left" | "right" | "up" | "down";

/**
 * The index of the nearest box in a direction; `undefined` at the edge. From an
 * index that does not exist, the first box. Distance off the axis counts double,
 * so that a move stays in its column or row where it can.
 */
export function nearestBox(boxes: readonly Box[], from: number, direction: Direction): number | undefined {
  const start = boxes[from];
  if (!start) return boxes.length > 0 ? 0 : undefined;
  let best: { index: number; distance: number } | undefined;
  boxes.forEach((box, index) => {
    const dx = box.left + box.width / 2 - (start.left + start.width / 2);
    const dy = box.top + box.height / 2 - (start.top + start.height / 2);
    const along = direction === "left" ? -dx : direction === "right" ? dx : direction === "up" ? -dy : dy;
    const across = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    // Less than a pixel is no move: boxes of one row differ by rounding.
    if (index === from || along < 1) return;
    const distance = along + 2 * across;
    if (!best || distance < best.distance) best = { index, distance };
  });
  return best?.index;
}
