/** Keeps every session in its place while a person points at the sessions or moves among them. */
import { useRef } from "react";

/** Where a session is shown; without `item`, the session that was there has gone. */
export type Place<T> = { readonly id: string; readonly item: T | undefined };

/**
 * The wanted items at the places that were shown last, with new ones at the end.
 * One that has gone leaves its place empty: nothing moves under the pointer or
 * the focus.
 */
export function holdPlaces<T extends { readonly id: string }>(wanted: readonly T[], shown: readonly string[]): Place<T>[] {
  const byId = new Map(wanted.map((item) => [item.id, item]));
  const known = new Set(shown);
  const kept = shown.map((id) => ({ id, item: byId.get(id) }));
  return [...kept, ...wanted.filter(({ id }) => !known.has(id)).map((item) => ({ id: item.id, item }))];
}

/** The items in their wanted order; while `held`, at the places that were shown last. */
export function useHeldOrder<T extends { readonly id: string }>(wanted: readonly T[], held: boolean): readonly Place<T>[] {
  const shown = useRef<string[]>([]);
  const places = holdPlaces(wanted, held ? shown.current : []);
  shown.current = places.map(({ id }) => id);
  return places;
}
