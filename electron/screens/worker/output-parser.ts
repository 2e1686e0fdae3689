/** Which parser takes in a screen's output: the quick one, or xterm's own where the quick one is at fault. */
import type { Terminal } from "@xterm/headless";
import { internalsOf } from "./emulator-internals.ts";
import { QuickParser } from "./quick-parser.ts";
import { withoutRepeats } from "./slices.ts";
import { quickParserFault } from "./quick-parser-check.ts";

export interface OutputParser {
  /** Parses at once. Throws what a handler of the emulator throws. */
  parse(text: string): void;
}

let checked: { readonly fault: string | undefined } | undefined;

/** Why the quick parser is off in this thread; undefined when it is on. Finds out when it is first asked. */
export function whyQuickParserIsOff(): string | undefined {
  checked ??= { fault: quickParserFault() };
  return checked.fault;
}

/** For a terminal whose table of widths is in force already. */
export function outputParser(terminal: Terminal): OutputParser {
  if (whyQuickParserIsOff() === undefined) return new QuickParser(terminal);
  const handler = internalsOf(terminal)._inputHandler;
  return { parse: (text) => handler.parse(withoutRepeats(text)) };
}
