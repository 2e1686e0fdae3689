/** Keeps every session in its place while a person points at the sessions or moves among them. */
import { useRef } from "react";

/** Where a session is shown. One that has `gone` leaves its place empty; `item` is then what it was last. */
export type Place<T> = { readonly item: T; readonly gone: boolean };

/**
 * The wanted items at the places that were shown last, with new ones at the end.
 * One that has gone keeps its place: nothing moves under the pointer or the focus.
 */
export function holdPlaces<T extends { readonly id: string }>(wanted: readonly T[], shown: readonly Place<T>[]): Place<T>[] {
  const byId = new Map(wanted.map((item) => [item.id, item]));
  const kept = shown.map(({ item }) => {
    const now = byId.get(item.id);
    byId.delete(item.id);
    return { item: now ?? item, gone: now === undefined };
  });
  return [...kept, ...[...byId.values()].map((item) => ({ item, gone: false }))];
}

/**
 * The items in their wanted order; while `held`, at the places that were shown
 * last. They take the wanted order at once when `choice` changes, because that is
 * the person's own doing.
 */
export function useHeldOrder<T extends { readonly id: string }>(
  wanted: readonly T[],
  held: boolean,
  choice: string,
): readonly Place<T>[] {
  const shown = useRef<{ readonly places: readonly Place<T>[]; readonly choice: string }>({ places: [], choice });
  const isHeld = held && shown.current.choice === choice;
  const places = holdPlaces(wanted, isHeld ? shown.current.places : []);
  shown.current = { places, choice };
  return places;
}
