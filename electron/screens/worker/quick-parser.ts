/**
 * Takes in what programs print most, text, control characters and CSI
 * sequences, in a fraction of the time that the emulator's own parser needs,
 * and leaves everything else to that. Sequences and controls go to the
 * emulator's handlers all the same, in its order (`EscapeSequenceParser.parse`
 * of xterm.js 6.0.0); what is not asked is its table of states, character by
 * character. ASCII goes into the cells as `InputHandler.print` puts it there.
 * Text that needs more than that, such as a wrap, goes through `print` itself.
 *
 * The result is the same, cell by cell: a property test compares the two, and
 * so does a worker that finds another version of xterm (quick-parser-check.ts).
 */
import type { Terminal } from "@xterm/headless";
import { Bg, CELL_SIZE, WIDTH_SHIFT } from "./cell-layout.ts";
import {
  type CsiHandler,
  type QuickCore,
  quickInternalsOf,
  type QuickLine,
  type SequenceParameters,
} from "./emulator-internals.ts";

/** The parser's state in which text is text. */
const GROUND = 0;
/** Characters looked at in one go. */
const WINDOW = 16 * 1024;

const WIDTH_ONE = 1 << WIDTH_SHIFT;

const ESC = 0x1b;
const SPACE = 0x20;
const TILDE = 0x7e;
const DIGIT_0 = 0x30;
const DIGIT_8 = 0x38;
const DIGIT_9 = 0x39;
const SEMICOLON = 0x3b;
const BRACKET = 0x5b;
const HASH = 0x23;
const LETTER_C = 0x63;
const FIRST_FINAL = 0x40;
/** There are as many characters that end a sequence. */
const FINALS = TILDE + 1 - FIRST_FINAL;
const LINE_FEED = 0x0a;
/** The first printable character after ASCII and the C1 controls. */
const NO_BREAK_SPACE = 0xa0;
/** xterm's decoder drops it. */
const BYTE_ORDER_MARK = 0xfeff;

/** How far beyond the end of a window is looked. V8 compiles a function anew that has once read beyond the end of an array. */
const LOOK_AHEAD = 4;

/** The characters of a window as numbers: much faster to walk through than a string. Nothing here outlives a call, so all screens share it. */
const codes = new Uint16Array(WINDOW + LOOK_AHEAD);
const codeBytes = Buffer.from(codes.buffer);
/** A run of text as code points, as `print` wants it. */
const codePoints = new Uint32Array(WINDOW);

export class QuickParser {
  readonly #core: QuickCore;
  readonly #parameters: SequenceParameters;
  /** xterm's lists of handlers that have been asked for, by prefix and final: a plain list is much faster to look up than its table. */
  readonly #handlers: (readonly CsiHandler[] | undefined)[] = Array.from({ length: 5 * FINALS });
  /** The state that joins graphemes, after an ASCII character. */
  readonly #afterAscii: number;

  /** For a terminal whose table of widths is in force already. */
  constructor(terminal: Terminal) {
    this.#core = quickInternalsOf(terminal);
    this.#parameters = this.#core._inputHandler._parser._params;
    this.#afterAscii = this.#core.unicodeService.charProperties(SPACE, 0);
  }

  /** What is amiss with the table of widths: an ASCII character joins another, or is not like the others. */
  get fault(): string | undefined {
    const { unicodeService } = this.#core;
    const state = this.#afterAscii;
    for (let code = SPACE; code <= TILDE; code++) {
      const isOrdinary = unicodeService.charProperties(code, 0) === state && unicodeService.charProperties(code, state) === state;
      if (!isOrdinary) return `${JSON.stringify(String.fromCharCode(code))} has a width of its own`;
    }
    return undefined;
  }

  /** Parses at once, as the input handler's own `parse`. Throws what a handler of the emulator throws. */
  parse(text: string): void {
    const handler = this.#core._inputHandler;
    for (let start = 0; start < text.length;) {
      const length = Math.min(WINDOW, text.length - start);
      codeBytes.write(length === text.length ? text : text.slice(start, start + length), 0, "utf16le");
      let at = 0;
      while (at < length) {
        if (this.#isBetween()) at = lastOfRepeats(this.#take(at, length), length);
        if (at >= length) break;
        // Something else. What is open at the end of this piece is open in the parser, too, and the next piece goes there.
        const end = endOfUnknown(at, length);
        handler.parse(text.slice(start + at, start + end));
        at = end;
      }
      start += at;
    }
  }

  /** Nothing is open: no sequence, and no half of a character that still waits for its other half. */
  #isBetween(): boolean {
    const { _parser: parser, _stringDecoder: decoder } = this.#core._inputHandler;
    return parser.currentState === GROUND && decoder._interim === 0;
  }

