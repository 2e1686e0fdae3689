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

export type LinkData = { readonly id?: string; readonly uri: string };

/** A link as xterm finds it by its number, in the order of their numbers. */
export type KeptLink = { readonly data: LinkData };

/** A line of cells. Its methods are on a prototype that all lines of all terminals share. */
export type GuardedLine = {
  addCodepointToCell: (this: GuardedLine, index: number, codePoint: number, width: number) => void;
  readonly _combined: Readonly<Record<number, string | undefined>>;
};

/** What the guards use of a terminal's core. */
export type GuardedCore = {
  registerCsiHandler(id: { final: string }, handler: (parameters: BorrowedParameters) => boolean): unknown;
  readonly _oscLinkService: {
    registerLink: (link: LinkData) => number;
    addLineToLink: (link: number, row: number) => void;
    readonly _dataByLinkId: Map<number, KeptLink>;
  };
  readonly buffers: { readonly active: { readonly lines: { get(index: number): GuardedLine | undefined } } };
};

/** What tells typing from the terminal's own answers. */
export type TypingCore = { readonly coreService: { onUserInput(listener: () => void): unknown } };

const GUARDED_CORE = {
  registerCsiHandler: ["function", "clamps counts: its handlers may change the parameters"],
  "_oscLinkService.registerLink": ["function", "limits links"],
  "_oscLinkService.addLineToLink": ["function", "keeps links without markers"],
  "_oscLinkService._dataByLinkId": ["Map", "keeps links"],
  "buffers.active.lines.get": ["function", "finds the prototype of lines"],
} satisfies PartsOf<GuardedCore, Map<number, KeptLink>>;

const GUARDED_LINE = {
  addCodepointToCell: ["function", "limits the characters of one cell"],
  _combined: ["object", "tells how many characters a cell has"],
} satisfies PartsOf<GuardedLine>;

const TYPING_CORE = {
  "coreService.onUserInput": ["function", "tells what a person types from the terminal's own answers"],
} satisfies PartsOf<TypingCore>;

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
