/**
 * Output whose effect on the private parts of @xterm/headless is known. Each
 * probe writes something to a scratch terminal (20 columns, 4 rows, 4 rows of
 * scrollback, guarded) and reads what has become of it.
 */
import type { Terminal } from "@xterm/headless";
import { Bg, ColorMode, Fg, IS_COMBINED, UNDERLINE_SHIFT, WIDTH_SHIFT } from "./cell-layout.ts";
import {
  cellAt,
  cellData,
  type ColorRequest,
  ColorRequestType,
  type InternalAttributes,
  type InternalCore,
  internalsOf,
  joins,
  SpecialColor,
  widthOf,
} from "./emulator-internals.ts";

export type Probe = {
  /** What is looked at, in the words of an error message. */
  readonly part: string;
  /** Writes, and reads the outcome as a text. */
  readonly read: (terminal: Terminal) => string;
  readonly expected: string;
};

/** Writes `text`, then reads. */
function probe(part: string, text: string, read: (core: InternalCore, terminal: Terminal) => unknown, expected: unknown): Probe {
  return {
    part,
    read: (terminal) => {
      const core = internalsOf(terminal);
      core._inputHandler.parse(text);
      return String(read(core, terminal));
    },
    expected: String(expected),
  };
}

/** The bits of a style: foreground, background, extended. */
type StyleBits = readonly [fg: number, bg: number, ext: number];

function bits(style: StyleBits): string {
  return style.map((part) => `0x${(part >>> 0).toString(16)}`).join(" ");
}

function bitsOf({ fg, bg, extended }: InternalAttributes): string {
  return bits([fg, bg, extended._ext]);
}

const UNDERLINED = Fg.UNDERLINE;
const SINGLE = 1 << UNDERLINE_SHIFT;
const STYLES: readonly (readonly [name: string, sequence: string, style: StyleBits])[] = [
  ["bold", "1m", [Fg.BOLD, 0, 0]],
  ["dim", "2m", [0, Bg.DIM, 0]],
  ["italic", "3m", [0, Bg.ITALIC, 0]],
  ["underline", "4m", [UNDERLINED, Bg.HAS_EXTENDED, SINGLE]],
  ["a curly underline", "4:3m", [UNDERLINED, Bg.HAS_EXTENDED, 3 << UNDERLINE_SHIFT]],
  ["blinking", "5m", [Fg.BLINK, 0, 0]],
  ["inverse", "7m", [Fg.INVERSE, 0, 0]],
  ["concealed", "8m", [Fg.INVISIBLE, 0, 0]],
  ["strikethrough", "9m", [Fg.STRIKE, 0, 0]],
  ["overline", "53m", [0, Bg.OVERLINE, 0]],
  ["protected", '1"q', [0, Bg.PROTECTED, 0]],
  ["a color of 16", "31;107m", [ColorMode.PALETTE_16 | 1, ColorMode.PALETTE_16 | 15, 0]],
  ["a color of 256", "38;5;208;48;5;17m", [ColorMode.PALETTE_256 | 208, ColorMode.PALETTE_256 | 17, 0]],
  ["an RGB color", "38;2;1;2;3;48;2;250;128;0m", [ColorMode.RGB | 0x010203, ColorMode.RGB | 0xfa8000, 0]],
  ["an underline's color of 256", "4;58;5;9m", [UNDERLINED, Bg.HAS_EXTENDED, SINGLE | ColorMode.PALETTE_256 | 9]],
  ["an underline's RGB color", "4;58:2::1:2:3m", [UNDERLINED, Bg.HAS_EXTENDED, SINGLE | ColorMode.RGB | 0x010203]],
];

/** In the style in force, and in a cell. */
const styles = STYLES.map(([name, sequence, style]) =>
  probe(
    `the bits of ${name}`,
    `\x1b[${sequence}x`,
    ({ _inputHandler }, terminal) => [bitsOf(_inputHandler._curAttrData), bitsOf(firstCell(terminal))],
    [bits(style), bits(style)],
  ),
);

