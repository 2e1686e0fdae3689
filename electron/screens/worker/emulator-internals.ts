/**
 * The private parts of @xterm/headless 6.0.0 that we read, in one place, and a
 * check at start-up that they are still there. Everything else uses its API.
 */
import type { IBufferCell, IBufferLine, Terminal } from "@xterm/headless";

/** Colors and attributes, packed; of a cell, or the ones in force. */
export interface InternalAttributes {
  fg: number;
  bg: number;
  /** Underline style and color in bits, and the hyperlink. Stale unless `bg` has HAS_EXTENDED. */
  extended: { _ext: number; urlId: number };
}

export type InternalCell = IBufferCell & InternalAttributes;

/** Of a sequence, borrowed by its handlers. */
export interface Parameters {
  reset(): void;
  addParam(value: number): void;
}

export interface InternalLine {
  /** Three numbers a cell: content, `fg`, `bg`. */
  readonly _data: Uint32Array;
  getWidth(cell: number): number;
  hasContent(cell: number): number;
  setCellFromCodepoint(cell: number, codePoint: number, width: number, attributes: InternalAttributes): void;
}

export interface InternalLines {
  readonly length: number;
  get(index: number): InternalLine | undefined;
  onTrim(listener: (amount: number) => void): { dispose(): void };
}

/** `undefined` is US ASCII. */
export type Charset = Readonly<Record<string, string>> | undefined;

export interface InternalBuffer {
  x: number;
  y: number;
  ybase: number;
  savedX: number;
  savedY: number;
  savedCurAttrData: InternalAttributes;
  savedCharset: Charset;
  scrollTop: number;
  scrollBottom: number;
  tabs: Record<number, boolean | undefined>;
  lines: InternalLines;
  addMarker(row: number): { readonly line: number; readonly isDisposed: boolean; dispose(): void };
}

export interface InternalCore {
  readonly cols: number;
  buffers: { normal: InternalBuffer; alt: InternalBuffer; active: InternalBuffer };
  coreService: {
    isCursorHidden: boolean;
    readonly modes: { readonly insertMode: boolean };
    decPrivateModes: {
      cursorBlink: boolean | undefined;
      cursorStyle: "block" | "underline" | "bar" | undefined;
      reverseWraparound: boolean;
      synchronizedOutput: boolean;
    };
  };
  coreMouseService: { activeEncoding: string };
  unicodeService: { charProperties(codepoint: number, preceding: number): number };
  _inputHandler: {
    /** Parses at once; what it does not do is wait for asynchronous handlers, and there are none. */
    parse(text: string): void;
    /** A full reset (RIS). Our listener runs after the terminal's own: the buffers are new by then. */
    onRequestReset(listener: () => void): { dispose(): void };
    _curAttrData: InternalAttributes;
    readonly _activeBuffer: InternalBuffer;
    /** `_interim` is a high surrogate that ended a text, or 0. */
    readonly _stringDecoder: { readonly _interim: number };
    _parser: {
      readonly currentState: number;
      readonly _params: Parameters;
      /** By code. */
      readonly _executeHandlers: Readonly<Record<number, (() => boolean) | undefined>>;
      /** By prefix, intermediates and final; the last that was registered is asked first, and true ends it. */
      readonly _csiHandlers: Readonly<Record<number, readonly ((parameters: Parameters) => unknown)[] | undefined>>;
      /** The grapheme that a next character could join; 0 right after a control or a sequence. */
      precedingJoinState: number;
      reset(): void;
    };
  };
  _charsetService: { charset: Charset; glevel: number; _charsets: Charset[] };
  _oscLinkService: { getLinkData(id: number): { id?: string; uri: string } | undefined };
}

/** The core behind a terminal. Throws when a private part we rely on is gone. */
export function internalsOf(terminal: Terminal): InternalCore {
  const core = (terminal as unknown as { _core: InternalCore })._core;
  const present =
    typeof core?.buffers?.normal?.savedX === "number" &&
    typeof core.buffers.normal.addMarker === "function" &&
    dataOf(terminal.buffer.normal.getLine(0)) instanceof Uint32Array &&
    typeof core.coreService?.isCursorHidden === "boolean" &&
    typeof core.coreMouseService?.activeEncoding === "string" &&
    typeof core.unicodeService?.charProperties === "function" &&
    typeof core._inputHandler?.parse === "function" &&
    typeof core._inputHandler.onRequestReset === "function" &&
    typeof core._inputHandler._curAttrData?.extended?._ext === "number" &&
    typeof core._inputHandler._parser?.precedingJoinState === "number" &&
    typeof core._inputHandler._parser.currentState === "number" &&
    typeof core._inputHandler._parser._params?.addParam === "function" &&
    typeof core._inputHandler._parser._executeHandlers?.[0x0a] === "function" &&
    Array.isArray(core._inputHandler._parser._csiHandlers?.["m".charCodeAt(0)]) &&
    typeof core._inputHandler._stringDecoder?._interim === "number" &&
    typeof core._inputHandler._activeBuffer?.lines?.get(0)?.setCellFromCodepoint === "function" &&
    typeof core.coreService.modes?.insertMode === "boolean" &&
    Array.isArray(core._charsetService?._charsets) &&
    typeof core._oscLinkService?.getLinkData === "function";
  if (!present) throw new Error("@xterm/headless has changed: electron/screens/worker/emulator-internals.ts must follow");
  return core;
}

/** `getCell` with the internal type; `reuse` saves an allocation a cell. */
export function cellAt(line: IBufferLine, x: number, reuse?: InternalCell): InternalCell | undefined {
  return line.getCell(x, reuse) as InternalCell | undefined;
}

/** The packed cells of a line, three numbers each: content, `fg`, `bg`. To look at many of them, which objects would make slow. */
export function cellData(line: IBufferLine): Uint32Array {
  const data = dataOf(line);
  if (!data) throw new Error("@xterm/headless has changed: a line has no packed cells");
  return data;
}

function dataOf(line: IBufferLine | undefined): Uint32Array | undefined {
  return (line as unknown as { _line?: { _data?: Uint32Array } } | undefined)?._line?._data;
}
