/**
 * A screen as text that another terminal emulator can take over from: after
 * writing it, cells, colors, wraps, scrollback, cursor and modes are the
 * same, and so is everything that decides what further output does.
 *
 * addon-serialize 0.14 loses mouse encoding, scroll region, saved cursor,
 * charsets, tab stops, underline styles, links and rows that hold only a
 * background, so it is done here. Sequences: XTerm Control Sequences (Thomas
 * Dickey); 4:n underline styles and 58 after kitty's. What cannot be written
 * is listed in test/unit/screens/serialize.test.ts.
 */
import type { IBuffer, Terminal } from "@xterm/headless";
import { CSI, ESC, ST } from "../../../shared/escape-grammar.ts";
import { linkOf, PLAIN_STYLE, sameStyle, styleSequence } from "./cell-style.ts";
import { linkSequence, RowWriter } from "./row-writer.ts";
import {
  cellAt,
  type Charset,
  type InternalBuffer,
  type InternalCell,
  type InternalCore,
  internalsOf,
} from "./emulator-internals.ts";
import { RESTORE_COLORS, TerminalColors } from "./terminal-colors.ts";

/** A full reset, and what xterm.js does not reset with it: cursor visibility, newline mode and colors. */
const RESET = `${ESC}c${CSI}?25h${CSI}20l${RESTORE_COLORS}`;

/** At least `scrollback` lines above the viewport are included, or all if there are fewer. */
export function serializeScreen(terminal: Terminal, title: string, scrollback: number): string {
  const core = internalsOf(terminal);
  const { normal, alternate } = terminal.buffer;
  const { charset } = core._charsetService;
  let text = `${RESET}${TerminalColors.of(normal).sequences}${ESC}]0;${title}${ST}`;
  text += rows(terminal, normal, scrollback) + ownState(core.buffers.normal, terminal);
  let active = core.buffers.normal;
  if (terminal.buffer.active.type === "alternate") {
    active = core.buffers.alt;
    // 1049 saves the cursor: it is put where leaving the alternate screen will bring it back to.
    text += savedCursor(core.buffers.normal, terminal) + `${CSI}?1049h${PLAIN_STYLE}${ESC}(B${CSI}2J${CSI}H`;
    text += rows(terminal, alternate, 0) + ownState(active, terminal);
  }
  text += saveCursor(active, terminal);
  // Restoring the cursor restores the charset, too, and leaves the designations alone.
  const isRestored = charset !== core._charsetService._charsets[core._charsetService.glevel];
  text += isRestored ? `${charsets(core)}${ESC}8` : `${ESC}(B`;
  text += cursor(terminal, active) + (isRestored ? "" : charsets(core));
  return text + modeSequences(terminal, core) + lastCharacter(terminal, core, active);
}

/** What decides how further output is shown, without the cells: colors, style, charset, scroll region, cursor, which screen. */
export function stateInForce(terminal: Terminal): string {
  const core = internalsOf(terminal);
  const isAlternate = terminal.buffer.active.type === "alternate";
  const active = isAlternate ? core.buffers.alt : core.buffers.normal;
  const { wraparoundMode, insertMode, originMode } = terminal.modes;
  const state = [
    isAlternate ? `${CSI}?1049h` : "",
    ownState(active, terminal),
    charsets(core),
    originMode ? `${CSI}?6h` : "",
    cursorTo(Math.min(active.x, terminal.cols - 1), addressOf(active.y, terminal, active)),
    styleSequence(core._inputHandler._curAttrData, true),
    wraparoundMode ? "" : `${CSI}?7l`,
    insertMode ? `${CSI}4h` : "",
  ];
  // Joined like this, all checkpoints share the text of the colors.
  return TerminalColors.of(terminal.buffer.normal).sequences + state.join("");
}

