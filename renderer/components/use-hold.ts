/** Tells while a person points at the sessions, or moves among them: then nothing may move. */
import { type RefObject, useEffect, useState } from "react";

/** A person who has done nothing for this time aims at nothing. What has gone may then leave no gap behind. */
const IDLE_AFTER_MS = 30_000;

export function useHold(element: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const grid = element.current;
    if (!grid) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPointedAt = false;
    const release = (): void => {
      clearTimeout(timer);
      setHeld(false);
    };
    const hold = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setHeld(false), IDLE_AFTER_MS);
      setHeld(true);
    };
    const point = (): void => {
      isPointedAt = true;
      hold();
    };
    const leave = (): void => {
      isPointedAt = false;
      if (!grid.contains(document.activeElement)) release();
    };
    const blur = ({ relatedTarget }: FocusEvent): void => {
      const stays = relatedTarget instanceof Node && grid.contains(relatedTarget);
      if (!stays && !isPointedAt) release();
    };
    const listening = new AbortController();
    // Not `pointerenter`: the grid may have come under a pointer that rests where a button was.
    grid.addEventListener("pointermove", point, listening);
    for (const event of ["focusin", "keydown"]) grid.addEventListener(event, hold, listening);
    grid.addEventListener("pointerleave", leave, listening);
    grid.addEventListener("focusout", blur, listening);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, [element]);
  return held;
}
