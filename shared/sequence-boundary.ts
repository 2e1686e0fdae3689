/**
 * Cuts an output stream only where no escape sequence (and no surrogate pair)
 * is cut with it. A snapshot taken inside a sequence would leave its reader to
 * print the other half as text.
 *
 * Where a sequence begins and ends is for escape-grammar.ts to say. ESC and the
 * C1 introducers start afresh from every state, so only what follows the last
 * of them decides, and the common case costs one search.
 */
import { isIntroducer, lastIntroducer, nextState, State } from "./escape-grammar.ts";
import { ownCopy } from "./own-copy.ts";

/** A sequence that has not ended after this many characters is dropped. tmux allows 1 MiB, xterm.js 10 MB. */
export const MAX_SEQUENCE_LENGTH = 64 * 1024;

export class SequenceBoundary {
  /** What has been held back: the beginning of a sequence whose end has not come yet. */
  #held = "";
  /** The parser's state after what has been held back (or dropped). */
  #state: State = State.GROUND;
  /** In an over-long sequence: everything up to its end is dropped. */
  #dropping = false;

  /** Characters taken in that have not been handed out (held back, not dropped). */
  get heldLength(): number {
    return this.#held.length;
  }

  /** In an over-long sequence, of which nothing is kept. */
  get isDropping(): boolean {
    return this.#dropping;
  }

  /** What puts another terminal into a sequence of the kind that is being dropped, so that it drops the rest too. */
  get resumption(): string {
    if (!this.#dropping) return "";
    if (this.#state <= State.ESCAPE_INTERMEDIATE) return "\x1b ";
    if (this.#state <= State.CSI_IGNORE) return "\x1b[??";
    if (this.#state === State.SOS_PM_APC_STRING) return "\x1bX";
    return this.#state === State.OSC_STRING ? "\x1b]x" : "\x1bP??";
  }

  /** The part of the stream that may be parsed now; call with every chunk, in order. */
  take(chunk: string): string {
    const text = this.#dropping ? this.#drop(chunk) : chunk;
    const { start, state } = this.#openSequence(text);
    this.#state = state;
    if (start < 0) {
      this.#held += ownCopy(text);
      this.#boundHeld();
      return "";
    }
    const complete = this.#held + text.slice(0, start);
    this.#held = ownCopy(text.slice(start));
    this.#boundHeld();
    return complete;
  }

  /**
   * Where the sequence that is open at the end of `text` begins: -1 for before
   * it, in what is held; the length of `text` if none is open.
   */
  #openSequence(text: string): { start: number; state: State } {
    let start = lastIntroducer(text, text.length - 1);
    const state = this.#run(text, start, text.length);
    if (state === State.GROUND) return { start: withoutHighSurrogate(text, this.#held), state };
    // ESC also ends a string (ESC \ is its terminator) and aborts a sequence: what it ends belongs with it.
    while (start >= 0) {
      const previous = lastIntroducer(text, start - 1);
      if (this.#run(text, previous, start) === State.GROUND) break;
      start = previous;
    }
    return { start, state };
  }

  /** The state after `text[from, to)`, which has no introducer but at `from`; -1 is the beginning, after what is held. */
  #run(text: string, from: number, to: number): State {
    let state: State = from < 0 ? this.#state : State.GROUND;
    for (let i = Math.max(0, from); i < to; i++) {
      if (state === State.GROUND && i > from) return state;
      state = nextState(state, text.charCodeAt(i));
    }
    return state;
  }

  #boundHeld(): void {
    if (this.#held.length <= MAX_SEQUENCE_LENGTH) return;
    this.#held = "";
    this.#dropping = true;
  }

  /** Continues to drop; returns what comes after the end of the dropped sequence. */
  #drop(chunk: string): string {
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i);
      const begins = isIntroducer(code);
      this.#state = begins ? State.GROUND : nextState(this.#state, code);
      if (this.#state !== State.GROUND) continue;
      this.#dropping = false;
      return chunk.slice(begins ? i : i + 1);
    }
    return "";
  }
}

/** Where plain text may be cut: before a high surrogate at its end, which waits for its other half. */
function withoutHighSurrogate(text: string, held: string): number {
  if (text === "") return held === "" ? 0 : -1;
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? text.length - 1 : text.length;
}
