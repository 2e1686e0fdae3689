/** Moves the focus: among the tiles of the grid, and from one region of the page to the next. */
import { type Direction, nextBox } from "./nearest-box.ts";

/** Moves to the tile or row in that direction, round the edges, or to the first or last one. */
export function focusTile(grid: HTMLElement, direction: Direction | "first" | "last"): void {
  const items = [...grid.querySelectorAll<HTMLElement>("[data-session]")];
  const item = direction === "first" ? items[0] : direction === "last" ? items.at(-1) : tileBeside(items, direction);
  item?.querySelector<HTMLElement>("[data-open]")?.focus();
  item?.scrollIntoView({ block: "nearest" });
}

/** From a place outside of the tiles, this is the one that Tab goes to. */
function tileBeside(items: readonly HTMLElement[], direction: Direction): HTMLElement | undefined {
  const at = items.findIndex((item) => item.contains(document.activeElement));
  if (at === -1) return items.find((item) => item.querySelector("[data-open][tabindex='0']")) ?? items[0];
  const next = nextBox(
    items.map((item) => item.getBoundingClientRect()),
    at,
    direction,
  );
  return next === undefined ? undefined : items[next];
}

/** What the keyboard goes to when a session is taken away: the tile or row after its own, or the one before. */
export function openButtonBeside(id: string): HTMLElement | undefined {
  const items = [...document.querySelectorAll<HTMLElement>("main [data-session]")];
  const at = items.findIndex((item) => item.dataset["session"] === id);
  const beside = at === -1 ? undefined : (items[at + 1] ?? items[at - 1]);
  return beside?.querySelector<HTMLElement>("[data-open]") ?? undefined;
}

/** Moves to the next region (1) or the one before (-1), round the end. Regions carry `data-region`, in the order of the page. */
export function focusRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  // The innermost: the end of a session is a region within the main one.
  const at = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = at === -1 ? 0 : (at + by + regions.length) % regions.length;
  regions[next]?.focus();
}
