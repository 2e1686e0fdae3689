/**
 * The one adapter to the private parts of @xterm/headless 6.0.0: their types,
 * a list of them with what each is used for, and the ways to them. Everything
 * else uses xterm's API. What live terminals in the window need as well is in
 * shared/terminal-internals.ts; how cells are packed is in cell-layout.ts.
 *
 * Nothing is checked here on the way. A screen worker checks all of it once,
 * when it starts: emulator-check.ts.
 */
import type { IBufferCell, IBufferLine, Terminal } from "@xterm/headless";
import { missingParts, type PartsOf } from "../../../shared/private-parts.ts";
import { coreOf, missingForGuards, type PackedAttributes } from "../../../shared/terminal-internals.ts";
import type { PackableLine } from "./packed-row.ts";

export type InternalAttributes = PackedAttributes;

export type InternalCell = IBufferCell & InternalAttributes;

/** `undefined` is US ASCII. */
export type Charset = Readonly<Record<string, string>> | undefined;

export type InternalLine = QuickLine & PackableLine;

/** All rows of a buffer, in a ring. What stands in its slots is our business: see packed-scrollback.ts. */
export interface InternalLines {
  readonly length: number;
  /** The list is full with this many rows: each new one drops the oldest. */
  readonly maxLength: number;
  readonly _startIndex: number;
  readonly _array: unknown[];
  get(index: number): InternalLine | undefined;
  set(index: number, line: InternalLine | undefined): void;
  push(line: InternalLine | undefined): void;
  /** Of a full list: drops the oldest row and puts its line at the end, to be written anew. */
  recycle(): InternalLine | undefined;
  /** Drops the oldest rows. */
  trimStart(count: number): void;
  onTrim(listener: (amount: number) => void): { dispose(): void };
}

export interface InternalBuffer {
  x: number;
  y: number;
  ybase: number;
  /** The row at the top of what a person looks at. Nobody scrolls here, so it is `ybase`. */
  ydisp: number;
  savedX: number;
  savedY: number;
  savedCurAttrData: InternalAttributes;
  savedCharset: Charset;
  scrollTop: number;
  scrollBottom: number;
  tabs: Record<number, boolean | undefined>;
  lines: InternalLines;
  /** A line that is in no list, as wide as the terminal. */
  getBlankLine(attributes: InternalAttributes): InternalLine;
  addMarker(row: number): { readonly line: number; readonly isDisposed: boolean; dispose(): void };
  /** After a resize it looks at each line, some time later, and gives back what its cells need no longer. */
  _memoryCleanupQueue: { clear(): void };
}

/** What a program asks of the terminal's colors. */
export const ColorRequestType = { REPORT: 0, SET: 1, RESTORE: 2 } as const;
/** Colors without an entry in the palette of 256. */
export const SpecialColor = { FOREGROUND: 256, BACKGROUND: 257, CURSOR: 258 } as const;

/** One color of an OSC 4, 10, 11, 12, 104, 110, 111 or 112; without an index, it restores the whole palette. */
export type ColorRequest =
  | { readonly type: typeof ColorRequestType.REPORT; readonly index: number }
  | { readonly type: typeof ColorRequestType.SET; readonly index: number; readonly color: readonly [number, number, number] }
  | { readonly type: typeof ColorRequestType.RESTORE; readonly index?: number };

export interface InternalCore {
  buffers: { normal: InternalBuffer; alt: InternalBuffer; active: InternalBuffer };
  coreService: {
    isCursorHidden: boolean;
    decPrivateModes: {
      cursorBlink: boolean | undefined;
      cursorStyle: "block" | "underline" | "bar" | undefined;
      reverseWraparound: boolean;
      synchronizedOutput: boolean;
    };
  };
  coreMouseService: { activeEncoding: string };
  /** Width and joining of a character in bits, given what came before it; see `widthOf` and `joins`. */
  unicodeService: { charProperties(codepoint: number, preceding: number): number };
  _inputHandler: {
    /** Parses at once; what it does not do is wait for asynchronous handlers, and there are none. */
    parse(text: string): void;
    /** A full reset (RIS). Our listener runs after the terminal's own: the buffers are new by then. */
    onRequestReset(listener: () => void): { dispose(): void };
    /** A program has set colors, set them back, or asked for them: those of one sequence, in the forms that the window's terminals understand. */
    onColor(listener: (requests: readonly ColorRequest[]) => void): { dispose(): void };
    _curAttrData: InternalAttributes;
    _parser: {
      /** The grapheme that a next character could join; 0 right after a control or a sequence. */
      precedingJoinState: number;
      reset(): void;
    };
  };
  _charsetService: { charset: Charset; glevel: number; _charsets: Charset[] };
  _oscLinkService: { getLinkData(id: number): { id?: string; uri: string } | undefined };
}