const cells: readonly Probe[] = [
  probe("the numbers of a cell", "\x1b[1;3mx", (_, terminal) => firstCells(terminal, 3), [
    "x".charCodeAt(0) | (1 << WIDTH_SHIFT),
    Fg.BOLD,
    Bg.ITALIC,
  ]),
  probe("the width in a cell", "字", (_, terminal) => firstCells(terminal, 4), [
    "字".charCodeAt(0) | (2 << WIDTH_SHIFT),
    0,
    0,
    0,
  ]),
  probe(
    "characters that share a cell",
    "e\u0301",
    ({ buffers }, terminal) => [firstCells(terminal, 1).map((content) => content & IS_COMBINED), buffers.active.x],
    [IS_COMBINED, 1],
  ),
  probe(
    "the properties of characters",
    "",
    ({ unicodeService }) => {
      const [narrow, wide] = ["x", "字"].map((character) => unicodeService.charProperties(character.charCodeAt(0), 0));
      const accent = unicodeService.charProperties(0x301, narrow ?? 0);
      return [widthOf(narrow ?? 0), widthOf(wide ?? 0), joins(narrow ?? 0), joins(accent)];
    },
    [1, 2, false, true],
  ),
  probe("what may be joined after a character", "x", ({ _inputHandler }) => _inputHandler._parser.precedingJoinState > 0, true),
  probe("what may be joined after a sequence", "x\x1b[m", ({ _inputHandler }) => _inputHandler._parser.precedingJoinState, 0),
];

const state: readonly Probe[] = [
  probe("the cursor", "\x1b[3;5H", ({ buffers }) => [buffers.active.x, buffers.active.y], [4, 2]),
  probe(
    "the saved cursor",
    "\x1b[2;3H\x1b[1;31m\x1b(0\x1b7",
    ({ buffers: { normal } }) => [normal.savedX, normal.savedY, bitsOf(normal.savedCurAttrData), normal.savedCharset?.["q"]],
    [2, 1, bits([Fg.BOLD | ColorMode.PALETTE_16 | 1, 0, 0]), "─"],
  ),
  probe("the scroll region", "\x1b[2;3r", ({ buffers: { normal } }) => [normal.scrollTop, normal.scrollBottom], [1, 2]),
  probe("tab stops", "\x1b[5G\x1bH", ({ buffers: { normal } }) => [!!normal.tabs[4], !!normal.tabs[5], !!normal.tabs[8]], [
    true,
    false,
    true,
  ]),
  probe(
    "charsets",
    "\x1b)0\x0e",
    ({ _charsetService: { glevel, charset, _charsets } }) => [glevel, charset?.["q"], _charsets[0]?.["q"], _charsets[1]?.["q"]],
    [1, "─", undefined, "─"],
  ),
  probe("which buffer is active", "\x1b[?1049h", ({ buffers }) => buffers.active === buffers.alt, true),
  probe("whether the cursor is hidden", "\x1b[?25l", ({ coreService }) => coreService.isCursorHidden, true),
  probe("the mouse's encoding", "\x1b[?1006h", ({ coreMouseService }) => coreMouseService.activeEncoding, "SGR"),
  probe(
    "private modes",
    "\x1b[?45h\x1b[?2026h\x1b[5 q",
    ({ coreService: { decPrivateModes: modes } }) => [
      modes.reverseWraparound,
      modes.synchronizedOutput,
      modes.cursorStyle,
      modes.cursorBlink,
    ],
    [true, true, "bar", true],
  ),
];

const links: readonly Probe[] = [
  probe(
    "a link",
    "\x1b]8;id=a;https://example.com/\x1b\\x",
    ({ _oscLinkService }, terminal) => {
      const { bg, extended } = firstCell(terminal);
      const link = _oscLinkService.getLinkData(extended.urlId);
      return [(bg & Bg.HAS_EXTENDED) !== 0, link?.id, link?.uri];
    },
    [true, "a", "https://example.com/"],
  ),
];

