/**
 * What a program has printed and when, from the session's raw output, as a
 * second client receives it. Knows nothing of prompts: it finds the texts that
 * a row of the table names.
 */

/** Escape sequences: OSC, DCS and their kin with what ends them, CSI, and the short ones. */
const SEQUENCE =
  /\x1b(?:[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-Z\\-~])|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** The visible text, with a line break for every carriage return; `at[i]` is where character `i` stood in `raw`. */
export function visible(raw) {
  let text = "";
  const at = [];
  const take = (from, to) => {
    for (let index = from; index < to; index++) {
      // Carriage returns before a line feed are one line break with it.
      if (raw[index] === "\r" && /^\r*\n/.test(raw.slice(index + 1, index + 4))) continue;
      text += raw[index] === "\r" ? "\n" : raw[index];
      at.push(index);
    }
  };
  let from = 0;
  for (const match of raw.matchAll(SEQUENCE)) {
    take(from, match.index);
    from = match.index + match[0].length;
  }
  take(from, raw.length);
  return { text, at };
}

export class RawOutput {
  #pieces = [];
  /** Where the output ends now. */
  end = 0;
  /** When anything came last, on the clock of `performance.now`. */
  lastAt = performance.now();
  #listeners = new Set();

  /** A piece of output that begins at `offset` has arrived. */
  add(offset, text) {
    this.lastAt = performance.now();
    this.#pieces.push({ offset, text, arrivedAt: this.lastAt });
    this.end = offset + text.length;
    for (const listener of this.#listeners) listener();
  }

  /** Raw text from an offset on. */
  since(offset) {
    return this.#pieces
      .filter((piece) => piece.offset + piece.text.length > offset)
      .map((piece) => piece.text.slice(Math.max(0, offset - piece.offset)))
      .join("");
  }

  /**
   * The first place after `offset` where `shows` stands and then `prompt`: what
   * was shown, the offset behind each of the two, and when the last byte came.
   * Undefined while it is not all there.
   */
  find(offset, { shows, prompt }) {
    const { text, at } = visible(this.since(offset));
    const shown = shows.exec(text);
    if (!shown) return undefined;
    const shownEnd = shown.index + shown[0].length;
    const prompted = prompt.exec(text.slice(shownEnd));
    if (!prompted) return undefined;
    const behind = (length) => (length === 0 ? offset : offset + at[length - 1] + 1);
    const end = behind(shownEnd + prompted.index + prompted[0].length);
    const last = this.#pieces.find((piece) => piece.offset + piece.text.length >= end);
    return { shown: shown[0], shownEnd: behind(shownEnd), end, arrivedAt: last?.arrivedAt ?? this.lastAt };
  }

  /** Resolves with what `find` finds; undefined when it is not there within `ms`. */
  async until(offset, wanted, ms) {
    const endsAt = performance.now() + ms;
    for (;;) {
      const found = this.find(offset, wanted);
      const left = endsAt - performance.now();
      if (found || left <= 0) return found;
      await this.#next(left);
    }
  }

  /** Resolves when nothing has come for `quietMs`, after `ms` at the latest. */
  async quiet(quietMs, ms) {
    const endsAt = performance.now() + ms;
    for (;;) {
      const left = Math.min(this.lastAt + quietMs, endsAt) - performance.now();
      if (left <= 0) return;
      await this.#next(left);
    }
  }

  #next(ms) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#listeners.add(done);
    });
  }
}
