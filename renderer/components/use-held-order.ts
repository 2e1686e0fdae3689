/** Keeps things where they are while a person is among them. */
import { useRef } from "react";

/**
 * The items in their wanted order; while `held`, in the order shown last, with
 * new ones at the end: nothing moves under a pointer or a focus.
 */
export function holdOrder<T extends { readonly id: string }>(wanted: readonly T[], shown: readonly string[]): T[] {
  const byId = new Map(wanted.map((item) => [item.id, item]));
  const kept = shown.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(shown);
  return [...kept, ...wanted.filter(({ id }) => !known.has(id))];
}

export function useHeldOrder<T extends { readonly id: string }>(wanted: readonly T[], held: boolean): readonly T[] {
  const shown = useRef<string[]>([]);
  const items = held ? holdOrder(wanted, shown.current) : wanted;
  shown.current = items.map(({ id }) => id);
  return items;
}
