/**
 * The private parts of @xterm/headless 6.0.0 that we read, in one place, and a
 * check at start-up that they are still there. Everything else uses its API.
 */
import type { IBufferCell, IBufferLine, Terminal } from "@xterm/headless";

/** A cell with what the public type leaves out. */
export interface InternalCell extends IBufferCell {
  hasExtendedAttrs(): number;
  getUnderlineStyle(): number;
  getUnderlineColor(): number;
  isUnderlineColorRGB(): boolean;
  isUnderlineColorDefault(): boolean;
  extended: { urlId: number };
}

export interface InternalBuffer {
  x: number;
  y: number;
  ybase: number;
  savedX: number;
  savedY: number;
  savedCurAttrData: InternalCell;
  scrollTop: number;
  scrollBottom: number;
  tabs: Record<number, boolean>;
  lines: { length: number; onTrim(listener: (amount: number) => void): { dispose(): void } };
}

type Charset = Readonly<Record<string, string>> | undefined;

export interface InternalCore {
  writeSync(data: string): void;
  buffers: { normal: InternalBuffer; alt: InternalBuffer; active: InternalBuffer };
  coreService: {
    isCursorHidden: boolean;
    modes: { insertMode: boolean };
    decPrivateModes: {
      applicationKeypad: boolean;
      cursorBlink: boolean | undefined;
      cursorStyle: "block" | "underline" | "bar" | undefined;
      reverseWraparound: boolean;
    };
  };
  coreMouseService: { activeEncoding: string };
  _inputHandler: { _curAttrData: InternalCell };
  _charsetService: { glevel: number; _charsets: Charset[] };
  _oscLinkService: { getLinkData(id: number): { id?: string; uri: string } | undefined };
}

/** The core behind a terminal. Throws when a private part we rely on is gone. */
export function internalsOf(terminal: Terminal): InternalCore {
  const core = (terminal as unknown as { _core: InternalCore })._core;
  const present =
    typeof core?.writeSync === "function" &&
    typeof core.buffers?.normal?.savedX === "number" &&
    typeof core.coreService?.isCursorHidden === "boolean" &&
    typeof core.coreMouseService?.activeEncoding === "string" &&
    typeof core._inputHandler?._curAttrData === "object" &&
    Array.isArray(core._charsetService?._charsets) &&
    typeof core._oscLinkService?.getLinkData === "function";
  if (!present) throw new Error("@xterm/headless has changed: electron/screens/xterm-internals.ts must follow");
  return core;
}

/** `getCell` with the internal type; `reuse` saves an allocation a cell. */
export function cellAt(line: IBufferLine, x: number, reuse?: InternalCell): InternalCell | undefined {
  return line.getCell(x, reuse) as InternalCell | undefined;
}
