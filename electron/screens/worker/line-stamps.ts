/** What is put before the lines of rendered output: each row's stamp is taken when the output comes to that row. */
import type { Terminal } from "@xterm/headless";
import type { NormalRows } from "./normal-rows.ts";

export class LineStamps {
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #stamp: () => string;
  /** The stamps of rows that the output has come to, from row `#from` on. */
  #stamps: string[] = [];
  #from = 0;

  /** `stamp` is asked for the stamp as it is now. */
  constructor(terminal: Terminal, rows: NormalRows, stamp: () => string) {
    this.#terminal = terminal;
    this.#rows = rows;
    this.#stamp = stamp;
  }

  /** As it is now. */
  get now(): string {
    return this.#stamp();
  }

  /** The rows in which the output has just begun to write begin now. */
  note(): void {
    const { active } = this.#terminal.buffer;
    if (active.type === "alternate") return;
    const reached = this.#rows.first + active.baseY + active.cursorY;
    const now = this.#stamp();
    const begun = active.cursorX > 0 ? reached : reached - 1;
    while (this.#from + this.#stamps.length <= begun) this.#stamps.push(now);
  }

  /** The stamp of a row. Those of the rows above it are forgotten. */
  of(row: number): string {
    const passed = Math.max(0, row - this.#from);
    this.#stamps.splice(0, passed);
    this.#from += passed;
    return this.#stamps[0] ?? this.#stamp();
  }
}
