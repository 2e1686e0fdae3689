/**
 * A screen as text that another terminal emulator can take over from: after
 * writing it, cells, colours, wraps, scrollback, cursor and modes are the same.
 *
 * addon-serialize 0.14 loses mouse encoding, scroll region, saved cursor,
 * charsets, tab stops, underline styles, links and rows that hold only a
 * background, so the cells are written here. Sequences: XTerm Control
 * Sequences (Thomas Dickey); 4:n underline styles and 58 after kitty's.
 */
import type { IBuffer, IBufferLine, Terminal } from "@xterm/headless";
import { cellAt, type InternalBuffer, type InternalCell, type InternalCore, internalsOf } from "./xterm-internals.ts";

const ESC = "\x1b";
const CSI = `${ESC}[`;
/** Restores the defaults of everything below without clearing the scrollback: soft reset, then home and clear. */
const RESET = `${ESC}c`;

/** At most `scrollback` lines above the viewport are included. */
export function serializeScreen(terminal: Terminal, title: string, scrollback: number): string {
  const core = internalsOf(terminal);
  const { normal, alternate } = terminal.buffer;
  const isAlternate = terminal.buffer.active.type === "alternate";
  let text = RESET;
  if (title) text += `${ESC}]0;${title}${ESC}\\`;
  text += serializeBuffer(terminal, normal, scrollback);
  if (isAlternate) {
    // 1049 saves the cursor; put it where leaving the alternate screen will bring it back to.
    text += cursorTo(core.buffers.normal.savedX, core.buffers.normal.savedY - core.buffers.normal.ybase);
    text += sgr(core.buffers.normal.savedCurAttrData) + `${CSI}?1049h${CSI}0m${CSI}H`;
    text += serializeBuffer(terminal, alternate, 0);
  }
  return text + serializeState(terminal, core, isAlternate ? core.buffers.alt : core.buffers.normal);
}

function serializeBuffer(terminal: Terminal, buffer: IBuffer, scrollback: number): string {
  const first = Math.max(0, buffer.baseY - scrollback);
  const last = buffer.baseY + terminal.rows - 1;
  const writer = new RowWriter(internalsOf(terminal), terminal.cols);
  for (let y = first; y <= last; y++) {
    const line = buffer.getLine(y);
    if (!line) break;
    const below = y < last ? buffer.getLine(y + 1) : undefined;
    writer.row(line, below);
    if (y < last && !below?.isWrapped) writer.newline();
  }
  return writer.finish();
}

/** Writes rows one below the other, changing style only where it changes. */
class RowWriter {
  readonly #core: InternalCore;
  readonly #cols: number;
  #text = "";
  #style = `${CSI}0m`;
  #link = 0;

  constructor(core: InternalCore, cols: number) {
    this.#core = core;
    this.#cols = cols;
  }

  row(line: IBufferLine, below: IBufferLine | undefined): void {
    const width = below?.isWrapped ? wrappedWidth(line, below, this.#cols) : usedWidth(line, this.#cols);
    let x = 0;
    while (x < width) {
      const cell = cellAt(line, x);
      if (!cell) break;
      if (cell.getChars() === "" && cell.getWidth() === 1) {
        x = this.#blanks(line, x, width, below?.isWrapped === true);
        continue;
      }
      this.#setStyle(cell);
      this.#setLink(cell);
      this.#text += cell.getChars();
      x += Math.max(1, cell.getWidth());
    }
  }

  newline(): void {
    this.#setLink(undefined);
    if (this.#style !== `${CSI}0m`) {
      this.#style = `${CSI}0m`;
      this.#text += this.#style;
    }
    this.#text += "\r\n";
  }

  finish(): string {
    this.#setLink(undefined);
    return `${this.#text}${CSI}0m`;
  }

  /** Cells that were erased, not written: erased again with the same background, and skipped. */
  #blanks(line: IBufferLine, from: number, to: number, wraps: boolean): number {
    const first = cellAt(line, from);
    if (!first) return to;
    const style = sgr(first);
    let x = from + 1;
    for (; x < to; x++) {
      const cell = cellAt(line, x);
      if (!cell || cell.getChars() !== "" || cell.getWidth() !== 1 || sgr(cell) !== style) break;
    }
    const count = x - from;
    this.#setStyle(first);
    // At the end of a wrapped row the cursor must reach the margin, so spaces stand in for blanks.
    if (wraps && x >= to) this.#text += " ".repeat(count);
    else this.#text += `${style === `${CSI}0m` ? "" : `${CSI}${count}X`}${CSI}${count}C`;
    return x;
  }

