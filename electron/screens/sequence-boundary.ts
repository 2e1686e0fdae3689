/**
 * Cuts an output stream only where no escape sequence (and no surrogate pair)
 * is cut with it. A snapshot taken inside a sequence would leave its reader to
 * print the other half as text.
 *
 * It runs on the emulator's own transition table, so the two never disagree.
 * ESC and the C1 introducers start afresh from every state: what decides is
 * what follows the last of them, and the common case costs one search.
 */

/** A sequence that has not ended after so many characters is dropped. tmux allows 1 MiB, xterm.js 10 MB. */
export const MAX_SEQUENCE_LENGTH = 64 * 1024;

/** States of xterm's parser, as its table numbers them. */
const State = {
  GROUND: 0,
  ESCAPE: 1,
  ESCAPE_INTERMEDIATE: 2,
  CSI_ENTRY: 3,
  CSI_IGNORE: 6,
  SOS_PM_APC_STRING: 7,
  OSC_STRING: 8,
} as const;

const ESC = 0x1b;
/** Everything from here on is one column of the table: printable, and not ASCII. */
const NON_ASCII = 0xa0;

export class SequenceBoundary {
  readonly #table: Uint8Array;
  /** What has been held back: the beginning of a sequence whose end has not come yet. */
  #held = "";
  /** The parser's state after what has been held back (or dropped). */
  #state: number = State.GROUND;
  /** In an over-long sequence: everything up to its end is dropped. */
  #dropping = false;

  /** `table` is the transition table of xterm's parser. */
  constructor(table: Uint8Array) {
    this.#table = table;
  }

  /** Characters taken in that have not been handed out (held back, not dropped). */
  get heldLength(): number {
    return this.#held.length;
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
      this.#held += text;
      this.#boundHeld();
      return "";
    }
    const complete = this.#held + text.slice(0, start);
    this.#held = text.slice(start);
    this.#boundHeld();
    return complete;
  }

  /**
   * Where the sequence that is open at the end of `text` begins: -1 for before
   * it, in what is held; the length of `text` if none is open.
   */
  #openSequence(text: string): { start: number; state: number } {
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
  #run(text: string, from: number, to: number): number {
    let state = from < 0 ? this.#state : State.GROUND;
    for (let i = Math.max(0, from); i < to; i++) {
      if (state === State.GROUND && i > from) return state;
      state = this.#next(state, text.charCodeAt(i));
    }
    return state;
  }

  #next(state: number, code: number): number {
    // The table ends a string at ESC; the parser then goes on with the escape sequence.
    if (code === ESC) return State.ESCAPE;
    return (this.#table[(state << 8) | Math.min(code, NON_ASCII)] ?? 0) & 15;
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
      this.#state = begins ? State.GROUND : this.#next(this.#state, code);
      if (this.#state !== State.GROUND) continue;
      this.#dropping = false;
      return chunk.slice(begins ? i : i + 1);
    }
    return "";
  }
}

/** ESC, DCS, SOS, CSI, OSC, PM, APC: what begins a sequence from every state. */
function isIntroducer(code: number): boolean {
  if (code === ESC) return true;
  return code >= 0x90 && code <= 0x9f && (code === 0x90 || code === 0x98 || code === 0x9b || code >= 0x9d);
}

/** The last introducer at or before `from`; -1 if there is none. */
function lastIntroducer(text: string, from: number): number {
  if (from < 0) return -1;
  const escape = text.lastIndexOf("\x1b", from);
  for (let i = from; i > escape; i--) if (isIntroducer(text.charCodeAt(i))) return i;
  return escape;
}

/** Where plain text may be cut: before a high surrogate at its end, which waits for its other half. */
function withoutHighSurrogate(text: string, held: string): number {
  if (text === "") return held === "" ? 0 : -1;
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? text.length - 1 : text.length;
}
