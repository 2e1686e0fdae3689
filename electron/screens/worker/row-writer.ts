/** Rows of cells as text that draws them again, one below the other, with their wraps. */
import type { IBufferLine } from "@xterm/headless";
import { CSI, ESC, ST } from "../../../shared/escape-grammar.ts";
import {
  hasBackground,
  isBackgroundOnly,
  isPlain,
  linkOf,
  PLAIN_STYLE,
  sameStyle,
  styleSequence,
  withoutLink,
} from "./cell-style.ts";
import { cellAt, type InternalAttributes, type InternalCell, type InternalCore, joins, widthOf } from "./emulator-internals.ts";

const PLAIN: InternalAttributes = { fg: 0, bg: 0, extended: { _ext: 0, urlId: 0 } };

/**
 * Needs plain style, the full scroll region and US ASCII; rows that it scrolls
 * in are then blank.
 */
export class RowWriter {
  readonly #core: InternalCore;
  readonly #size: { readonly cols: number; readonly rows: number };
  readonly #spaceProperties: number;
  #text = "";
  #style = PLAIN;
  #link = 0;
  /** What xterm remembers of the last character, for telling whether the next one would join it. */
  #join = 0;
  #scratch: InternalCell | undefined;

  constructor(core: InternalCore, size: { readonly cols: number; readonly rows: number }) {
    this.#core = core;
    this.#size = size;
    this.#spaceProperties = core.unicodeService.charProperties(0x20, 0);
  }

  /** Everything written so far; plain style and no link are in force after it. */
  finish(): string {
    this.#setLink(0);
    this.#setStyle(PLAIN);
    return this.#text;
  }

  /** Writes one row and goes to the beginning of the next, by a wrap if `below` is wrapped. */
  row(line: IBufferLine, below: IBufferLine | undefined): void {
    const margin = this.#size.cols - 1;
    const last = below?.isWrapped ? cellAt(line, margin) : undefined;
    // A row that wraps is full, but its last cell may have been erased since, or a wide character did not fit.
    const gap = last && last.getChars() === "" && !isSecondHalf(line, margin) ? last : undefined;
    this.#cells(line, gap ? margin : usedWidth(line, this.#size.cols));
    if (!below) return;
    if (!below.isWrapped) this.#newline();
    else if (!wrapsByItself(below, gap)) this.#wrap(gap);
  }

  /** One cell at the cursor, with its style and link. */
  cell(cell: InternalCell): void {
    this.#setAttributes(cell);
    this.#print(cell.getChars() || " ");
  }

