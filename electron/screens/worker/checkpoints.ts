/**
 * What was in force (colors, charset, scroll region, cursor, which screen) at
 * places in the output: whoever renders a part of it later begins at one, and
 * what was concealed stays concealed.
 */
import type { Checkpoint } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import { stateInForce } from "./serialize.ts";

/** Characters of output between two of them, at least. */
const EVERY = 128 * 1024;
/** With more than this, every other one goes. A checkpoint takes about 100 bytes. */
const MAX_CHECKPOINTS = 16_384;

export class Checkpoints {
  readonly #terminal: Terminal;
  #checkpoints: Checkpoint[] = [];
  /** Where the screen began: what came before it is not known. */
  readonly #start: number;
  #every = EVERY;

  constructor(terminal: Terminal, start: number) {
    this.#terminal = terminal;
    this.#start = start;
  }

  /** Call after output has been parsed, with where it ends. */
  note(offset: number): void {
    if (offset - (this.#checkpoints.at(-1)?.offset ?? this.#start) < this.#every) return;
    this.#checkpoints.push({ offset, prelude: stateInForce(this.#terminal) });
    if (this.#checkpoints.length <= MAX_CHECKPOINTS) return;
    this.#checkpoints = this.#checkpoints.filter((_, index) => index % 2 === 1);
    this.#every *= 2;
  }

  /** The last one at or before `offset`; the beginning of the screen if there is none. */
  before(offset: number): Checkpoint {
    if (offset < this.#start) return { offset, prelude: "" };
    let low = 0;
    let high = this.#checkpoints.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#checkpoints[middle]?.offset ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#checkpoints[low - 1] ?? { offset: this.#start, prelude: "" };
  }
}
