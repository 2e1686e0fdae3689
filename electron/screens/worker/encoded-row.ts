/** A row as it was last encoded for tiles, with what it takes to tell cheaply that a line still looks like that. */
import type { IBufferLine } from "@xterm/headless";
import type { Run } from "../../../shared/protocol.ts";
import { Bg, CELL_SIZE, IS_COMBINED } from "./cell-layout.ts";
import { rowRuns } from "./row-runs.ts";
import { cellAt, cellData, type InternalCell } from "./emulator-internals.ts";

export class EncodedRow {
  readonly runs: Run[];
  readonly #cells: Uint32Array;
  /** What the line keeps apart from its packed cells; see `keptApart`. */
  readonly #apart: string;

  /** Encodes the first `cols` cells of `line`. Later changes of the line do not reach what is kept here. */
  constructor(line: IBufferLine, cols: number) {
    this.runs = rowRuns(line, cols);
    this.#cells = cellData(line).slice(0, cols * CELL_SIZE);
    this.#apart = keptApart(line, this.#cells);
  }

  /** Whether `line`, of as many columns, would be encoded as this row was. */
  matches(line: IBufferLine): boolean {
    const cells = this.#cells;
    const now = cellData(line);
    for (let at = 0; at < cells.length; at++) if (cells[at] !== now[at]) return false;
    // The packed cells are the same, so the same cells keep something apart.
    return this.#apart === "" || this.#apart === keptApart(line, cells);
  }
}

/** The characters and underlines that a line keeps apart from its packed cells, in order; empty for most lines. */
function keptApart(line: IBufferLine, cells: Uint32Array): string {
  let apart = "";
  let cell: InternalCell | undefined;
  for (let at = 0; at < cells.length; at += CELL_SIZE) {
    if (!((cells[at] ?? 0) & IS_COMBINED) && !((cells[at + 2] ?? 0) & Bg.HAS_EXTENDED)) continue;
    cell = cellAt(line, at / CELL_SIZE, cell);
    apart += `${cell?.getChars() ?? ""}${cell?.isUnderline() ? "\x01" : "\x00"}`;
  }
  return apart;
}
