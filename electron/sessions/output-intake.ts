/**
 * Makes text of the bytes that come out of a pty. Gathers what arrives in one
 * turn of the event loop: parsing and recording in large pieces is several times
 * cheaper.
 */
import { isAscii } from "node:buffer";
import type { OutputText } from "../../shared/output-text.ts";
import { AsciiBytes } from "./ascii-bytes.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";

/** A piece of this many bytes is large enough, and would take long to copy. */
const LARGE = 32 * 1024;

export class OutputIntake {
  readonly #handleText: (text: OutputText) => void;
  readonly #decoder = new Utf8Decoder();
  #chunks: Buffer[] = [];
  #flushIsScheduled = false;
  #isHandingOn = false;

  /** `handleText` is called with all output, in order; never with an empty text. */
  constructor(handleText: (text: OutputText) => void) {
    this.#handleText = handleText;
  }

  /** Somebody is being told of output. More must not overtake it. */
  get isHandingOn(): boolean {
    return this.#isHandingOn;
  }

  /** Takes bytes, which the caller may overwrite then. A few are handed on with the end of this turn of the event loop, or by a `flush` before it. */
  add(data: Buffer): void {
    if (data.length >= LARGE) {
      this.flush();
      return this.#handOn(this.#decoder.isBetweenCharacters && isAscii(data) ? new AsciiBytes(data) : this.#decoder.decode(data));
    }
    this.#chunks.push(Buffer.from(data));
    if (this.#flushIsScheduled) return;
    this.#flushIsScheduled = true;
    setImmediate(() => {
      this.#flushIsScheduled = false;
      this.flush();
    });
  }

  /** Hands on what has come. A character that is cut waits for its rest. */
  flush(): void {
    const [first] = this.#chunks;
    if (!first) return;
    const data = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#handOn(this.#decoder.decode(data));
  }

  /** The output ends here: a character that is cut will have no rest. */
  end(): void {
    this.flush();
    this.#handOn(this.#decoder.end());
  }

  #handOn(text: OutputText): void {
    if (text === "") return;
    this.#isHandingOn = true;
    try {
      this.#handleText(text);
    } finally {
      this.#isHandingOn = false;
    }
  }
}
