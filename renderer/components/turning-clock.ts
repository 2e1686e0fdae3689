/**
 * Turns the glyphs of all sessions that work, together and in steps. An animation
 * of each would keep the page busy at every frame, also out of sight: with 24
 * sessions that cost more than everything else on the page.
 */
import { everySecond } from "../state/second-clock.ts";

const STEPS = 4;

let users = 0;
let stop: (() => void) | undefined;
let step = 0;

/** Turns the glyphs (`.turning` in the style sheet) until the result is called. */
export function keepTurning(): () => void {
  users++;
  stop ??= everySecond(turn);
  return () => {
    users--;
    if (users > 0) return;
    stop?.();
    stop = undefined;
  };
}

function turn(): void {
  if (document.hidden) return;
  step = (step + 1) % STEPS;
  document.documentElement.dataset["turn"] = String(step);
}