  #cells(line: IBufferLine, width: number): void {
    let x = 0;
    while (x < width) {
      this.#scratch = cellAt(line, x, this.#scratch);
      const cell = this.#scratch;
      if (!cell) return;
      const chars = cell.getChars();
      if (chars === "") {
        x = this.#blanks(line, x, width);
      } else {
        this.cell(cell);
        x += Math.max(1, cell.getWidth());
        // The same character may have had less room, or more.
        if (chars > "\x7f" && widthOf(this.#join) !== cell.getWidth()) this.#escape(`${CSI}${x + 1}G`);
      }
    }
  }

  /** Cells that were erased, not written: erased again with the same background, and skipped. */
  #blanks(line: IBufferLine, from: number, to: number): number {
    const first = cellAt(line, from);
    if (!first) return to;
    let x = from + 1;
    for (; x < to; x++) {
      this.#scratch = cellAt(line, x, this.#scratch);
      if (this.#scratch?.getChars() !== "" || !sameStyle(this.#scratch, first)) break;
    }
    const count = x - from;
    if (isPlain(withoutDeadLink(this.#core, first))) {
      this.#escape(`${CSI}${count}C`);
    } else {
      this.#setAttributes(first);
      // Erasing gives a background and nothing else; an underlined blank can only be a space.
      if (isBackgroundOnly(this.#style)) this.#escape(`${CSI}${count}X${CSI}${count}C`);
      else this.#print(" ".repeat(count));
    }
    return x;
  }

  #newline(): void {
    this.#setStyle(PLAIN);
    this.#escape("\r\n");
  }

  /** Makes the next row a wrapped one and leaves it blank. `gap` is the last cell of this row, if that is blank. */
  #wrap(gap: InternalCell | undefined): void {
    const { cols, rows } = this.#size;
    const erases = gap !== undefined && isBackgroundOnly(withoutDeadLink(this.#core, gap));
    if (gap) {
      this.#escape(`${CSI}${cols}G`);
      this.#setAttributes(erases ? PLAIN : gap);
      this.#print(" ");
    }
    this.#setAttributes(PLAIN);
    this.#print(" ");
    if (erases && rows > 1) {
      this.#escape(`${CSI}A${CSI}${cols}G`);
      this.#setAttributes(gap);
      this.#escape(`${CSI}X${CSI}B`);
      this.#setAttributes(PLAIN);
    }
    this.#escape(`\r${CSI}X`);
  }

  #print(chars: string): void {
    if (chars.length === 1 && chars < "\x7f" && this.#join >> 3 === 0) {
      this.#text += chars;
      this.#join = this.#spaceProperties;
      return;
    }
    const { unicodeService } = this.#core;
    let join = unicodeService.charProperties(chars.codePointAt(0) ?? 0, this.#join);
    if (joins(join)) {
      // Alone it does nothing but keep the next character from joining the one before.
      this.#escape(ST);
      join = unicodeService.charProperties(chars.codePointAt(0) ?? 0, 0);
    }
    for (const char of chars.slice(chars.codePointAt(0) === chars.charCodeAt(0) ? 1 : 2)) {
      join = unicodeService.charProperties(char.codePointAt(0) ?? 0, join);
    }
    this.#text += chars;
    this.#join = join;
  }

  #escape(text: string): void {
    this.#text += text;
    this.#join = 0;
  }

  #setAttributes(attributes: InternalAttributes): void {
    this.#setStyle(withoutDeadLink(this.#core, attributes));
    this.#setLink(linkOf(attributes));
  }

  #setStyle(style: InternalAttributes): void {
    if (sameStyle(style, this.#style)) return;
    const { fg, bg, extended } = style;
    this.#style = { fg, bg, extended: { _ext: extended._ext, urlId: 0 } };
    this.#escape(isPlain(style) ? PLAIN_STYLE : styleSequence(style));
  }

  #setLink(id: number): void {
    if (id === this.#link) return;
    this.#link = id;
    this.#escape(linkSequence(this.#core, id));
  }
}

/** Without a link that leads nowhere: an old one is forgotten, and its cells still carry its number. */
function withoutDeadLink(core: InternalCore, attributes: InternalAttributes): InternalAttributes {
  const link = linkOf(attributes);
  return link !== 0 && core._oscLinkService.getLinkData(link) ? attributes : withoutLink(attributes);
}

/** Begins a hyperlink; 0 ends it. */
export function linkSequence(core: InternalCore, id: number): string {
  const link = id === 0 ? undefined : core._oscLinkService.getLinkData(id);
  return `${ESC}]8;${link?.id === undefined ? "" : `id=${link.id}`};${link?.uri ?? ""}${ST}`;
}

/** Printing `below` after a full row wraps, and leaves `gap` as it is: a wide character did not fit there. */
function wrapsByItself(below: IBufferLine, gap: InternalCell | undefined): boolean {
  const first = cellAt(below, 0);
  // A row scrolled in by a character with a background would be filled with it.
  if (!first || first.getChars() === "" || hasBackground(first)) return false;
  return !gap || (first.getWidth() === 2 && sameStyle(first, gap) && linkOf(first) === linkOf(gap));
}

function isSecondHalf(line: IBufferLine, x: number): boolean {
  return x > 0 && line.getCell(x)?.getWidth() === 0 && line.getCell(x - 1)?.getWidth() === 2;
}

/** Columns up to the last cell that is not a plain blank. */
function usedWidth(line: IBufferLine, cols: number): number {
  let cell: InternalCell | undefined;
  for (let x = Math.min(cols, line.length) - 1; x >= 0; x--) {
    cell = cellAt(line, x, cell);
    if (cell && (cell.getChars() !== "" || cell.getWidth() === 0 || !isPlain(cell))) return x + 1;
  }
  return 0;
}