function rows(terminal: Terminal, buffer: IBuffer, scrollback: number): string {
  let first = Math.max(0, buffer.baseY - scrollback);
  // Not from the middle of a line.
  while (first > 0 && buffer.getLine(first)?.isWrapped) first--;
  const last = buffer.baseY + terminal.rows - 1;
  const writer = new RowWriter(internalsOf(terminal), terminal);
  for (let y = first; y <= last; y++) {
    const line = buffer.getLine(y);
    if (line) writer.row(line, y < last ? buffer.getLine(y + 1) : undefined);
  }
  return writer.finish();
}

/** What each buffer has of its own: tab stops and scroll region. */
function ownState(buffer: InternalBuffer, { cols, rows: height }: Terminal): string {
  const isFull = buffer.scrollTop === 0 && buffer.scrollBottom === height - 1;
  return tabStops(buffer, cols) + (isFull ? "" : `${CSI}${buffer.scrollTop + 1};${buffer.scrollBottom + 1}r`);
}

function tabStops(buffer: InternalBuffer, cols: number): string {
  const columns = Array.from({ length: cols }, (_, x) => x);
  const stops = columns.filter((x) => buffer.tabs[x]);
  if (stops.join() === columns.filter((x) => x % 8 === 0).join()) return "";
  return `${CSI}3g${stops.map((x) => `${CSI}${x + 1}G${ESC}H`).join("")}`;
}

/** The cursor, style and charset that a buffer has saved, in force. */
function savedCursor(buffer: InternalBuffer, { cols, rows: height }: Terminal): string {
  const row = Math.min(height - 1, Math.max(0, buffer.savedY - buffer.ybase));
  const style = styleSequence(buffer.savedCurAttrData);
  return `${ESC}(${designator(buffer.savedCharset)}${cursorTo(Math.min(buffer.savedX, cols - 1), row)}${style}`;
}

function saveCursor(buffer: InternalBuffer, terminal: Terminal): string {
  const { fg, bg } = buffer.savedCurAttrData;
  const isUnset = buffer.savedX === 0 && buffer.savedY === 0 && fg === 0 && bg === 0 && buffer.savedCharset === undefined;
  return isUnset ? "" : `${savedCursor(buffer, terminal)}${ESC}7${PLAIN_STYLE}`;
}

const CHARSET_SLOTS = ["(", ")", "*", "+"] as const;
/** Locking shifts: SI, SO, LS2, LS3. */
const SHIFTS = ["", "\x0e", `${ESC}n`, `${ESC}o`] as const;

function charsets({ _charsetService: { glevel, _charsets } }: InternalCore): string {
  const designations = CHARSET_SLOTS.map((slot, index) => `${ESC}${slot}${designator(_charsets[index])}`);
  return designations.filter((text, index) => index === 0 || !text.endsWith("B")).join("") + (SHIFTS[glevel] ?? "");
}

/** US ASCII, DEC line drawing, British; the other national sets of the 1980s are left out. */
function designator(charset: Charset): "B" | "0" | "A" {
  if (charset?.["q"] === "─") return "0";
  return charset?.["#"] === "£" ? "A" : "B";
}

function cursorTo(x: number, y: number): string {
  return `${CSI}${y + 1};${x + 1}H`;
}

/** The cursor with the style and link in force. US ASCII is. */
function cursor(terminal: Terminal, buffer: InternalBuffer): string {
  const core = internalsOf(terminal);
  const { _curAttrData: style } = core._inputHandler;
  const before = cellBeforeCursor(terminal, buffer);
  const row = addressOf(buffer.y, terminal, buffer);
  // After a full row the cursor waits at the margin, where no address reaches: the last cell is written again.
  const isPending = buffer.x >= terminal.cols && before !== undefined;
  const move = isPending ? cursorTo(before.x, row) + cellText(core, terminal, before.cell) : cursorTo(buffer.x, row);
  const link = linkOf(style);
  return `${terminal.modes.originMode ? `${CSI}?6h` : ""}${move}${styleSequence(style, true)}${link ? linkSequence(core, link) : ""}`;
}