const rows: readonly Probe[] = [
  {
    part: "rows that leave the scrollback",
    read: (terminal) => {
      const core = internalsOf(terminal);
      let gone = 0;
      const listener = core.buffers.normal.lines.onTrim((amount) => (gone += amount));
      core._inputHandler.parse("\n".repeat(9));
      listener.dispose();
      return [gone, core.buffers.normal.ybase, core.buffers.normal.lines.length].join();
    },
    expected: "2,4,8",
  },
  {
    part: "what follows a full reset",
    read: (terminal) => {
      const core = internalsOf(terminal);
      const before = core.buffers.normal;
      let isRenewed = false;
      const listener = core._inputHandler.onRequestReset(() => (isRenewed = core.buffers.normal !== before));
      core._inputHandler.parse("\x1bc");
      listener.dispose();
      return String(isRenewed);
    },
    expected: "true",
  },
  {
    part: "redefined colors",
    read: (terminal) => {
      const core = internalsOf(terminal);
      const requests: ColorRequest[] = [];
      const listener = core._inputHandler.onColor((some) => requests.push(...some));
      core._inputHandler.parse("\x1b]4;1;#010203;2;?\x07\x1b]10;#fff;rgb:0/0/0\x07\x1b]104;7\x07\x1b]104\x07\x1b]112\x07");
      listener.dispose();
      return JSON.stringify(requests);
    },
    expected: JSON.stringify([
      { type: ColorRequestType.SET, index: 1, color: [1, 2, 3] },
      { type: ColorRequestType.REPORT, index: 2 },
      { type: ColorRequestType.SET, index: SpecialColor.FOREGROUND, color: [240, 240, 240] },
      { type: ColorRequestType.SET, index: SpecialColor.BACKGROUND, color: [0, 0, 0] },
      { type: ColorRequestType.RESTORE, index: 7 },
      { type: ColorRequestType.RESTORE },
      { type: ColorRequestType.RESTORE, index: SpecialColor.CURSOR },
    ] satisfies ColorRequest[]),
  },
  {
    part: "markers across a resize",
    read: (terminal) => {
      const core = internalsOf(terminal);
      const { cols, rows: height } = terminal;
      core._inputHandler.parse(`${"x".repeat(cols + 1)}\r\nhere`);
      const marker = core.buffers.normal.addMarker(2);
      terminal.resize(2 * cols, height);
      const { line } = marker;
      marker.dispose();
      terminal.resize(cols, height);
      return String(line);
    },
    expected: "1",
  },
];

/** What the guards do: without their hooks, output could keep a screen busy or fill the memory. */
const guards: readonly Probe[] = [
  probe("the clamp on counts", "x\x1b[1000000b", ({ buffers: { normal } }) => normal.ybase + normal.y, 1),
  probe(
    "the limit on a cell's characters",
    `e${"\u0301".repeat(40)}`,
    (_, terminal) => firstCell(terminal).getChars().length,
    17,
  ),
  probe(
    "the limit on links",
    `\x1b]8;;https://${"x".repeat(5000)}\x1b\\x`,
    (_, terminal) => firstCell(terminal).extended.urlId,
    0,
  ),
];

export const PROBES: readonly Probe[] = [...styles, ...cells, ...state, ...links, ...rows, ...guards];

function firstCell(terminal: Terminal): NonNullable<ReturnType<typeof cellAt>> {
  const line = terminal.buffer.active.getLine(0);
  const cell = line && cellAt(line, 0);
  if (!cell) throw new Error("buffer.active.getLine(0).getCell(0) is missing");
  return cell;
}

/** The first `count` of the packed numbers of the first row. */
function firstCells(terminal: Terminal, count: number): number[] {
  const line = terminal.buffer.active.getLine(0);
  return line ? [...cellData(line).subarray(0, count)] : [];
}
