/** What a click needs to know of a screen: how the program listens to the mouse, and where a label stands. */
import type { MouseState } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import { cellsOf } from "./visible-text.ts";
import { TerminalColors } from "./terminal-colors.ts";
import { internalsOf } from "./emulator-internals.ts";

/** Places of a label that are told of. */
const MAX_LABEL_CELLS = 20;

export function mouseState(terminal: Terminal, label: string | undefined): MouseState {
  const { modes, cols, rows } = terminal;
  const { activeEncoding: encoding } = internalsOf(terminal).coreMouseService;
  return {
    tracking: modes.mouseTrackingMode,
    encoding,
    size: { cols, rows },
    labelCells: label === undefined ? [] : labelCells(terminal, label),
  };
}

/** Only what a person sees can be pointed at. */
function labelCells({ buffer: { active }, rows }: Terminal, label: string): { row: number; col: number }[] {
  const labelCells: { row: number; col: number }[] = [];
  for (let y = 0; y < rows && labelCells.length < MAX_LABEL_CELLS; y++) {
    const line = active.getLine(active.baseY + y);
    if (!line) continue;
    const { text, columns } = cellsOf(line, TerminalColors.of(active), { trim: true });
    for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + label.length)) {
      const first = columns[at] ?? 0;
      const last = columns[at + label.length - 1] ?? first;
      labelCells.push({ row: y + 1, col: Math.floor((first + last) / 2) + 1 });
    }
  }
  return labelCells.slice(0, MAX_LABEL_CELLS);
}
