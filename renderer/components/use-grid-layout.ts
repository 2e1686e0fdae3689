/** Lays the grid out in the space that the view has for it. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { type GridLayout, type GridSpace, layoutGrid, usualSize } from "../tiles/grid-layout.ts";

type GridOptions = {
  readonly sessions: readonly SessionInfo[];
  /** The number of tiles in each group. */
  readonly groups: readonly number[];
  readonly density: "comfort" | "compact";
  /** A person points at the grid: nothing may move, unless `choice` changes. */
  readonly held: boolean;
  /** What the person has chosen to see. */
  readonly choice: string;
};

/** The layout of the grid in `element`; `undefined` until it is known how much space there is. */
export function useGridLayout(
  element: RefObject<HTMLElement | null>,
  { sessions, groups, held, ...own }: GridOptions,
): GridLayout | undefined {
  const space = useSpace(element);
  const shown = useRef<{ readonly layout: GridLayout; readonly space: GridSpace; readonly choice: string }>(undefined);
  if (!space) return undefined;
  const before = shown.current;
  const choice = own.density + own.choice;
  if (held && before?.space === space && before.choice === choice) return before.layout;
  const layout = layoutGrid({ groups, space, density: own.density, screen: usualSize(sessions.map(({ size }) => size)) });
  shown.current = { layout, space, choice };
  return layout;
}

/** The width of `element`, and the height from its top to the bottom of the view that it scrolls in. */
function useSpace(element: RefObject<HTMLElement | null>): GridSpace | undefined {
  const [space, setSpace] = useState<GridSpace>();
  // Before the first paint, so that nobody sees tiles without a size.
  useLayoutEffect(() => {
    const grid = element.current;
    const view = grid?.closest("main");
    if (!grid || !view) return undefined;
    const measure = (): void => {
      const top = grid.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
      const below = Number.parseFloat(getComputedStyle(view).paddingBottom);
      const now = { width: grid.clientWidth, height: Math.floor(view.clientHeight - top - below) };
      setSpace((known) => (known?.width === now.width && known.height === now.height ? known : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(view);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [element]);
  return space;
}
