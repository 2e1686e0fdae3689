/** What a tile knows of its session's screen: rows of runs, which the host's frames keep current. Pure. */
import type { Run, Size, TileFrame } from "../../shared/protocol.ts";

export type Cursor = TileFrame["cursor"];

export class TileModel {
  size: Size = { cols: 2, rows: 1 };
  cursor: Cursor = { x: 0, y: 0, visible: false };
  /**
   * The length of the longest line since the screen was last empty, in cells. It
   * does not fall while lines scroll away, or the type would change with each.
   */
  usedCols = 0;
  /** A frame has come. */
  isKnown = false;
  #rows: (readonly Run[])[] = [];

  /** Applies a frame. Answers with the rows to paint, or `all` when everything may have moved. */
  apply(frame: TileFrame): ReadonlySet<number> | "all" {
    this.isKnown = true;
    const before = this.cursor;
    const resized = frame.size.cols !== this.size.cols || frame.size.rows !== this.size.rows;
    if (frame.full || resized) this.#rows = Array.from({ length: frame.size.rows }, () => []);
    this.size = frame.size;
    this.cursor = frame.cursor;
    for (const [y, runs] of frame.rows) {
      if (y >= 0 && y < frame.size.rows) this.#rows[y] = runs;
    }
    this.#measure(frame.full || resized);
    if (frame.full || resized) return "all";
    const dirty = new Set(frame.rows.map(([y]) => y));
    // The cursor is painted with its row: where it was and where it is now.
    if (before.x !== this.cursor.x || before.y !== this.cursor.y || before.visible !== this.cursor.visible) {
      dirty.add(before.y);
      dirty.add(this.cursor.y);
    }
    return dirty;
  }

  #measure(anew: boolean): void {
    if (anew || this.lastUsedRow() < 1) this.usedCols = 0;
    for (const runs of this.#rows) this.usedCols = Math.max(this.usedCols, lengthOf(runs));
  }

  /** The runs of row `y`, from 0; none for a blank row. */
  row(y: number): readonly Run[] {
    return this.#rows[y] ?? [];
  }

  /** The lowest row with a character in it; -1 for a blank screen. */
  lastUsedRow(): number {
    for (let y = this.#rows.length - 1; y >= 0; y--) {
      if (this.row(y).some(([text]) => text.trim() !== "")) return y;
    }
    return -1;
  }

  /** The rows as text, without trailing blanks, for tests and for screen readers. */
  text(): string[] {
    return Array.from({ length: this.size.rows }, (_, y) =>
      this.row(y)
        .map(([text]) => text)
        .join("")
        .trimEnd(),
    );
  }
}

function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((cells, run) => cells + run[4], 0);
}
