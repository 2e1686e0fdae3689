/**
 * The viewport for tiles: which rows changed, and those as runs. Each row
 * carries the version at which it last changed, so every client gets just what
 * is new to it without any state kept for it here. A row is encoded when it
 * changes, and all clients are answered with the same runs.
 */
import type { ScreenFrame } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import type { Run } from "../../../shared/protocol.ts";
import { EncodedRow } from "./encoded-row.ts";
import { sameRuns } from "./row-runs.ts";
import { internalsOf } from "./emulator-internals.ts";

/** How many rows of one refresh are looked for elsewhere: a scroll is found with the first row, an inserted line with the second. */
const MAX_SEARCHES = 3;

/** What stands in a row of the viewport, and the version at which that last changed. */
type Row = { readonly encoded: EncodedRow; readonly version: number };

export class FrameSource {
  readonly #terminal: Terminal;
  #version = 0;
  #rows: readonly Row[] = [];
  /** The version at which everything changed (a resize). */
  #fullAt = 1;
  #size = { cols: 0, rows: 0 };
  /** Set by whoever writes to the terminal or resizes it. */
  dirty = true;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** What has changed since the frame of version `since`; 0 asks for everything. */
  frame(since: number): ScreenFrame {
    if (this.dirty) this.#refresh();
    const { cols, rows } = this.#terminal;
    const full = since < this.#fullAt;
    const buffer = this.#terminal.buffer.active;
    return {
      version: this.#version,
      size: { cols, rows },
      cursor: {
        x: Math.min(buffer.cursorX, cols - 1),
        y: buffer.cursorY,
        visible: !internalsOf(this.#terminal).coreService.isCursorHidden,
      },
      full,
      rows: this.#rows.flatMap(({ version, encoded }, y): [number, Run[]][] =>
        full || version > since ? [[y, encoded.runs]] : [],
      ),
    };
  }

  #refresh(): void {
    this.dirty = false;
    this.#version++;
    const { cols, rows } = this.#terminal;
    if (cols !== this.#size.cols || rows !== this.#size.rows) {
      this.#size = { cols, rows };
      this.#rows = [];
      this.#fullAt = this.#version;
    }
    this.#rows = this.#changedRows();
  }

  /** The rows as they are now. One that has only moved is not encoded again: a scroll moves every row by the same distance. */
  #changedRows(): Row[] {
    const { cols, rows } = this.#terminal;
    const buffer = this.#terminal.buffer.active;
    const before = this.#rows;
    const now: Row[] = [];
    let distance = 0;
    let searches = 0;
    for (let y = 0; y < rows; y++) {
      const line = buffer.getLine(buffer.baseY + y);
      if (!line) break;
      const old = before[y];
      if (old?.encoded.matches(line)) {
        now.push(old);
        continue;
      }
      let moved = before[y + distance]?.encoded;
      if (!moved?.matches(line)) {
        const from = searches++ < MAX_SEARCHES ? before.findIndex((row) => row.encoded.matches(line)) : -1;
        moved = before[from]?.encoded;
        if (moved) distance = from - y;
      }
      const encoded = moved ?? new EncodedRow(line, cols);
      // Other cells can look the same: a blank that was erased and one that was written.
      const version = old && sameRuns(old.encoded.runs, encoded.runs) ? old.version : this.#version;
      now.push({ encoded, version });
    }
    return now;
  }
}
