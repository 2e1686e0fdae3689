/** Everything that a terminal shows and remembers, in a form that two terminals can be compared by. */
import type { IBuffer, Terminal } from "@xterm/headless";
import {
  type InternalAttributes,
  type InternalBuffer,
  type InternalCell,
  internalsOf,
} from "../../electron/screens/worker/emulator-internals.ts";

const HAS_EXTENDED = 0x10000000;
const UNDERLINE = 0x10000000;
const COLOR = 0x3ffffff;

/** Color mode and value; unused bits are left out. */
function color(value: number): string {
  const mode = (value >> 24) & 3;
  return mode === 0 ? "" : `${mode}:${(mode === 3 ? value & 0xffffff : value & 0xff).toString(16)}`;
}

/** `inForce` is for the style of the next character; `links: false` leaves links out. */
type Detail = { readonly inForce?: boolean; readonly links?: boolean };

function styleOf(terminal: Terminal, { fg, bg, extended }: InternalAttributes, detail: Detail = {}): string {
  const linkId = bg & HAS_EXTENDED && detail.links !== false ? extended.urlId : 0;
  const link = linkId ? internalsOf(terminal)._oscLinkService.getLinkData(linkId) : undefined;
  // An underline color without an underline shows nowhere.
  const ext = detail.inForce || fg & UNDERLINE ? extended._ext : 0;
  const underline = fg & UNDERLINE ? `u${Math.max(1, (ext >> 26) & 7)}` : "";
  const flags = ((fg & ~COLOR & ~UNDERLINE) >>> 0).toString(16) + "/" + ((bg & ~COLOR & ~HAS_EXTENDED) >>> 0).toString(16);
  const style = [color(fg), color(bg), flags, underline, color(ext), link ? `${link.id ?? ""}>${link.uri}` : ""].join(" ");
  return style === "  0/0   " ? "" : style;
}

/** One row: runs of cells with the same style. */
export function rowOf(terminal: Terminal, buffer: IBuffer, y: number, detail: Detail = {}): string {
  const line = buffer.getLine(y);
  if (!line) return "none";
  let row = line.isWrapped ? "W" : "";
  let last = "";
  let style = "";
  let key = "";
  let cell: InternalCell | undefined;
  let width = 1;
  for (let x = 0; x < line.length; x++) {
    const isSecondHalf = width === 2;
    cell = line.getCell(x, cell) as InternalCell | undefined;
    if (!cell) continue;
    width = cell.getWidth();
    if (isSecondHalf && width === 0) continue;
    const { _ext, urlId } = cell.bg & HAS_EXTENDED ? cell.extended : { _ext: 0, urlId: 0 };
    const cellKey = `${cell.fg} ${cell.bg} ${_ext} ${urlId}`;
    if (cellKey !== key) style = styleOf(terminal, { fg: cell.fg, bg: cell.bg, extended: { _ext, urlId } }, detail);
    key = cellKey;
    const text = cell.getChars();
    // An erased cell holds nothing; one with more than a background (or a link, which may be forgotten) is as good as a space.
    const isErased = text === "" && /^(?: \S+ 0\/0 {3})?$/.test(style);
    const isBlank = detail.links === false && text.trim() === "";
    if (style !== last) row += `{${style}}`;
    last = style;
    row += (isErased || isBlank ? "·" : text || " ") + (width === 2 ? "²" : "");
  }
  return row.replace(/·+$/, "");
}

function rowsOf(terminal: Terminal, buffer: IBuffer, detail: Detail): string[] {
  const rows = Array.from({ length: buffer.length }, (_, y) => rowOf(terminal, buffer, y, detail));
  // That the first row continues one that is gone cannot be said to another terminal, and means nothing.
  return rows.map((row, y) => (y === 0 && row.startsWith("W") ? row.slice(1) : row));
}

function ownStateOf(terminal: Terminal, buffer: InternalBuffer): unknown {
  const { savedX, savedY, ybase, scrollTop, scrollBottom, tabs, savedCurAttrData } = buffer;
  return {
    saved: [Math.min(savedX, terminal.cols - 1), Math.min(terminal.rows - 1, Math.max(0, savedY - ybase))],
    savedStyle: styleOf(terminal, {
      fg: savedCurAttrData.fg,
      bg: savedCurAttrData.bg & ~HAS_EXTENDED,
      extended: { _ext: 0, urlId: 0 },
    }),
    savedCharset: charset(buffer.savedCharset),
    region: [scrollTop, scrollBottom],
    tabs: Array.from({ length: terminal.cols }, (_, x) => (tabs[x] ? "T" : ".")).join(""),
  };
}