  #setStyle(cell: InternalCell): void {
    const style = sgr(cell);
    if (style === this.#style) return;
    this.#style = style;
    this.#text += style;
  }

  #setLink(cell: InternalCell | undefined): void {
    const id = cell?.hasExtendedAttrs() ? cell.extended.urlId : 0;
    if (id === this.#link) return;
    this.#link = id;
    const link = id ? this.#core._oscLinkService.getLinkData(id) : undefined;
    this.#text += `${ESC}]8;${link?.id ? `id=${link.id}` : ""};${link?.uri ?? ""}${ESC}\\`;
  }
}

/** Columns of a row up to its last cell that is not a plain blank. */
function usedWidth(line: IBufferLine, cols: number): number {
  for (let x = Math.min(cols, line.length) - 1; x >= 0; x--) {
    const cell = cellAt(line, x);
    if (cell && (cell.getChars() !== "" || cell.getWidth() === 0 || sgr(cell) !== `${CSI}0m`)) return x + 1;
  }
  return 0;
}

/** A row that wraps is full, but for one blank where a wide character did not fit. */
function wrappedWidth(line: IBufferLine, below: IBufferLine, cols: number): number {
  const last = cellAt(line, cols - 1);
  const wideBelow = cellAt(below, 0)?.getWidth() === 2;
  return wideBelow && last?.getChars() === "" && last.getWidth() === 1 ? cols - 1 : cols;
}

/** The whole style of a cell as one SGR sequence, from a reset. */
export function sgr(cell: InternalCell): string {
  if (cell.isAttributeDefault() && !cell.isOverline() && !cell.hasExtendedAttrs()) return `${CSI}0m`;
  const codes: string[] = ["0"];
  if (cell.isBold()) codes.push("1");
  if (cell.isDim()) codes.push("2");
  if (cell.isItalic()) codes.push("3");
  if (cell.isUnderline()) codes.push(underline(cell));
  if (cell.isBlink()) codes.push("5");
  if (cell.isInverse()) codes.push("7");
  if (cell.isInvisible()) codes.push("8");
  if (cell.isStrikethrough()) codes.push("9");
  if (cell.isOverline()) codes.push("53");
  if (!cell.isFgDefault()) codes.push(colour(38, cell.isFgRGB(), cell.getFgColor()));
  if (!cell.isBgDefault()) codes.push(colour(48, cell.isBgRGB(), cell.getBgColor()));
  if (cell.isUnderline() && cell.hasExtendedAttrs() && !cell.isUnderlineColorDefault()) {
    const rgb = cell.isUnderlineColorRGB();
    const value = cell.getUnderlineColor();
    codes.push(rgb ? `58:2::${(value >> 16) & 255}:${(value >> 8) & 255}:${value & 255}` : `58:5:${value & 255}`);
  }
  return `${CSI}${codes.join(";")}m`;
}

function underline(cell: InternalCell): string {
  const style = cell.hasExtendedAttrs() ? cell.getUnderlineStyle() : 1;
  return style > 1 ? `4:${style}` : "4";
}

function colour(base: 38 | 48, rgb: boolean, value: number): string {
  return rgb ? `${base};2;${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}` : `${base};5;${value}`;
}

function cursorTo(x: number, y: number): string {
  return `${CSI}${Math.max(0, y) + 1};${x + 1}H`;
}

