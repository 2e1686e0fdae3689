/**
 * Turns messages into bytes and bytes into messages: one JSON object a line, LF
 * only, UTF-8. Bytes are split into lines before they are decoded, so that no
 * character is cut.
 */
import { isRecord } from "./json.ts";
import { RpcErrorNumber } from "./json-rpc.ts";

/** The longest line that either side accepts, in bytes. */
export const MAX_FRAME_BYTES = 1024 * 1024;

const LF = 0x0a;

/** Why a frame could not be used. After `too-long` the connection must be closed; after `garbage` it may go on. */
export type FrameError = { readonly kind: "garbage" | "too-long"; readonly message: string };

/** The JSON-RPC error number with which to answer a frame that could not be used. */
export function frameErrorNumber({ kind }: FrameError): number {
  return kind === "garbage" ? RpcErrorNumber.parse : RpcErrorNumber.invalid;
}

export type Frame = { readonly message: Record<string, unknown> } | { readonly error: FrameError };

/** Turns a value into one line. JSON.stringify escapes control characters, so the line contains no LF before its end. */
export function encodeFrame(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}

/** Collects bytes and returns complete frames. Holds at most `maxBytes` plus one chunk in memory. */
export class FrameDecoder<F> {
  readonly #maxBytes: number;
  readonly #parse: (text: string) => F;
  readonly #decoder = new TextDecoder("utf-8");
  #parts: Uint8Array[] = [];
  #bytes = 0;

  /** `parse` makes a frame of a line's text. */
  constructor(maxBytes: number, parse: (text: string) => F) {
    this.#maxBytes = maxBytes;
    this.#parse = parse;
  }

  /** Returns the frames that `chunk` completes, in order. After `too-long` the decoder starts anew. */
  push(chunk: Uint8Array): (F | { readonly error: FrameError })[] {
    const frames: (F | { readonly error: FrameError })[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#keep(chunk.subarray(start, end));
      frames.push(this.#finish());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    if (this.#bytes > this.#maxBytes) frames.push(this.#finish());
    return frames;
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    // Beyond the limit only the count is needed.
    if (this.#bytes <= this.#maxBytes) this.#parts.push(part);
  }

  #finish(): F | { readonly error: FrameError } {
    const parts = this.#parts;
    const bytes = this.#bytes;
    this.#parts = [];
    this.#bytes = 0;
    if (bytes > this.#maxBytes) {
      return { error: { kind: "too-long", message: `Frame longer than ${this.#maxBytes} bytes` } };
    }
    return this.#parse(this.#decoder.decode(join(parts, bytes)));
  }
}

function join(parts: Uint8Array[], bytes: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Parses one line or one WebSocket message. */
export function parseFrame(text: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: { kind: "garbage", message: "Not JSON: send one JSON object a line" } };
  }
  return frameOf(value);
}

/** The same for a value that has been parsed. */
export function frameOf(value: unknown): Frame {
  if (isRecord(value)) return { message: value };
  return { error: { kind: "garbage", message: "Not a JSON object: send one JSON-RPC 2.0 object a line" } };
}
