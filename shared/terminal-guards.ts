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

type Link = { readonly id?: string; readonly uri: string };

type Line = {
  addCodepointToCell: (this: Line, index: number, codePoint: number, width: number) => void;
  readonly _combined: Readonly<Record<number, string | undefined>>;
};

type Core = {
  registerCsiHandler?: (id: { final: string }, handler: (parameters: Parameters) => boolean) => object;
  readonly _oscLinkService?: { registerLink(link: Link): number; readonly _dataByLinkId?: ReadonlyMap<number, unknown> };
  readonly buffers?: { readonly active: { readonly lines: { get(index: number): Line | undefined } } };
};

/** Characters in one cell, with everything that joins the first one: 16 accents, or any emoji there is. */
const MAX_CELL_CHARACTERS = 17;
/** Links that are kept; more are shown as text. */
const MAX_LINKS = 10_000;
/** No address that a person would open is longer. */
const MAX_LINK_LENGTH = 4096;

/** Everything below. What limits the length of sequences is `SequenceBoundary`, through which all output goes first. */
export function installGuards(terminal: GuardedTerminal): void {
  installCountClamp(terminal);
  limitLinks(terminal);
  limitCells(terminal);
}

/** A program may print links without end, and each takes memory as long as its line is there. */
function limitLinks(terminal: GuardedTerminal): void {
  const service = (terminal as { _core?: Core })._core?._oscLinkService;
  const links = service?._dataByLinkId;
  if (!service || !links) throw new Error("xterm changed: _core._oscLinkService is not as expected. Pin @xterm to 6.0.0.");
  const register = service.registerLink.bind(service);
  // 0 is no link.
  service.registerLink = (link) => (links.size >= MAX_LINKS || link.uri.length > MAX_LINK_LENGTH ? 0 : register(link));
}

const limited = new WeakSet<Line>();

/** A million accents on one character (CVE-2021-27135 was such a one) take memory, and time wherever that cell is drawn. */
function limitCells(terminal: GuardedTerminal): void {
  const line = (terminal as { _core?: Core })._core?.buffers?.active.lines.get(0);
  const prototype = line && (Object.getPrototypeOf(line) as Line);
  if (typeof prototype?.addCodepointToCell !== "function") {
    throw new Error("xterm changed: BufferLine.addCodepointToCell is missing. Pin @xterm to 6.0.0.");
  }
  // All lines of all terminals share it.
  if (limited.has(prototype)) return;
  limited.add(prototype);
  const add = prototype.addCodepointToCell;
  prototype.addCodepointToCell = function (this: Line, index, codePoint, width) {
    const text = this._combined[index];
    if (text !== undefined && text.length >= MAX_CELL_CHARACTERS && [...text].length >= MAX_CELL_CHARACTERS) return;
    add.call(this, index, codePoint, width);
  };
}

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
