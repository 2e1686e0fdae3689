/**
 * Listens for the keys that run a command, before anything else on the page
 * does: a live terminal gets every other key.
 */
import type { App } from "../state/app-context.ts";
import { matchChord, matchPageKey } from "./chords.ts";
import { runCommand } from "./run-command.ts";

export function startKeys(app: App): void {
  window.addEventListener("keydown", (event) => handleKey(app, event), { capture: true });
}

function handleKey(app: App, event: KeyboardEvent): void {
  if (isMeantForMenu(event)) return take(event);
  const { settings, dialog, keysGoTo, sessions, removed } = app.store.getState();
  // AltGr writes characters, and some systems report it as Ctrl and Alt.
  if (event.isComposing || dialog || event.getModifierState("AltGraph")) return;
  const chord = matchChord(event, { ...app.keyboard, keys: settings.keys });
  // A chord that copies is the browser's own in a text field.
  if (chord?.id === "copy" && isTextField(event.target)) return;
  // A program that has ended takes no keys, and its terminal must not keep the keyboard.
  const isTaken = keysGoTo !== undefined && sessions.get(keysGoTo)?.exit === undefined && !removed.has(keysGoTo);
  const id = chord?.id ?? (isTaken ? undefined : matchPageKey(event));
  if (id === undefined) return;
  runCommand(app, id, chord?.digit === undefined ? {} : { digit: chord.digit });
  take(event);
}

/** A menu that opens over a terminal gets the keyboard with the next frame. What is typed until then is not for the program. */
function isMeantForMenu({ target }: KeyboardEvent): boolean {
  const isInTerminal = target instanceof Element && target.closest(".xterm") !== null;
  return isInTerminal && document.querySelector("[role=menu][data-open]") !== null;
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** A field to write in; the hidden one of a terminal is not. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest(".xterm")) return false;
  return target.matches("input, textarea, select, [contenteditable]");
}
