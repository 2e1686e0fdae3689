/**
 * Guards for an xterm terminal against hostile output. Works on @xterm/headless
 * (the host's screens) and on @xterm/xterm (live terminals in the window) alike.
 */

/** What the guards need of either terminal. */
export type GuardedTerminal = {
  readonly cols: number;
  readonly rows: number;
  readonly buffer: { readonly active: { readonly cursorX: number; readonly cursorY: number } };
};

/** The parser's parameters as its own handlers get them: borrowed, and changed in place. */
type Parameters = { readonly params: Int32Array; readonly length: number };

type Core = { registerCsiHandler?: (id: { final: string }, handler: (parameters: Parameters) => boolean) => object };

/**
 * Clamps the counts of the sequences whose handlers in xterm 6.0.0 loop, or
 * allocate, as often as the program says: `CSI 2147483647 S` alone keeps the
 * emulator busy for over a minute. A count of more than the screen holds does
 * nothing that a screenful does not.
 *
 * And keeps one from throwing, which stops a terminal for good: `CSI 1 J` in
 * the last cell of a screen that has not scrolled.
 *
 * The public `parser.registerCsiHandler` hands out copies of the parameters, so
 * this uses the hook beneath it, where the next handler sees what we change.
 */
export function installCountClamp(terminal: GuardedTerminal): void {
  const { _core: core } = terminal as { _core?: Core };
  if (typeof core?.registerCsiHandler !== "function") {
    throw new Error("xterm changed: _core.registerCsiHandler is missing, so counts cannot be clamped. Pin @xterm to 6.0.0.");
  }
  const change = (final: string, changed: (count: number) => number): void => {
    core.registerCsiHandler?.({ final }, ({ params, length }) => {
      if (length > 0) params[0] = changed(params[0] ?? 0);
      return false;
    });
  };
  // Scroll up and down, insert and delete lines.
  for (const final of ["S", "T", "L", "M"]) change(final, (count) => Math.min(count, terminal.rows));
  // Tabs forwards and backwards.
  for (const final of ["I", "Z"]) change(final, (count) => Math.min(count, terminal.cols));
  // Repeat the preceding character.
  change("b", (count) => Math.min(count, terminal.cols * terminal.rows));
  // From the last cell, everything up to the cursor is everything.
  change("J", (mode) => (mode === 1 && isInLastCell(terminal) ? 2 : mode));
}

function isInLastCell({ cols, rows, buffer }: GuardedTerminal): boolean {
  return buffer.active.cursorY >= rows - 1 && buffer.active.cursorX >= cols - 1;
}
