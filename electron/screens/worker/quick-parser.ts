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
import { type QuickCore, quickInternalsOf, type QuickLine, type SequenceParameters } from "./emulator-internals.ts";

/** The parser's state in which text is text. */
const GROUND = 0;
/** Characters looked at in one go. */
const WINDOW = 16 * 1024;

const WIDTH_ONE = 1 << WIDTH_SHIFT;

const ESC = 0x1b;
const SPACE = 0x20;
const TILDE = 0x7e;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const SEMICOLON = 0x3b;
const BRACKET = 0x5b;
const LINE_FEED = 0x0a;
/** The first printable character after ASCII and the C1 controls. */
const NO_BREAK_SPACE = 0xa0;
/** xterm's decoder drops it. */
const BYTE_ORDER_MARK = 0xfeff;

/** The characters of a window as numbers: much faster to walk through than a string. Nothing here outlives a call, so all screens share it. */
const codes = new Uint16Array(WINDOW);
const codeBytes = Buffer.from(codes.buffer);
/** A run of text as code points, as `print` wants it. */
const codePoints = new Uint32Array(WINDOW);

export class QuickParser {
  readonly #core: QuickCore;
  readonly #parameters: SequenceParameters;
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
        if (this.#isBetween()) at = this.#take(at, length);
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
    if (code > SEMICOLON && code < 0x40) {
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
    if (at >= length || code < 0x40 || code > TILDE) return 0;
    const handlers = parser._csiHandlers[(prefix << 8) | code];
    if (!handlers) return 0;
    parameters.addParam(value);
    for (let i = handlers.length - 1; i >= 0; i--) if (handlers[i]?.(parameters) === true) break;
    parser.precedingJoinState = 0;
    return at + 1;
  }

  /** Takes in the printable ASCII that begins at `at`; returns where it ends. */
  #printAscii(at: number, length: number): number {
    let end = at + 1;
    while (end < length && isPrintable(codes[end] ?? 0)) end++;
    const isOrdinary = this.#isOrdinary();
    while (at < end) {
      const filled = isOrdinary ? this.#fillRow(at, end) : 0;
      at += filled;
      if (filled > 0) continue;
      // One character, where that wraps the row or ends what the next could join.
      const count = isOrdinary ? 1 : end - at;
      codePoints.set(codes.subarray(at, at + count));
      this.#core._inputHandler._parser._printHandler(codePoints, 0, count);
      at += count;
    }
    return end;
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

  /** Puts `codes[from, to)`, all of it printable ASCII, into cells as far as the row goes; returns how many. */
  #fillRow(from: number, to: number): number {
    const { cols, _inputHandler: handler } = this.#core;
    const { _activeBuffer: buffer, _curAttrData: attributes, _parser: parser } = handler;
    if (parser.precedingJoinState !== 0 && parser.precedingJoinState !== this.#afterAscii) return 0;
    const count = Math.min(to - from, cols - buffer.x);
    if (count <= 0) return 0;
    const line = buffer.lines.get(buffer.ybase + buffer.y);
    if (!line) return 0;
    const start = buffer.x;
    const end = start + count;
    // Half of a wide character stays at either end: a blank.
    if (start > 0 && line.getWidth(start - 1) === 2) line.setCellFromCodepoint(start - 1, 0, 1, attributes);
    if (attributes.bg & Bg.HAS_EXTENDED) {
      for (let i = 0; i < count; i++) line.setCellFromCodepoint(start + i, codes[from + i] ?? 0, 1, attributes);
    } else {
      fill(line._data, start, { from, count, fg: attributes.fg, bg: attributes.bg });
    }
    buffer.x = end;
    if (end < cols && line.getWidth(end) === 0 && !line.hasContent(end)) line.setCellFromCodepoint(end, 0, 1, attributes);
    parser.precedingJoinState = this.#afterAscii;
    return count;
  }
}

function fill(
  data: QuickLine["_data"],
  cell: number,
  { from, count, fg, bg }: { from: number; count: number; fg: number; bg: number },
): void {
  let at = cell * CELL_SIZE;
  for (let i = from; i < from + count; i++) {
    data[at++] = (codes[i] ?? 0) | WIDTH_ONE;
    data[at++] = fg;
    data[at++] = bg;
  }
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