  /** Takes in `codes[at, length)` up to what it does not know; returns where that begins. */
  #take(at: number, length: number): number {
    const { _parser: parser } = this.#core._inputHandler;
    while (at < length) {
      const code = codes[at] ?? 0;
      if (code >= SPACE) {
        const end = code > TILDE ? this.#printAny(at, length) : this.#printAscii(at, length);
        if (end === at) return at;
        at = end;
      } else if (code === ESC) {
        const end = codes[at + 1] === BRACKET ? this.#dispatch(at + 2, length) : at;
        if (end <= at) return at;
        at = end;
      } else {
        const execute = parser._executeHandlers[code];
        if (!execute) return at;
        execute();
        parser.precedingJoinState = 0;
        at++;
      }
    }
    return at;
  }

  /** The CSI sequence whose parameters begin at `at`. Returns where it ends; 0 when it is of a kind that is left to the parser. */
  #dispatch(at: number, length: number): number {
    const { _parser: parser } = this.#core._inputHandler;
    const parameters = this.#parameters;
    let code = codes[at] ?? 0;
    let prefix = 0;
    // < = > ?
    if (code > SEMICOLON && code < FIRST_FINAL) {
      prefix = code;
      code = codes[++at] ?? 0;
    }
    parameters.reset();
    let value = 0;
    for (; at < length; code = codes[++at] ?? 0) {
      if (code >= DIGIT_0 && code <= DIGIT_9) {
        value = value * 10 + code - DIGIT_0;
      } else if (code === SEMICOLON) {
        parameters.addParam(value);
        value = 0;
      } else {
        break;
      }
    }
    if (at >= length || code < FIRST_FINAL || code > TILDE) return 0;
    const handlers = this.#handlersOf(prefix, code);
    if (!handlers) return 0;
    parameters.addParam(value);
    for (let i = handlers.length - 1; i >= 0; i--) if (handlers[i]?.(parameters) === true) break;
    parser.precedingJoinState = 0;
    return at + 1;
  }

  /** Undefined for a sequence that nobody handles, or nobody yet. A list that is there stays, whoever joins it or leaves. */
  #handlersOf(prefix: number, final: number): readonly CsiHandler[] | undefined {
    const index = (prefix === 0 ? 0 : prefix - SEMICOLON) * FINALS + final - FIRST_FINAL;
    return (this.#handlers[index] ??= this.#core._inputHandler._parser._csiHandlers[(prefix << 8) | final]);
  }

  /** Takes in the printable ASCII that begins at `at`; returns where it ends. */
  #printAscii(at: number, length: number): number {
    const isOrdinary = this.#isOrdinary();
    do {
      const filled = isOrdinary ? this.#fillRow(at, length) : 0;
      at += filled;
      if (filled > 0) continue;
      // One character, where that wraps the row or ends what the next could join.
      const end = isOrdinary ? at + 1 : endOfAscii(at, length);
      codePoints.set(codes.subarray(at, end));
      this.#core._inputHandler._parser._printHandler(codePoints, 0, end - at);
      at = end;
    } while (at < length && isPrintable(codes[at] ?? 0));
    return at;
  }

  /**
   * Takes in the text that begins at `at` with a character that is not ASCII, with
   * the ASCII character after it, which it might join. Returns where that ends; `at`
   * when it begins with something that xterm's decoder has to judge.
   */
  #printAny(at: number, length: number): number {
    let count = 0;
    let isAscii = false;
    for (; at < length && !isAscii; at++) {
      const code = codes[at] ?? 0;
      isAscii = isPrintable(code);
      if (code < 0xd800 ? !isAscii && code < NO_BREAK_SPACE : code <= 0xdfff || code === BYTE_ORDER_MARK) {
        const next = codes[at + 1] ?? 0;
        const isPair = code >= 0xd800 && code <= 0xdbff && at + 1 < length && next >= 0xdc00 && next <= 0xdfff;
        if (!isPair) break;
        codePoints[count++] = (code - 0xd800) * 0x400 + next - 0xdc00 + 0x10000;
        at++;
      } else {
        codePoints[count++] = code;
      }
    }
    if (count > 0) this.#core._inputHandler._parser._printHandler(codePoints, 0, count);
    return at;
  }

  /** Text goes into cells as it is. */
  #isOrdinary(): boolean {
    const { _charsetService: charsets, coreService, _inputHandler: handler } = this.#core;
    return !charsets.charset && !coreService.modes.insertMode && handler._curAttrData.extended.urlId === 0;
  }

  /** Puts the printable ASCII that begins at `from` and ends before `to` into cells as far as the row goes; returns how many. */
  #fillRow(from: number, to: number): number {
    const { cols, _inputHandler: handler } = this.#core;
    const { _activeBuffer: buffer, _curAttrData: attributes, _parser: parser } = handler;
    if (parser.precedingJoinState !== 0 && parser.precedingJoinState !== this.#afterAscii) return 0;
    const start = buffer.x;
    const most = Math.min(to - from, cols - start);
    if (most <= 0) return 0;
    const line = buffer.lines.get(buffer.ybase + buffer.y);
    if (!line) return 0;
    // Half of a wide character stays at either end: a blank.
    if (start > 0 && line.getWidth(start - 1) === 2) line.setCellFromCodepoint(start - 1, 0, 1, attributes);
    let count: number;
    if (attributes.bg & Bg.HAS_EXTENDED) {
      count = endOfAscii(from, from + most) - from;
      for (let i = 0; i < count; i++) line.setCellFromCodepoint(start + i, codes[from + i] ?? 0, 1, attributes);
    } else {
      count = fill(line._data, start, { from, to: from + most, fg: attributes.fg, bg: attributes.bg });
    }
    const end = start + count;
    buffer.x = end;
    if (end < cols && line.getWidth(end) === 0 && !line.hasContent(end)) line.setCellFromCodepoint(end, 0, 1, attributes);
    parser.precedingJoinState = this.#afterAscii;
    return count;
  }
}

