/** The echo of what was typed, for which the input behind it waits: once it has shown, the program has taken that. */
import { endOfDrawn } from "../../shared/drawn-text.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import { stripSequences } from "../../shared/strip-sequences.ts";

/** The end of a text is enough to know its echo by, in characters. Programs redraw their line with every key. */
const ECHO_END = 3;
/** Output that is looked through for an echo, in UTF-16 units. */
const MAX_SEEN = 4096;
/** The cursor goes to another line: a line break, CSI A, B, E, F, H, d and f. An echo in a line has none. */
const MOVES_BETWEEN_LINES = /\n|\x1b\[[\d;]*[ABEFHdf]/;

/** How long output must stop after an echo, in milliseconds. */
export type SettleTimes = {
  readonly settleMs?: number;
  /** The same where the echo came with a field that the program has drawn again. */
  readonly drawnSettleMs?: number;
};

export class AwaitedEcho {
  /** The latest output. The pieces in which it comes may cut a sequence. */
  #seen = "";
  readonly #boundary = new SequenceBoundary();
  readonly #end: string | undefined;
  readonly #endsAt: number;

  /** `text`: what was typed. Any output will do for an empty one, and none where it is undefined. It is waited for `ms` milliseconds. */
  constructor(text: string | undefined, ms: number) {
    this.#end = text === undefined ? undefined : echoEnd(text);
    this.#endsAt = performance.now() + ms;
  }

  /**
   * The program has printed this. Returns for how many more milliseconds its output must stop, 0 for no longer; undefined
   * while the echo has not shown.
   */
  handleOutput(text: string, { settleMs: inLineMs = 0, drawnSettleMs: drawnMs = inLineMs }: SettleTimes): number | undefined {
    if (this.#end === undefined) return undefined;
    const whole = this.#boundary.take(text);
    this.#seen = (this.#seen + stripSequences(whole)).slice(-MAX_SEEN);
    if (this.#end !== "" && endOfDrawn(this.#seen, 0, this.#end) === 0) return undefined;
    const isDrawn = MOVES_BETWEEN_LINES.test(whole);
    // A program that never stops must not put it off for ever.
    const endsAt = isDrawn ? this.#endsAt + drawnMs : this.#endsAt;
    return Math.max(0, Math.min(isDrawn ? drawnMs : inLineMs, endsAt - performance.now()));
  }
}

/** The end of the last line of what was typed: a prompt may stand before that. */
function echoEnd(text: string): string {
  const lines = text.trimEnd().split(/[\r\n]/);
  return [...(lines.at(-1) ?? "").trim()].slice(-ECHO_END).join("");
}
