/**
 * The rows of the normal buffer, numbered: a row keeps its number while older
 * ones leave the scrollback, and no number is used twice, but where rows are
 * numbered anew. (A resize wraps lines anew; who keeps a number across one takes
 * it along with `acrossResize`. For a flood, see `onRenumber`.)
 */
import type { Terminal } from "@xterm/headless";
import { Emitter } from "../../../shared/emitter.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import { type InternalCore, internalsOf } from "./emulator-internals.ts";

export class NormalRows implements Disposable {
  readonly #terminal: Terminal;
  readonly #core: InternalCore;
  readonly #store = new DisposableStore();
  readonly #onClear = this.#store.add(new Emitter<{ next: number }>());
  /**
   * The whole viewport is about to be cleared, as `clear` and `reset` do it;
   * what comes goes into rows from `next` on.
   */
  readonly onClear = this.#onClear.event;
  readonly #onForget = this.#store.add(new Emitter<void>());
  /** The scrollback is about to be erased; `onClear` follows if the viewport goes with it. */
  readonly onForget = this.#onForget.event;
  readonly #onRenumber = this.#store.add(new Emitter<void>());
  /** Rows of a flood were left out, or are there after all: those in the buffer have other numbers now. */
  readonly onRenumber = this.#onRenumber.event;
  #trim: { dispose(): void };
  #length = 0;
  #first = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#core = internalsOf(terminal);
    this.#trim = this.#followTrims();
    const handlers = [
      terminal.parser.registerCsiHandler({ final: "J" }, ([parameter]) => this.#handleErase(parameter)),
      terminal.parser.registerEscHandler({ final: "c" }, () => this.#handleReset()),
      this.#core._inputHandler.onRequestReset(() => this.#renew()),
    ];
    this.#store.add({ [Symbol.dispose]: () => handlers.forEach((handler) => handler.dispose()) });
    this.#store.add({ [Symbol.dispose]: () => this.#trim.dispose() });
  }

  /** The number of the oldest row that is kept. */
  get first(): number {
    return this.#first;
  }

  /** The number of the viewport's first row. */
  get top(): number {
    return this.#first + this.#terminal.buffer.normal.baseY;
  }

  /** The row of the cursor by its number, and its column. */
  get cursor(): { readonly row: number; readonly x: number } {
    const { cursorY, cursorX } = this.#terminal.buffer.normal;
    return { row: this.top + cursorY, x: cursorX };
  }

  /** The number after the last row. */
  get end(): number {
    return this.#first + this.#terminal.buffer.normal.length;
  }

  /** Rows that would have come and gone were left out: they are counted all the same. */
  handleSkip(rows: number): void {
    this.#first += rows;
    this.#onRenumber.fire();
  }

  /** Of the rows that were left out, the last ones are there after all. */
  handleFill(rows: number): void {
    this.#first -= rows;
    this.#onRenumber.fire();
  }

  /** Runs `resize` and returns the new numbers of these rows, each the first of a line; a lost one gets the oldest number. */
  acrossResize(numbers: readonly number[], resize: () => void): number[] {
    const markers = numbers.map((number) => {
      const index = Math.max(0, number - this.#first);
      // The number after the last row goes with the last row.
      const past = Math.max(0, index - (this.#terminal.buffer.normal.length - 1));
      return { past, marker: this.#core.buffers.normal.addMarker(index - past) };
    });
    resize();
    return markers.map(({ past, marker }) => {
      const number = marker.isDisposed ? this.#first : this.#first + marker.line + past;
      marker.dispose();
      return number;
    });
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #followTrims(): { dispose(): void } {
    return this.#core.buffers.normal.lines.onTrim((amount) => (this.#first += amount));
  }

  #handleErase(parameter: number | number[] | undefined): boolean {
    const { active } = this.#terminal.buffer;
    const erasesAll = parameter === 2 || (parameter === 0 && active.cursorX === 0 && active.cursorY === 0);
    if (erasesAll && active.type === "normal") this.#onClear.fire({ next: this.top });
    if (parameter === 3 && active.type === "normal") this.#onForget.fire();
    return false;
  }

  #handleReset(): boolean {
    this.#length = this.#terminal.buffer.normal.length;
    this.#onForget.fire();
    this.#onClear.fire({ next: this.end });
    return false;
  }

  /** The buffers were replaced by new ones. */
  #renew(): void {
    this.#trim.dispose();
    this.#first += this.#length;
    this.#trim = this.#followTrims();
  }
}