/** In origin mode rows count from the scroll region's top. */
function addressOf(y: number, { modes }: Terminal, { scrollTop }: InternalBuffer): number {
  return modes.originMode ? y - scrollTop : y;
}

/**
 * The last thing in the output was this character, so what comes next may join
 * it (an accent, the rest of an emoji) or repeat it (REP): it is written once
 * more at the very end, with nothing after it.
 */
function lastCharacter(terminal: Terminal, core: InternalCore, buffer: InternalBuffer): string {
  const before = cellBeforeCursor(terminal, buffer);
  if (!before || !isLastWritten(core, before.cell)) return "";
  const makeRoom = terminal.modes.insertMode ? `${CSI}${before.cell.getWidth()}P` : "";
  return cursorTo(before.x, addressOf(buffer.y, terminal, buffer)) + makeRoom + before.cell.getChars();
}

function isLastWritten(core: InternalCore, cell: InternalCell): boolean {
  const { _curAttrData: style, _parser: parser } = core._inputHandler;
  const chars = cell.getChars();
  if (parser.precedingJoinState === 0 || chars === "" || core._charsetService.charset?.[chars] !== undefined) return false;
  return sameStyle(cell, style) && linkOf(cell) === linkOf(style);
}

function cellText(core: InternalCore, terminal: Terminal, cell: InternalCell): string {
  const writer = new RowWriter(core, terminal);
  writer.cell(cell);
  return writer.finish();
}

function cellBeforeCursor(terminal: Terminal, { x, y, ybase }: InternalBuffer): { x: number; cell: InternalCell } | undefined {
  const line = terminal.buffer.active.getLine(ybase + y);
  for (const at of [x - 1, x - 2]) {
    const cell = line && at >= 0 ? cellAt(line, at) : undefined;
    if (cell && cell.getWidth() > 0) return at + cell.getWidth() === x ? { x: at, cell } : undefined;
  }
  return undefined;
}

const MOUSE_TRACKING = { none: "", x10: "9", vt200: "1000", drag: "1002", any: "1003" } as const;
const MOUSE_ENCODING: Readonly<Record<string, string>> = { SGR: "1006", SGR_PIXELS: "1016" };
const CURSOR_STYLE = { block: 1, underline: 3, bar: 5 } as const;

function modeSequences(terminal: Terminal, core: InternalCore): string {
  const { modes, options } = terminal;
  const { decPrivateModes, isCursorHidden } = core.coreService;
  const set = (on: boolean | undefined, mode: string): string => (on ? `${CSI}?${mode}h` : "");
  const tracking = MOUSE_TRACKING[modes.mouseTrackingMode];
  const encoding = MOUSE_ENCODING[core.coreMouseService.activeEncoding] ?? "";
  const { cursorStyle, cursorBlink } = decPrivateModes;
  return [
    modes.wraparoundMode ? "" : `${CSI}?7l`,
    set(modes.applicationCursorKeysMode, "1"),
    modes.applicationKeypadMode ? `${ESC}=` : "",
    set(modes.bracketedPasteMode, "2004"),
    modes.insertMode ? `${CSI}4h` : "",
    options.convertEol ? `${CSI}20h` : "",
    set(decPrivateModes.reverseWraparound, "45"),
    set(modes.sendFocusMode, "1004"),
    set(tracking !== "", tracking),
    set(encoding !== "", encoding),
    set(options.cursorBlink, "12"),
    // 7 and 8 are no style; xterm takes their blinking all the same.
    cursorBlink === undefined ? "" : `${CSI}${(cursorStyle ? CURSOR_STYLE[cursorStyle] : 7) + (cursorBlink ? 0 : 1)} q`,
    isCursorHidden ? `${CSI}?25l` : "",
    set(decPrivateModes.synchronizedOutput, "2026"),
  ].join("");
}