/** A sequence's parameters, borrowed by its handlers. */
export interface SequenceParameters {
  reset(): void;
  addParam(value: number): void;
}

/** A line as the quick parser writes to it. */
export interface QuickLine {
  /** `CELL_SIZE` numbers a cell: content, `fg`, `bg`. */
  readonly _data: Uint32Array;
  getWidth(cell: number): number;
  hasContent(cell: number): number;
  setCellFromCodepoint(cell: number, codePoint: number, width: number, attributes: InternalAttributes): void;
}

export type CsiHandler = (parameters: SequenceParameters) => unknown;
type CsiHandlers = Readonly<Record<number, readonly CsiHandler[] | undefined>>;
type ExecuteHandlers = Readonly<Record<number, (() => boolean) | undefined>>;

/** What the quick parser needs in addition. Without it, it is switched off. */
interface QuickParts {
  readonly cols: number;
  coreService: { readonly modes: { readonly insertMode: boolean } };
  _inputHandler: {
    readonly _activeBuffer: InternalBuffer;
    /** `_interim` is a high surrogate that ended a text, or 0. */
    readonly _stringDecoder: { readonly _interim: number };
    _parser: {
      readonly currentState: number;
      readonly _params: SequenceParameters;
      /** Prints `codePoints[from, to)` at the cursor. */
      readonly _printHandler: (codePoints: Uint32Array, from: number, to: number) => void;
      /** By code. */
      readonly _executeHandlers: ExecuteHandlers;
      /** By prefix, intermediates and final; the last that was registered is asked first, and true ends it. */
      readonly _csiHandlers: CsiHandlers;
    };
  };
}

export type QuickCore = InternalCore & QuickParts;

const CORE = {
  "buffers.normal": ["object", "snapshots, numbers of rows"],
  "buffers.alt": ["object", "snapshots"],
  "buffers.active": ["object", "snapshots, what may be skipped"],
  "coreService.isCursorHidden": ["boolean", "snapshots, tiles"],
  "coreService.decPrivateModes.cursorBlink": ["boolean?", "snapshots"],
  "coreService.decPrivateModes.cursorStyle": ["string?", "snapshots"],
  "coreService.decPrivateModes.reverseWraparound": ["boolean", "snapshots"],
  "coreService.decPrivateModes.synchronizedOutput": ["boolean", "snapshots"],
  "coreMouseService.activeEncoding": ["string", "snapshots, clicks"],
  "unicodeService.charProperties": ["function", "widths in snapshots"],
  "_inputHandler.parse": ["function", "takes in output"],
  "_inputHandler.onRequestReset": ["function", "numbers of rows across a reset"],
  "_inputHandler.onColor": ["function", "redefined colors: hidden text, snapshots"],
  "_inputHandler._curAttrData": ["object", "the style in force"],
  "_inputHandler._parser.precedingJoinState": ["number", "what a next character may join"],
  "_inputHandler._parser.reset": ["function", "goes on after a fault"],
  "_charsetService.charset": ["object?", "snapshots"],
  "_charsetService.glevel": ["number", "snapshots"],
  "_charsetService._charsets": ["Array", "snapshots"],
  "_oscLinkService.getLinkData": ["function", "links in snapshots"],
} satisfies PartsOf<InternalCore, InternalBuffer | InternalAttributes>;

const BUFFER = {
  x: ["number", "the cursor"],
  y: ["number", "the cursor"],
  ybase: ["number", "the first row of the viewport"],
  ydisp: ["number", "the first row of the viewport"],
  savedX: ["number", "the saved cursor"],
  savedY: ["number", "the saved cursor"],
  savedCurAttrData: ["object", "the saved cursor's style"],
  savedCharset: ["object?", "the saved cursor's charset"],
  scrollTop: ["number", "the scroll region"],
  scrollBottom: ["number", "the scroll region"],
  tabs: ["object", "tab stops"],
  lines: ["object", "all rows"],
  getBlankLine: ["function", "unpacks rows"],
  addMarker: ["function", "numbers of rows across a resize"],
  "_memoryCleanupQueue.clear": ["function", "leaves packed rows packed"],
} satisfies PartsOf<InternalBuffer, InternalAttributes | InternalLines>;

const LINES = {
  length: ["number", "all rows"],
  maxLength: ["number", "packs rows"],
  _startIndex: ["number", "keeps the list as small as its rows"],
  _array: ["Array", "keeps the list as small as its rows"],
  get: ["function", "a row"],
  set: ["function", "packs rows"],
  push: ["function", "packs rows"],
  recycle: ["function", "packs rows"],
  trimStart: ["function", "leaves rows out"],
  onTrim: ["function", "numbers of rows"],
} satisfies PartsOf<InternalLines>;

