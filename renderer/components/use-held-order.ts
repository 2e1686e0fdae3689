/** Keeps the order of the sessions while a person points at them or moves among them. */
import { useRef } from "react";

/**
 * The wanted items in the order that was shown last, with new ones at the end:
 * nothing moves under the pointer or the focus.
 */
export function holdOrder<T extends { readonly id: string }>(wanted: readonly T[], shown: readonly string[]): T[] {
  const byId = new Map(wanted.map((item) => [item.id, item]));
  const kept = shown.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(shown);
  return [...kept, ...wanted.filter(({ id }) => !known.has(id))];
}

/** The items in their wanted order; while `held`, in the order that was shown last. */
export function useHeldOrder<T extends { readonly id: string }>(wanted: readonly T[], held: boolean): readonly T[] {
  const shown = useRef<string[]>([]);
  const items = held ? holdOrder(wanted, shown.current) : wanted;
  shown.current = items.map(({ id }) => id);
  return items;
}
