/**
 * The private parts of xterm.js 6.0.0 that live terminals in the window need
 * as well as the host's screens. Both packages, @xterm/xterm and
 * @xterm/headless, are built from one source and share these. What only the
 * host's screens touch is in electron/screens/worker/emulator-internals.ts.
 */
import { mismatchMessage, missingParts, type PartsOf } from "./private-parts.ts";

/** The version that the lists were made for; package.json pins it. */
export const XTERM_VERSION = "6.0.0";

/** The parameters of a sequence as xterm's own handlers get them: borrowed, and changed in place. */
export type BorrowedParameters = { readonly params: Int32Array; readonly length: number };

/** What the guards need of either terminal, of its public parts. */
export type GuardedTerminal = {
  readonly cols: number;
  readonly rows: number;
  readonly buffer: { readonly active: { readonly cursorX: number; readonly cursorY: number } };
  /** Of terminals that draw: these rows have changed. */
  readonly refresh?: (first: number, last: number) => void;
  readonly parser: {
    registerCsiHandler(
      id: { intermediates?: string; final: string },
      handler: (parameters: readonly (number | number[])[]) => boolean,
    ): unknown;
  };
};

export type LinkData = { readonly id?: string; readonly uri: string };

/** A link as xterm finds it by its number, in the order of their numbers. */
export type KeptLink = { readonly data: LinkData };

/** Colors and attributes, packed; of a cell, or the ones in force. */
export type PackedAttributes = {
  fg: number;
  bg: number;
  /** Underline style and color in bits, and the hyperlink. Stale unless `bg` has HAS_EXTENDED. */
  extended: { _ext: number; urlId: number };
};

/** A line of cells. Its methods are on a prototype that all lines of all terminals share. */
export type GuardedLine = {
  addCodepointToCell: (this: GuardedLine, index: number, codePoint: number, width: number) => void;
  readonly _combined: Readonly<Record<number, string | undefined>>;
  readonly length: number;
  getWidth(cell: number): number;
  /** Not 0 if DECSCA protects the cell. */
  isProtected(cell: number): number;
  setCellFromCodepoint(cell: number, codePoint: number, width: number, attributes: PackedAttributes): void;
  /** Fills `scratch` and returns it. */
  loadCell(cell: number, scratch: PackedAttributes): PackedAttributes;
  setCell(cell: number, loaded: PackedAttributes): void;
  clone(): GuardedLine;
};

/** What the guards use of a terminal's core. */
export type GuardedCore = {
  registerCsiHandler(id: { final: string }, handler: (parameters: BorrowedParameters) => boolean): unknown;
  readonly _oscLinkService: {
    registerLink: (link: LinkData) => number;
    addLineToLink: (link: number, row: number) => void;
    readonly _dataByLinkId: Map<number, KeptLink>;
  };
  readonly buffers: {
    readonly active: {
      /** The first row of the viewport. */
      readonly ybase: number;
      readonly scrollTop: number;
      readonly scrollBottom: number;
      readonly lines: { get(index: number): GuardedLine | undefined };
      /** One and the same cell, every time. */
      getNullCell(): PackedAttributes;
    };
  };
  readonly coreService: { readonly decPrivateModes: { readonly origin: boolean } };
  readonly _inputHandler: { readonly _curAttrData: PackedAttributes };
};

/** What tells typing from the terminal's own answers. */
export type TypingCore = { readonly coreService: { onUserInput(listener: () => void): unknown } };

/** What scrolls a terminal that is on a page. */
export type ScrollingCore = {
  readonly _viewport: { queueSync(): void; scrollToLine(line: number, disableSmoothScroll: boolean): void };
};

const GUARDED_CORE = {
  registerCsiHandler: ["function", "clamps counts: its handlers may change the parameters"],
  "_oscLinkService.registerLink": ["function", "limits links"],
  "_oscLinkService.addLineToLink": ["function", "keeps links without markers"],
  "_oscLinkService._dataByLinkId": ["Map", "keeps links"],
  "buffers.active.lines.get": ["function", "finds the prototype of lines"],
  "buffers.active.ybase": ["number", "rectangles"],
  "buffers.active.scrollTop": ["number", "rectangles in origin mode"],
  "buffers.active.scrollBottom": ["number", "rectangles in origin mode"],
  "buffers.active.getNullCell": ["function", "copies rectangles"],
  "coreService.decPrivateModes.origin": ["boolean", "rectangles in origin mode"],
  "_inputHandler._curAttrData": ["object", "fills rectangles"],
} satisfies PartsOf<GuardedCore, Map<number, KeptLink> | PackedAttributes>;

const GUARDED_LINE = {
  addCodepointToCell: ["function", "limits the characters of one cell"],
  _combined: ["object", "tells how many characters a cell has"],
  length: ["number", "rectangles"],
  getWidth: ["function", "halves of wide characters in rectangles"],
  isProtected: ["function", "what a rectangle spares"],
  setCellFromCodepoint: ["function", "fills rectangles"],
  loadCell: ["function", "copies rectangles"],
  setCell: ["function", "copies rectangles"],
  clone: ["function", "copies rectangles"],
} satisfies PartsOf<GuardedLine>;

const TYPING_CORE = {
  "coreService.onUserInput": ["function", "tells what a person types from the terminal's own answers"],
} satisfies PartsOf<TypingCore>;

const SCROLLING_CORE = {
  "_viewport.queueSync": ["function", "tells the scroll bar of lines that were written before it was there"],
  "_viewport.scrollToLine": ["function", "keeps the place when lines get another height"],
} satisfies PartsOf<ScrollingCore>;

/** The core behind a terminal. Whoever asks says what of it is used, by a type with a list of its own. */
export function coreOf(terminal: object): unknown {
  return (terminal as { _core: unknown })._core;
}

/** What the guards miss in a terminal: one line a part. */
export function missingForGuards(terminal: object): string[] {
  const core = coreOf(terminal);
  const missing = missingParts("_core", core, GUARDED_CORE);
  if (missing.length > 0) return missing;
  const line = (core as GuardedCore).buffers.active.lines.get(0);
  return missingParts("_core.buffers.active.lines.get(0)", line, GUARDED_LINE);
}

/** For a live terminal in the window, before anything is done with it. Throws an error that names the part that is missing. */
export function assertLiveTerminal(terminal: object): void {
  const missing = [...missingForGuards(terminal), ...missingParts("_core", coreOf(terminal), TYPING_CORE)];
  if (missing.length > 0) throw new Error(mismatchMessage({ dependency: "@xterm/xterm", expected: XTERM_VERSION, missing }));
}

/** For a live terminal that is on the page. Throws an error that names the part that is missing. */
export function assertScrollingTerminal(terminal: object): void {
  const missing = missingParts("_core", coreOf(terminal), SCROLLING_CORE);
  if (missing.length > 0) throw new Error(mismatchMessage({ dependency: "@xterm/xterm", expected: XTERM_VERSION, missing }));
}
