/** Moves the focus: among the tiles of the grid, and from one region of the page to the next. */
import { type Direction, nearestBox } from "./nearest-box.ts";

/** Moves to the tile or row in that direction; stays at the edge. */
export function focusTile(grid: HTMLElement, direction: Direction): void {
  const items = [...grid.querySelectorAll<HTMLElement>("[data-session]")];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = nearestBox(
    items.map((item) => item.getBoundingClientRect()),
    at,
    direction,
  );
  const item = next === undefined ? undefined : items[next];
  item?.querySelector<HTMLElement>("[data-open]")?.focus();
  item?.scrollIntoView({ block: "nearest" });
}

/** Moves to the next region (1) or the one before (-1), round the end. Regions carry `data-region`, in the order of the page. */
export function focusRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  // The innermost: the end of a session is a region within the main one.
  const at = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = at === -1 ? 0 : (at + by + regions.length) % regions.length;
  regions[next]?.focus();
}
