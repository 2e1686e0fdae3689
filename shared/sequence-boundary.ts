/**
 * Cuts an output stream only where no escape sequence (and no surrogate pair)
 * is cut with it. A snapshot taken inside a sequence would leave its reader to
 * print the other half as text.
 *
 * The state machine is that of xterm.js, state by state (a VT500 parser after
 * Paul Williams' diagram, vt100.net/emu/dec_ansi_parser): where the two differ,
 * a sequence is cut or text is held back. ESC and the C1 introducers start
 * afresh from every state, so only what follows the last of them decides, and
 * the common case costs one search.
 */

/** A sequence that has not ended after so many characters is dropped. tmux allows 1 MiB, xterm.js 10 MB. */
export const MAX_SEQUENCE_LENGTH = 64 * 1024;

export const State = {
  GROUND: 0,
  ESCAPE: 1,
  ESCAPE_INTERMEDIATE: 2,
  CSI_ENTRY: 3,
  CSI_PARAM: 4,
  CSI_INTERMEDIATE: 5,
  CSI_IGNORE: 6,
  SOS_PM_APC_STRING: 7,
  OSC_STRING: 8,
  DCS_ENTRY: 9,
  DCS_PARAM: 10,
  DCS_IGNORE: 11,
  DCS_INTERMEDIATE: 12,
  DCS_PASSTHROUGH: 13,
} as const;
export type State = (typeof State)[keyof typeof State];

const ESC = 0x1b;

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

/** ESC, DCS, SOS, CSI, OSC, PM, APC: what begins a sequence from every state. */
function isIntroducer(code: number): boolean {
  if (code === ESC) return true;
  return code >= 0x90 && code <= 0x9f && (code === 0x90 || code === 0x98 || code === 0x9b || code >= 0x9d);
}

const C1_INTRODUCER = /[\x90\x98\x9b\x9d-\x9f]/;

/** The last introducer at or before `from`; -1 if there is none. */
function lastIntroducer(text: string, from: number): number {
  if (from < 0) return -1;
  const escape = text.lastIndexOf("\x1b", from);
  // C1 controls are rare, and a search by expression is many times faster than a loop.
  if (!C1_INTRODUCER.test(text.slice(escape + 1, from + 1))) return escape;
  for (let i = from; i > escape; i--) if (isIntroducer(text.charCodeAt(i))) return i;
  return escape;
}

/** Where plain text may be cut: before a high surrogate at its end, which waits for its other half. */
function withoutHighSurrogate(text: string, held: string): number {
  if (text === "") return held === "" ? 0 : -1;
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? text.length - 1 : text.length;
}

/** One step of the parser. What ends a string with ESC is followed by an escape sequence, if only ST's backslash. */
export function nextState(state: State, code: number): State {
  if (code === ESC) return State.ESCAPE;
  // CAN and SUB abort.
  if (code === 0x18 || code === 0x1a) return State.GROUND;
  if (code >= 0x80 && code <= 0x9f) return afterC1(code);
  if (code >= 0xa0) return TAKES_UNICODE.has(state) ? state : State.GROUND;
  switch (state) {
    case State.GROUND:
      return State.GROUND;
    case State.ESCAPE:
      return code < 0x20 || code === 0x7f ? state : code < 0x30 ? State.ESCAPE_INTERMEDIATE : afterEscape(code);
    case State.ESCAPE_INTERMEDIATE:
      return code < 0x30 || code === 0x7f ? state : State.GROUND;
    case State.CSI_ENTRY:
    case State.CSI_PARAM:
    case State.CSI_INTERMEDIATE:
    case State.CSI_IGNORE:
      return inSequence(state, code, CSI);
    case State.DCS_ENTRY:
    case State.DCS_PARAM:
    case State.DCS_INTERMEDIATE:
      return inSequence(state, code, DCS);
    case State.OSC_STRING:
      return code === 0x07 ? State.GROUND : state;
    case State.SOS_PM_APC_STRING:
    case State.DCS_IGNORE:
    case State.DCS_PASSTHROUGH:
      return state;
  }
}

/** Where text that is not ASCII belongs to the sequence; anywhere else xterm takes it for an error and shows it. */
const TAKES_UNICODE: ReadonlySet<State> = new Set([
  State.GROUND,
  State.CSI_IGNORE,
  State.OSC_STRING,
  State.DCS_IGNORE,
  State.DCS_PASSTHROUGH,
]);

type SequenceStates = {
  readonly entry: State;
  readonly parameter: State;
  readonly intermediate: State;
  readonly ignore: State;
  readonly end: State;
};
const CSI: SequenceStates = {
  entry: State.CSI_ENTRY,
  parameter: State.CSI_PARAM,
  intermediate: State.CSI_INTERMEDIATE,
  ignore: State.CSI_IGNORE,
  end: State.GROUND,
};
const DCS: SequenceStates = {
  entry: State.DCS_ENTRY,
  parameter: State.DCS_PARAM,
  intermediate: State.DCS_INTERMEDIATE,
  ignore: State.DCS_IGNORE,
  end: State.DCS_PASSTHROUGH,
};

/** Parameters, then intermediates, then the final byte; in another order the sequence is ignored to its end. */
function inSequence(state: State, code: number, { entry, parameter, intermediate, ignore, end }: SequenceStates): State {
  if (code < 0x20 || code === 0x7f) return state;
  if (code >= 0x40) return end;
  if (state === ignore) return ignore;
  if (code < 0x30) return intermediate;
  if (state === intermediate) return ignore;
  // A private marker (< = > ?) is the first of the parameters or wrong.
  return code >= 0x3c && state !== entry ? ignore : parameter;
}

function afterEscape(code: number): State {
  switch (code) {
    case 0x5b:
      return State.CSI_ENTRY;
    case 0x5d:
      return State.OSC_STRING;
    case 0x50:
      return State.DCS_ENTRY;
    case 0x58:
    case 0x5e:
    case 0x5f:
      return State.SOS_PM_APC_STRING;
    default:
      return State.GROUND;
  }
}

function afterC1(code: number): State {
  switch (code) {
    case 0x9b:
      return State.CSI_ENTRY;
    case 0x9d:
      return State.OSC_STRING;
    case 0x90:
      return State.DCS_ENTRY;
    case 0x98:
    case 0x9e:
    case 0x9f:
      return State.SOS_PM_APC_STRING;
    default:
      return State.GROUND;
  }
}
