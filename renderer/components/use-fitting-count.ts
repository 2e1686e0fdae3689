/** Finds how many tabs have space in their row. */
import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * How many items fit side by side. `measured` has every item, unseen, and is as
 * wide as the row; `reserved` is the width of what stands beside the items when
 * some do not fit. `key` changes when the items do.
 */
export function useFittingCount(measured: RefObject<HTMLElement | null>, reserved: number, key: string): number {
  const [count, setCount] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const row = measured.current;
    if (!row) return undefined;
    const measure = (): void => setCount(fitting([...row.children].map(rightEdge), row.clientWidth, reserved));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    return () => observer.disconnect();
  }, [measured, reserved, key]);
  return count;
}

function rightEdge(item: Element): number {
  return item instanceof HTMLElement ? item.offsetLeft + item.offsetWidth : 0;
}

/** How many of the items that end at `edges` fit into `width`. If some do not, `reserved` of it is taken. */
export function fitting(edges: readonly number[], width: number, reserved: number): number {
  if ((edges.at(-1) ?? 0) <= width) return edges.length;
  return edges.filter((edge) => edge <= width - reserved).length;
}

/** The tabs that are in the row and those in the menu. The chosen one is always in the row. */
export function splitTabs<T extends { readonly value: string }>(
  tabs: readonly T[],
  fits: number,
  chosen: string,
): { readonly seen: readonly T[]; readonly rest: readonly T[] } {
  if (fits >= tabs.length) return { seen: tabs, rest: [] };
  const first = tabs.slice(0, Math.max(1, fits));
  const isSeen = !tabs.some(({ value }) => value === chosen) || first.some(({ value }) => value === chosen);
  const seen = isSeen ? first : [...first.slice(0, -1), ...tabs.filter(({ value }) => value === chosen)];
  return { seen, rest: tabs.filter((tab) => !seen.includes(tab)) };
}
