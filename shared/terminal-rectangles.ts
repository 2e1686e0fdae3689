/**
 * The rectangles of the VT420 that erase, fill and copy: DECERA, DECSERA, DECFRA
 * and DECCRA (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html). xterm.js has
 * none of them, and other terminals do. So a program could take text from the screen
 * of a person who has attached to the session, and an agent went on reading it.
 */
import type { GuardedCore, GuardedLine, GuardedTerminal, PackedAttributes } from "./terminal-internals.ts";

/** Rows and columns from 0, the ends excluded. */
type Rectangle = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };
type Parameters = readonly (number | readonly number[])[];

const NO_EXTRAS = { _ext: 0, urlId: 0 };
/** Of a background: its color, without the attributes that are packed with it. */
const COLOR_ONLY = 0x3ffffff;

export function installRectangles(terminal: GuardedTerminal, core: GuardedCore): void {
  const on = (final: string, handle: (parameters: Parameters) => void): void => {
    terminal.parser.registerCsiHandler({ intermediates: "$", final }, (parameters) => {
      handle(parameters);
      terminal.refresh?.(0, terminal.rows - 1);
      return true;
    });
  };
  const at = (parameters: Parameters): Rectangle => rectangle(terminal, core, parameters);

  on("z", (parameters) => fill(core, at(parameters), { code: 0, attributes: erased(core) }));
  on("{", (parameters) => fill(core, at(parameters), { code: 0, attributes: erased(core), spares: true }));
  on("x", ([code, ...parameters]) => {
    if (isPrintable(code)) fill(core, at(parameters), { code, attributes: core._inputHandler._curAttrData });
  });
  // Between the two stand the pages, of which there is one.
  on("v", (parameters) => copy(core, at(parameters.slice(0, 4)), at(parameters.slice(5, 7))));
}

type Filling = { readonly code: number; readonly attributes: PackedAttributes; readonly spares?: boolean };

function isPrintable(code: Parameters[number] | undefined): code is number {
  return typeof code === "number" && ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff));
}

/** The parameters of a sequence: top, left, bottom and right. They count from the scroll region in origin mode. */
function rectangle({ cols, rows }: GuardedTerminal, { buffers, coreService }: GuardedCore, parameters: Parameters): Rectangle {
  const { scrollTop, scrollBottom } = buffers.active;
  const [first, last] = coreService.decPrivateModes.origin ? [scrollTop, scrollBottom + 1] : [0, rows];
  const at = (index: number, otherwise: number): number => Number(parameters[index]) || otherwise;
  return {
    top: Math.min(last, first + at(0, 1) - 1),
    left: Math.min(cols, at(1, 1) - 1),
    bottom: Math.min(last, first + at(2, last - first)),
    right: Math.min(cols, at(3, cols)),
  };
}

function fill(core: GuardedCore, { top, left, bottom, right }: Rectangle, filling: Filling): void {
  const { code, attributes, spares = false } = filling;
  if (left >= right) return;
  for (let y = top; y < bottom; y++) {
    const line = lineAt(core, y);
    if (!line) continue;
    splitWide(line, left, right);
    for (let x = left; x < right; x++) {
      if (!spares || !line.isProtected(x)) line.setCellFromCodepoint(x, code, 1, attributes);
    }
  }
}

function copy(core: GuardedCore, from: Rectangle, to: Rectangle): void {
  const height = Math.min(from.bottom - from.top, to.bottom - to.top);
  const width = Math.min(from.right - from.left, to.right - to.left);
  if (width <= 0) return;
  const scratch = core.buffers.active.getNullCell();
  // The two may overlap.
  const sources = Array.from({ length: Math.max(0, height) }, (_, row) => lineAt(core, from.top + row)?.clone());
  for (const [row, source] of sources.entries()) {
    const target = lineAt(core, to.top + row);
    if (!source || !target) continue;
    splitWide(target, to.left, to.left + width);
    for (let x = 0; x < width; x++) target.setCell(to.left + x, source.loadCell(from.left + x, scratch));
    closeWide(target, to.left, to.left + width);
  }
}

function lineAt({ buffers: { active } }: GuardedCore, row: number): GuardedLine | undefined {
  return active.lines.get(active.ybase + row);
}

/** A wide character of which half is overwritten leaves a blank. */
function splitWide(line: GuardedLine, from: number, to: number): void {
  if (from > 0 && line.getWidth(from - 1) === 2) blank(line, from - 1);
  if (to < line.length && line.getWidth(to - 1) === 2) blank(line, to);
}

/** One of which half was copied is a blank, too. */
function closeWide(line: GuardedLine, from: number, to: number): void {
  if (line.getWidth(from) === 0) blank(line, from);
  if (line.getWidth(to - 1) === 2) blank(line, to - 1);
}

function blank(line: GuardedLine, x: number): void {
  line.setCellFromCodepoint(x, 0, 1, { fg: 0, bg: 0, extended: NO_EXTRAS });
}

function erased({ _inputHandler: { _curAttrData: current } }: GuardedCore): PackedAttributes {
  return { fg: 0, bg: current.bg & COLOR_ONLY, extended: NO_EXTRAS };
}
