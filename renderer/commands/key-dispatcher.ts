/**
 * Catches our chords before anything else on the page does: a live terminal
 * must see every key but these. Cycles the regions with F6 outside of terminals.
 */
import type { App } from "../state/app-context.ts";
import { matchChord } from "./chords.ts";
import { runChord } from "./run-chord.ts";

export function startKeys(app: App): void {
  window.addEventListener("keydown", (event) => handleKey(app, event), { capture: true });
}

function handleKey(app: App, event: KeyboardEvent): void {
  const { dialog, keysGoTo } = app.store.getState();
  if (event.isComposing || dialog) return;
  if (event.key === "F6" && keysGoTo === undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
    cycleRegion(event.shiftKey ? -1 : 1);
  } else {
    const match = matchChord(event, app.mac);
    // ⌘C in a text field stays the browser's own.
    if (!match || (match.action === "copy" && isTextField(event.target))) return;
    runChord(app, match);
  }
  event.preventDefault();
  event.stopPropagation();
}

/** A field to write in; the hidden one of a terminal is not. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest(".xterm")) return false;
  return target.matches("input, textarea, select, [contenteditable]");
}

/** Regions carry `data-region` in the order of the page; each takes the focus itself. */
function cycleRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = at === -1 ? 0 : (at + by + regions.length) % regions.length;
  regions[next]?.focus();
}