function charset(value: Readonly<Record<string, string>> | undefined): string {
  return value ? JSON.stringify(value).slice(0, 20) : "ascii";
}

/** What could come next, after the last character: an accent, emoji parts, flags, Hangul, letters. */
const NEXT = [0x41, 0x301, 0x200d, 0x1f3fd, 0xfe0f, 0x1f1e9, 0x1161, 0x11a8, 0x1f467, 0x65e5, 0x600, 0xe35];

/** How each of them would combine with it; xterm's own number also tells what came before that, which changes nothing. */
function joinOf(core: ReturnType<typeof internalsOf>): string {
  const { precedingJoinState } = core._inputHandler._parser;
  if (precedingJoinState === 0) return "none";
  return NEXT.map((codepoint) => core.unicodeService.charProperties(codepoint, precedingJoinState) & 7).join("");
}

/**
 * xterm 6.0.0 restores a saved cursor's colors and flags, but not underline
 * style and link: they stay behind, out of force until the next SGR or link.
 */
export function hasLooseAttributes(terminal: Terminal): boolean {
  const { _inputHandler: handler, buffers } = internalsOf(terminal);
  const isUnderlined = ({ fg }: InternalAttributes): boolean => (fg & UNDERLINE) !== 0;
  const isExtended = ({ bg }: InternalAttributes): boolean => (bg & HAS_EXTENDED) !== 0;
  const current = handler._curAttrData;
  const hasUnderlineStyle = ((current.extended._ext >> 26) & 7) !== 0;
  if (isUnderlined(current) !== hasUnderlineStyle) return true;
  if (isExtended(current) !== (hasUnderlineStyle || current.extended.urlId !== 0)) return true;
  const saved = [buffers.normal.savedCurAttrData, buffers.alt.savedCurAttrData];
  return saved.some((attributes) => isUnderlined(attributes) !== isExtended(attributes));
}

/** xterm 6.0.0 counts the row of a saved cursor from the oldest line, so clearing the scrollback moves it off the screen. */
export function hasLostSavedRow(terminal: Terminal): boolean {
  const { normal } = internalsOf(terminal).buffers;
  return normal.savedY - normal.ybase >= terminal.rows;
}

/** The charset in force was restored with the other screen's cursor and is designated nowhere. */
export function hasForeignCharset(terminal: Terminal): boolean {
  const { _charsetService: service, buffers } = internalsOf(terminal);
  return service.charset !== service._charsets[service.glevel] && service.charset !== buffers.active.savedCharset;
}

/** The cursor waits after the last column, and the cell it would have filled has been erased (by scrolling up, say). */
export function waitsAfterErasedCell(terminal: Terminal): boolean {
  const { x, y, ybase } = internalsOf(terminal).buffers.active;
  return (
    x >= terminal.cols &&
    terminal.buffer.active
      .getLine(ybase + y)
      ?.getCell(terminal.cols - 1)
      ?.getCode() === 0
  );
}

/** Cursor, modes and the like. */
function modesOf(terminal: Terminal, detail: Detail): unknown {
  const core = internalsOf(terminal);
  const { charset: active, glevel, _charsets } = core._charsetService;
  const isAlternate = terminal.buffer.active.type === "alternate";
  return {
    cursor: [core.buffers.active.x, core.buffers.active.y],
    buffer: terminal.buffer.active.type,
    style: styleOf(terminal, core._inputHandler._curAttrData, { ...detail, inForce: true }),
    join: joinOf(core),
    modes: { ...terminal.modes },
    private: { ...core.coreService.decPrivateModes },
    hidden: core.coreService.isCursorHidden,
    options: [terminal.options.convertEol, terminal.options.cursorBlink],
    encoding: core.coreMouseService.activeEncoding,
    charsets: [charset(active), glevel, [0, 1, 2, 3].map((index) => charset(_charsets[index]))],
    normal: ownStateOf(terminal, core.buffers.normal),
    alternate: isAlternate ? ownStateOf(terminal, core.buffers.alt) : undefined,
  };
}

/** All of it. (A link is forgotten some time after its lines are gone.) */
export function stateOf(terminal: Terminal, detail: Detail = {}): { normal: string[]; alternate: string[]; state: unknown } {
  const isAlternate = terminal.buffer.active.type === "alternate";
  return {
    normal: rowsOf(terminal, terminal.buffer.normal, detail),
    alternate: isAlternate ? rowsOf(terminal, terminal.buffer.alternate, detail) : [],
    state: modesOf(terminal, detail),
  };
}
