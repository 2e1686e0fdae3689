/**
 * Where the last command of a shell has ended. The prompt that follows right
 * there is no news: whoever has been told the output has been told the prompt.
 */
import type { Baseline } from "./baseline.ts";
import type { MarkListener } from "./shell-integration.ts";

/** What a command's end needs of the baselines. */
export type CommandEndOptions = {
  /** Makes a baseline where the cursor is now, and holds it. */
  readonly make: () => Baseline;
  readonly letGo: (baseline: Baseline) => void;
  /** The readers that stand at the first one stand at the second one from now on. */
  readonly move: (from: Baseline, to: Baseline) => void;
  /** The row of the cursor by its number, and its column. */
  readonly cursor: () => { readonly row: number; readonly x: number };
};

export class CommandEnd implements MarkListener {
  readonly #options: CommandEndOptions;
  #baseline: Baseline | undefined;
  #cursor = { row: 0, x: 0 };
  /** The prompt that is being drawn begins where the command has ended. */
  #isFollowed = false;

  constructor(options: CommandEndOptions) {
    this.#options = options;
  }

  /** Undefined before the first one. */
  get baseline(): Baseline | undefined {
    return this.#baseline;
  }

  onCommandEnd(): void {
    this.#replace();
    this.#cursor = this.#options.cursor();
  }

  onPromptBegin(): void {
    const { row, x } = this.#options.cursor();
    const { row: endRow, x: endX } = this.#cursor;
    const isThere = row === endRow && x === endX;
    // Fish ends a line that the output has not ended, with a mark of its own.
    const isBelow = row === endRow + 1 && x === 0 && endX > 0;
    this.#isFollowed = this.#baseline !== undefined && (isThere || isBelow);
  }

  onPromptEnd(): void {
    const end = this.#baseline;
    if (!end || !this.#isFollowed) return;
    this.#isFollowed = false;
    this.#options.move(end, this.#replace());
  }

  #replace(): Baseline {
    const last = this.#baseline;
    const next = this.#options.make();
    // Where it stands in the output is known to whoever asks for it.
    if (last) next.offset = last.offset;
    this.#baseline = next;
    if (last) this.#options.letGo(last);
    return next;
  }
}
