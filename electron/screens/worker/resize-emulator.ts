/** Resizes an emulator, whatever its lines are like. */
import type { Terminal } from "@xterm/headless";
import type { Size } from "../../../shared/protocol.ts";

/** A row becomes about this many in one step. With three, xterm already loses lines. */
const MAX_NARROWING = 2;

/**
 * A line as long as the scrollback becomes up to a million rows when it is wrapped anew at two columns. xterm 6.0.0 makes them
 * all before it drops most of them. That takes hundreds of megabytes. Then it throws, because it passes them as arguments
 * (`wrappedLines.push(...newLines)` in `Buffer._reflowSmaller`); or, with fewer of them, the lines below are lost.
 * After each of several small steps the scrollback drops what it does not hold.
 */
export function resizeEmulator(terminal: Terminal, { cols, rows }: Size): void {
  while (terminal.cols > cols * MAX_NARROWING) terminal.resize(Math.ceil(terminal.cols / MAX_NARROWING), terminal.rows);
  terminal.resize(cols, rows);
}