/** Fills cells with the printable ASCII that begins at `from` and ends before `to`; returns how many. */
function fill(
  data: QuickLine["_data"],
  cell: number,
  { from, to, fg, bg }: { from: number; to: number; fg: number; bg: number },
): number {
  let at = cell * CELL_SIZE;
  let next = from;
  for (; next < to; next++) {
    const code = codes[next] ?? 0;
    if (!isPrintable(code)) break;
    data[at++] = code | WIDTH_ONE;
    data[at++] = fg;
    data[at++] = bg;
  }
  return next - from;
}

/** Where the printable ASCII ends that begins at `at`; `length` at most. */
function endOfAscii(at: number, length: number): number {
  let end = at + 1;
  while (end < length && isPrintable(codes[end] ?? 0)) end++;
  return end;
}

/**
 * Where the last of several full resets (RIS) or screens full of E (DECALN) stands that follow each other from `at` on; `at` for
 * anything else. The others change nothing, and a flood of them would keep the screen busy for a thousand times as long as other
 * output.
 */
function lastOfRepeats(at: number, length: number): number {
  if (codes[at] !== ESC) return at;
  const repeated = codes[at + 1] === LETTER_C ? 2 : codes[at + 1] === HASH && codes[at + 2] === DIGIT_8 ? 3 : 0;
  if (repeated === 0) return at;
  let next = at;
  do {
    at = next;
    next = at + repeated;
  } while (next + repeated <= length && codes.subarray(at, next).every((code, index) => codes[next + index] === code));
  return at;
}

/** Where to look again, after something in `codes[at, length)` that is not known: before the next sequence, or after the line. */
function endOfUnknown(at: number, length: number): number {
  for (let end = at + 1; end < length; end++) {
    if (codes[end] === ESC) return end;
    if (codes[end] === LINE_FEED) return end + 1;
  }
  return length;
}

function isPrintable(code: number): boolean {
  return code >= SPACE && code <= TILDE;
}
