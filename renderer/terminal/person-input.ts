/**
 * Tells what a person typed from what the terminal answers by itself.
 *
 * xterm sends both through `onData`: keystrokes, but also its replies to the
 * program's questions (DA, DSR, DECRQM, OSC colors, focus reports…). Only the
 * host's screen may answer those, or the program reads every answer once for
 * each viewer. xterm announces a person's input through `onUserInput` just
 * before the data; everything unannounced is dropped, whatever it is. That
 * event is private: see shared/terminal-internals.ts.
 */
import type { Terminal } from "@xterm/xterm";
import { inputPieces, mouseButton } from "../../shared/key-sequences.ts";
import { coreOf, type TypingCore } from "../../shared/terminal-internals.ts";

/**
 * Calls back with keystrokes, composed text and mouse reports; never with the
 * terminal's own answers. For terminals that `assertLiveTerminal` has passed.
 */
export function onPersonInput(terminal: Terminal, listener: (text: string) => void): void {
  const { coreService } = coreOf(terminal) as TypingCore;
  let announced = false;
  coreService.onUserInput(() => {
    announced = true;
  });
  terminal.onData((text) => {
    const typed = announced;
    announced = false;
    if (typed) listener(text);
  });
  // Mouse reports of the oldest encoding are not valid UTF-8 and come here instead; only a mouse makes them.
  terminal.onBinary((text) => listener(text));
}

/** A report of the mouse, in any encoding xterm sends. */
export function isMouseReport(text: string): boolean {
  return mouseButton(inputPieces(text)[0] ?? "") !== undefined;
}
