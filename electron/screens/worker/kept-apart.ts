/**
 * What a packed row keeps apart from its cells: characters of several code
 * points, underlines, links. xterm.js keeps them in objects with a place for each
 * column, over a kilobyte a row; here they are runs of cells that share one.
 */
import { Bg, CELL_SIZE, IS_COMBINED } from "./cell-layout.ts";
import type { PackableLine } from "./packed-row.ts";

/** Cells from column `from` to the one before `end`. */
type Run = { readonly from: number; end: number; readonly attributes: object };

export class KeptApart {
  readonly #runs: readonly Run[];
  /** The columns of the characters. In some scripts nearly every cell has one, so they are no objects. */
  readonly #columns: readonly number[];
  readonly #characters: readonly string[];

  private constructor(runs: readonly Run[], columns: readonly number[], characters: readonly string[]) {
    this.#runs = runs;
    this.#columns = columns;
    this.#characters = characters;
  }

  /** What the cells of a line refer to. */
  static of({ _data, _combined, _extendedAttrs }: PackableLine): KeptApart {
    const runs: Run[] = [];
    const columns: number[] = [];
    const characters: string[] = [];
    for (let column = 0; column * CELL_SIZE < _data.length; column++) {
      const at = column * CELL_SIZE;
      const combined = (_data[at] ?? 0) & IS_COMBINED ? _combined[column] : undefined;
      if (combined !== undefined) {
        columns.push(column);
        characters.push(combined);
      }
      const attributes = (_data[at + 2] ?? 0) & Bg.HAS_EXTENDED ? _extendedAttrs[column] : undefined;
      const last = runs.at(-1);
      if (last?.end === column && last.attributes === attributes) last.end++;
      else if (attributes) runs.push({ from: column, end: column + 1, attributes });
    }
    return new KeptApart(runs, columns, characters);
  }

  /** Gives it to a line that has nothing of its own. */
  restore(line: PackableLine): void {
    const attributes: Record<number, object> = {};
    const characters: Record<number, string> = {};
    for (const run of this.#runs) for (let column = run.from; column < run.end; column++) attributes[column] = run.attributes;
    for (const [at, column] of this.#columns.entries()) characters[column] = this.#characters[at] ?? "";
    line._extendedAttrs = attributes;
    line._combined = characters;
  }
}
