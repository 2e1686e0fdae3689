/**
 * Guards for an xterm terminal against hostile output. Works on @xterm/headless
 * (the host's screens) and on @xterm/xterm (live terminals in the window) alike.
 */

/** What the guards need of either terminal. */
export type GuardedTerminal = { readonly cols: number; readonly rows: number };

/** The parser's parameters as its own handlers get them: borrowed, and changed in place. */
type Parameters = { readonly params: Int32Array; readonly length: number };

type Hook = { registerCsiHandler?: (id: { final: string }, handler: (parameters: Parameters) => boolean) => object };

/** Scroll up and down, insert and delete lines: each loops once for every line counted. */
const LINE_COUNTS = ["S", "T", "L", "M"] as const;

/**
 * Clamps the counts of the sequences whose handlers in xterm 6.0.0 loop, or
 * allocate, as often as the program says: `CSI 2147483647 S` alone keeps the
 * emulator busy for over a minute. A count of more than the screen holds does
 * nothing that a screenful does not.
 *
 * The public `parser.registerCsiHandler` hands out copies of the parameters, so
 * this uses the hook beneath it, where the next handler sees what we change.
 */
export function installCountClamp(terminal: GuardedTerminal): void {
  for (const final of LINE_COUNTS) clamp(terminal, final, () => terminal.rows);
  // Repeat the preceding character: as many as the screen has cells.
  clamp(terminal, "b", () => terminal.cols * terminal.rows);
}

function clamp(terminal: GuardedTerminal, final: string, limit: () => number): void {
  const core = (terminal as { _core?: Hook })._core;
  if (typeof core?.registerCsiHandler !== "function") {
    throw new Error("xterm changed: _core.registerCsiHandler is missing, so counts cannot be clamped. Pin @xterm to 6.0.0.");
  }
  core.registerCsiHandler({ final }, ({ params, length }) => {
    const count = params[0];
    if (length > 0 && count !== undefined && count > limit()) params[0] = limit();
    return false;
  });
}
