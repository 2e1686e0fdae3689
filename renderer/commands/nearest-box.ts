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

/**
 * The same, round the edges. The boxes are in reading order. Left and right go
 * along the row, and from its ends to the row before or after. Up and down go
 * on at the other end of the column.
 */
export function nextBox(boxes: readonly Box[], from: number, direction: Direction): number | undefined {
  const start = boxes[from];
  if (!start) return nearestBox(boxes, from, direction);
  if (direction === "left") return (from - 1 + boxes.length) % boxes.length;
  if (direction === "right") return (from + 1) % boxes.length;
  const extent = Math.max(...boxes.map((box) => box.top + box.height)) - Math.min(...boxes.map(({ top }) => top));
  // Field by field: a box that the page has measured cannot be spread.
  const { left, top, width, height: own } = start;
  const beyond = { left, width, height: own, top: top + (direction === "down" ? -extent : extent) };
  return nearestBox(boxes, from, direction) ?? nearestBox([...boxes, beyond], boxes.length, direction);
}