const ATTRIBUTES = {
  fg: ["number", "a style"],
  bg: ["number", "a style"],
  "extended._ext": ["number", "a style's underline"],
  "extended.urlId": ["number", "a link"],
} satisfies PartsOf<InternalAttributes>;

const PACKABLE_LINE = {
  _data: ["Uint32Array", "packs rows"],
  _combined: ["object", "packs rows"],
  _extendedAttrs: ["object", "packs rows"],
  isWrapped: ["boolean", "packs rows"],
} satisfies PartsOf<PackableLine>;

const PUBLIC_LINE = { "_line._data": ["Uint32Array", "packed cells"] } satisfies PartsOf<{ _line: { _data: Uint32Array } }>;

const QUICK_CORE = {
  cols: ["number", "the width of a row"],
  "coreService.modes.insertMode": ["boolean", "text that is inserted is left to xterm"],
  "_inputHandler._activeBuffer": ["object", "where text goes"],
  "_inputHandler._stringDecoder._interim": ["number", "half of a character is left to xterm"],
  "_inputHandler._parser.currentState": ["number", "an open sequence is left to xterm"],
  "_inputHandler._parser._params": ["object", "parameters of a sequence"],
  "_inputHandler._parser._printHandler": ["function", "text that is not ASCII, or wraps"],
  "_inputHandler._parser._executeHandlers": ["object", "what controls do"],
  "_inputHandler._parser._csiHandlers": ["object", "what sequences do"],
} satisfies PartsOf<QuickParts, InternalBuffer | SequenceParameters>;

const QUICK_PARAMETERS = {
  reset: ["function", "parameters of a sequence"],
  addParam: ["function", "parameters of a sequence"],
} satisfies PartsOf<SequenceParameters>;

const QUICK_LINE = {
  _data: ["Uint32Array", "cells of ASCII text"],
  getWidth: ["function", "halves of wide characters"],
  hasContent: ["function", "halves of wide characters"],
  setCellFromCodepoint: ["function", "cells with an underline or a link"],
} satisfies PartsOf<QuickLine>;

/** The core behind a terminal. Unchecked: see emulator-check.ts. */
export function internalsOf(terminal: Terminal): InternalCore {
  return coreOf(terminal) as InternalCore;
}

/** The core with what the quick parser needs. Unchecked: see quick-parser-check.ts. */
export function quickInternalsOf(terminal: Terminal): QuickCore {
  return coreOf(terminal) as QuickCore;
}

/** `getCell` with the internal type; `reuse` saves an allocation a cell. */
export function cellAt(line: IBufferLine, x: number, reuse?: InternalCell): InternalCell | undefined {
  return line.getCell(x, reuse) as InternalCell | undefined;
}

/** The packed cells of a line (see cell-layout.ts). To look at many of them, which objects would make slow. */
export function cellData(line: IBufferLine): Uint32Array {
  return (line as unknown as { _line: { _data: Uint32Array } })._line._data;
}

/** The width of a character, of its properties. */
export function widthOf(properties: number): number {
  return (properties >> 1) & 3;
}

/** Whether a character joins the one before it, of its properties. */
export function joins(properties: number): boolean {
  return (properties & 1) === 1;
}

/** What a terminal lacks of what every screen needs: one line a part. */
export function missingForScreens(terminal: Terminal): string[] {
  const core = internalsOf(terminal);
  const missing = [...missingForGuards(terminal), ...missingParts("_core", core, CORE)];
  if (missing.length > 0) return missing;
  const { normal } = core.buffers;
  const line = terminal.buffer.normal.getLine(0);
  return [
    ...missingParts("_core.buffers.normal", normal, BUFFER),
    ...missingParts("_core.buffers.normal.lines", normal.lines, LINES),
    ...missingParts("_core.buffers.normal.lines.get(0)", normal.lines.get(0), PACKABLE_LINE),
    ...missingParts("_core._inputHandler._curAttrData", core._inputHandler._curAttrData, ATTRIBUTES),
    ...missingParts("buffer.normal.getLine(0)", line, PUBLIC_LINE),
    ...missingParts("buffer.normal.getLine(0).getCell(0)", line?.getCell(0), ATTRIBUTES),
  ];
}

/** What a terminal lacks of what the quick parser needs in addition: one line a part. */
export function missingForQuickParser(terminal: Terminal): string[] {
  const core = quickInternalsOf(terminal);
  const missing = missingParts("_core", core, QUICK_CORE);
  if (missing.length > 0) return missing;
  return [
    ...missingParts("_core._inputHandler._parser._params", core._inputHandler._parser._params, QUICK_PARAMETERS),
    ...missingParts("_core.buffers.normal.lines.get(0)", core.buffers.normal.lines.get(0), QUICK_LINE),
  ];
}
