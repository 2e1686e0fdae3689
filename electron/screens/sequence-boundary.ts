/**
 * Cuts an output stream only where no escape sequence (and no surrogate pair)
 * is cut with it. A snapshot taken inside a sequence would leave its reader to
 * print the other half as text.
 *
 * In xterm's parser (a VT500 state machine, after Paul Williams' diagram) ESC
 * and the C1 introducers start afresh from every state, so only what follows
 * the last of them matters, and the common case costs one backwards search.
 */

/** A sequence that has not ended after so many characters is dropped. tmux allows 1 MiB, xterm.js 10 MB. */
export const MAX_SEQUENCE_LENGTH = 64 * 1024;

type State = "ground" | "escape" | "csi" | "osc" | "string";

const ESC = 0x1b;
const BEL = 0x07;

export class SequenceBoundary {
  /** What has been held back: the beginning of a sequence whose end has not come yet. */
  #held = "";
  /** In a dropped sequence; everything up to its end is dropped too. */
  #dropping: State = "ground";
  #dropped = 0;

  /** Characters taken in that have not been handed out (held back, not dropped). */
  get heldLength(): number {
    return this.#held.length;
  }

  /** Characters of over-long sequences dropped so far. */
  get droppedLength(): number {
    return this.#dropped;
  }

  /** The part of the stream that may be parsed now; call with every chunk, in order. */
  take(chunk: string): string {
    let text = this.#held + chunk;
    this.#held = "";
    if (this.#dropping !== "ground") {
      text = this.#drop(text);
    }
    const cut = completeLength(text);
    if (cut < text.length) {
      const tail = text.slice(cut);
      if (tail.length > MAX_SEQUENCE_LENGTH) {
        this.#dropping = stateAfter(tail, 0, tail.length).state;
        this.#dropped += tail.length;
      } else {
        this.#held = tail;
      }
      return text.slice(0, cut);
    }
    return text;
  }

  /** Continues to drop; returns what comes after the end of the dropped sequence. */
  #drop(text: string): string {
    const { state, end } = stateAfter(text, 0, text.length, this.#dropping);
    this.#dropping = state;
    const dropped = state === "ground" ? end : text.length;
    this.#dropped += dropped;
    return text.slice(dropped);
  }
}

/** How many leading characters end outside any sequence. */
function completeLength(text: string): number {
  const last = lastIntroducer(text, text.length - 1);
  if (last >= 0 && stateAfter(text, last, text.length).state !== "ground") {
    // ESC also ends a string (ESC \ is its terminator): keep the string with it.
    const previous = lastIntroducer(text, last - 1);
    if (previous >= 0 && stateAfter(text, previous, last).state !== "ground") return previous;
    return last;
  }
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? text.length - 1 : text.length;
}

/** The last ESC or C1 control that begins a sequence, at or before `from`; -1 if there is none. */
function lastIntroducer(text: string, from: number): number {
  if (from < 0) return -1;
  const escape = text.lastIndexOf("\x1b", from);
  // C1 controls are rare; a sequence begun by one is looked for only as far back as one may be held.
  const floor = Math.max(escape + 1, from - MAX_SEQUENCE_LENGTH);
  for (let i = from; i >= floor; i--) {
    const code = text.charCodeAt(i);
    if (code >= 0x90 && code <= 0x9f && code !== 0x99 && code !== 0x9a && code !== 0x9c && !(code > 0x90 && code < 0x98))
      return i;
  }
  return escape;
}

/** Runs the state machine over `text[from, to)`; `end` is where it first came to ground. */
function stateAfter(text: string, from: number, to: number, initial: State = "ground"): { state: State; end: number } {
  let state = initial;
  for (let i = from; i < to; i++) {
    state = next(state, text.charCodeAt(i));
    if (state === "ground") return { state, end: i + 1 };
    // A new introducer inside a dropped sequence ends it; hand it on as it is.
    if (initial !== "ground" && text.charCodeAt(i) === ESC) return { state: "ground", end: i };
  }
  return { state, end: to };
}

function next(state: State, code: number): State {
  if (code === ESC) return "escape";
  if (code === 0x18 || code === 0x1a) return "ground"; // CAN and SUB abort any sequence
  if (code >= 0x80 && code <= 0x9f) return introducedBy(code);
  switch (state) {
    case "ground":
      return "ground";
    case "escape":
      if (code === 0x5b) return "csi";
      if (code === 0x5d) return "osc";
      if (code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f) return "string";
      return code < 0x30 || code === 0x7f ? "escape" : "ground";
    case "csi":
      return code >= 0x40 && code <= 0x7e ? "ground" : "csi";
    case "osc":
      return code === BEL ? "ground" : "osc";
    case "string":
      return "string";
  }
}

function introducedBy(c1: number): State {
  switch (c1) {
    case 0x9b:
      return "csi";
    case 0x9d:
      return "osc";
    case 0x90:
    case 0x98:
    case 0x9e:
    case 0x9f:
      return "string";
    default:
      return "ground";
  }
}
