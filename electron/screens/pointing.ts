/** What a click needs to know of a screen: how the program listens to the mouse, and where a label stands. */
import type { Terminal } from "@xterm/headless";
import type { Size } from "../../shared/protocol.ts";
import { cellsOf } from "./visible-text.ts";
import { internalsOf } from "./xterm-internals.ts";

/** Places of a label that are told of. */
const MAX_PLACES = 20;

export type Pointing = {
  readonly tracking: Terminal["modes"]["mouseTrackingMode"];
  /** xterm's name for how the program wants to be told: `DEFAULT`, `SGR`, `SGR_PIXELS`. */
  readonly encoding: string;
  readonly size: Size;
  /** The middle of every place where the label stands, from 1. */
  readonly places: { readonly row: number; readonly col: number }[];
};

export function pointing(terminal: Terminal, label: string | undefined): Pointing {
  const { modes, cols, rows } = terminal;
  const { activeEncoding: encoding } = internalsOf(terminal).coreMouseService;
  return {
    tracking: modes.mouseTrackingMode,
    encoding,
    size: { cols, rows },
    places: label === undefined ? [] : placesOf(terminal, label),
  };
}

/** Only what a person sees can be pointed at. */
function placesOf({ buffer: { active }, rows }: Terminal, label: string): { row: number; col: number }[] {
  const places: { row: number; col: number }[] = [];
  for (let y = 0; y < rows && places.length < MAX_PLACES; y++) {
    const line = active.getLine(active.baseY + y);
    if (!line) continue;
    const { text, columns } = cellsOf(line, { trim: true });
    for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + label.length)) {
      const first = columns[at] ?? 0;
      const last = columns[at + label.length - 1] ?? first;
      places.push({ row: y + 1, col: Math.floor((first + last) / 2) + 1 });
    }
  }
  return places.slice(0, MAX_PLACES);
}