/** Everything that is not a cell. Order matters: scroll region and origin mode home the cursor. */
function serializeState(terminal: Terminal, core: InternalCore, buffer: InternalBuffer): string {
  const { modes } = terminal;
  let text = tabStops(buffer, terminal.cols);
  text += savedCursor(buffer);
  if (buffer.scrollTop !== 0 || buffer.scrollBottom !== terminal.rows - 1) {
    text += `${CSI}${buffer.scrollTop + 1};${buffer.scrollBottom + 1}r`;
  }
  if (modes.originMode) text += `${CSI}?6h`;
  text += position(terminal, buffer);
  text += sgr(core._inputHandler._curAttrData);
  text += charsets(core._charsetService);
  text += modeSequences(terminal, core);
  return text;
}

function tabStops(buffer: InternalBuffer, cols: number): string {
  const stops = Array.from({ length: cols }, (_, x) => x).filter((x) => buffer.tabs[x]);
  const standard = Array.from({ length: cols }, (_, x) => x).filter((x) => x % 8 === 0);
  if (stops.join() === standard.join()) return "";
  return `${CSI}3g${stops.map((x) => `${CSI}${x + 1}G${ESC}H`).join("")}`;
}

function savedCursor(buffer: InternalBuffer): string {
  const row = buffer.savedY - buffer.ybase;
  if (buffer.savedX === 0 && row <= 0 && sgr(buffer.savedCurAttrData) === `${CSI}0m`) return "";
  return `${cursorTo(buffer.savedX, row)}${sgr(buffer.savedCurAttrData)}${ESC}7${CSI}0m`;
}

/** The cursor's place; after a full row it waits at the margin, where no address reaches: the last cell is written again. */
function position(terminal: Terminal, buffer: InternalBuffer): string {
  const row = terminal.modes.originMode ? buffer.y - buffer.scrollTop : buffer.y;
  if (buffer.x < terminal.cols) return cursorTo(buffer.x, row);
  const line = terminal.buffer.active.getLine(buffer.ybase + buffer.y);
  let x = terminal.cols - 1;
  let cell = line && cellAt(line, x);
  if (line && cell?.getWidth() === 0) cell = cellAt(line, --x);
  if (!cell) return cursorTo(terminal.cols - 1, row);
  return cursorTo(x, row) + sgr(cell) + (cell.getChars() || " ");
}

/** G0 and G1 hold either US ASCII or DEC line drawing, the only two that programs use. */
function charsets({ glevel, _charsets }: InternalCore["_charsetService"]): string {
  const isGraphics = (index: number): boolean => Object.keys(_charsets[index] ?? {}).length > 20;
  return (isGraphics(0) ? `${ESC}(0` : "") + (isGraphics(1) ? `${ESC})0` : "") + (glevel === 1 ? "\x0e" : "");
}

const MOUSE_TRACKING = { none: "", x10: "9", vt200: "1000", drag: "1002", any: "1003" } as const;
const MOUSE_ENCODING: Readonly<Record<string, string>> = { UTF8: "1005", SGR: "1006", URXVT: "1015", SGR_PIXELS: "1016" };
const CURSOR_STYLE = { block: 1, underline: 3, bar: 5 } as const;

function modeSequences(terminal: Terminal, core: InternalCore): string {
  const { modes } = terminal;
  const { decPrivateModes, isCursorHidden } = core.coreService;
  const set = (on: boolean, mode: string): string => (on ? `${CSI}?${mode}h` : "");
  let text = modes.wraparoundMode ? "" : `${CSI}?7l`;
  text += set(modes.applicationCursorKeysMode, "1") + (modes.applicationKeypadMode ? `${ESC}=` : "");
  text += set(modes.bracketedPasteMode, "2004") + (modes.insertMode ? `${CSI}4h` : "");
  text += set(decPrivateModes.reverseWraparound, "45") + set(modes.sendFocusMode, "1004");
  const tracking = MOUSE_TRACKING[modes.mouseTrackingMode];
  text += set(tracking !== "", tracking);
  const encoding = MOUSE_ENCODING[core.coreMouseService.activeEncoding];
  if (encoding) text += set(true, encoding);
  if (decPrivateModes.cursorStyle) {
    text += `${CSI}${CURSOR_STYLE[decPrivateModes.cursorStyle] + (decPrivateModes.cursorBlink ? 0 : 1)} q`;
  }
  return isCursorHidden ? `${text}${CSI}?25l` : text;
}
