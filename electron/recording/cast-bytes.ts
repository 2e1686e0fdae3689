/**
 * The bytes of the lines of a recording. Long output is encoded in slices: what
 * they become on the way fits into the processor's cache and into V8's young
 * generation, and a flood is through a tenth sooner.
 */
import { transcode } from "node:buffer";
import { type CastEvent, encodeEvent } from "../../shared/asciicast.ts";
import type { AsciiText, OutputText } from "../../shared/output-text.ts";
import { escapeAscii, MOST_PER_BYTE } from "./escape-ascii.ts";

/** In UTF-16 units. */
const SLICE = 16 * 1024;
/** Room for as much as is read in one go, in bytes. */
const ROOM = 1024 * 1024;
/** UTF-8 takes at most this many bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/** Controls that lines are not made of. Text with one of them, or with half of a character, is left to `JSON.stringify`. */
const NOT_IN_LINES = /[\x00-\x09\x0b\x0c\x0e-\x1f]/;
/** In text that V8 keeps as UTF-16; where it keeps Latin-1, the search is over at once. */
const WIDE = /[^\x00-\xff]/;
/** How JSON writes the rest. Returns and feeds are replaced together: most come together. */
const ESCAPES = [
  ["\\", "\\\\"],
  ['"', '\\"'],
  ["\r\n", "\\r\\n"],
  ["\r", "\\r"],
  ["\n", "\\n"],
] as const;

/** An event, of which output may be bytes. */
export type RecordedEvent = Exclude<CastEvent, { kind: "output" }> | { readonly kind: "output"; readonly text: OutputText };

export class CastBytes {
  #room = Buffer.allocUnsafeSlow(ROOM);
  #length = 0;

  /** Everything that was added since `clear`. It is overwritten after the next one. */
  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  clear(): void {
    if (this.#room.length > ROOM) this.#room = Buffer.allocUnsafeSlow(ROOM);
    this.#length = 0;
  }

  /** Adds the line of one event. `intervalMs` is the time since the previous event. */
  add(intervalMs: number, event: RecordedEvent): void {
    if (event.kind !== "output") return this.#write(encodeEvent(intervalMs, event));
    const { text } = event;
    if (typeof text === "string" && text.length <= SLICE) return this.#write(encodeEvent(intervalMs, { kind: "output", text }));
    const empty = encodeEvent(intervalMs, { kind: "output", text: "" });
    const inside = empty.lastIndexOf('"');
    this.#write(empty.slice(0, inside));
    if (typeof text === "string") for (const slice of slicesOf(text)) this.#write(jsonOf(slice).slice(1, -1));
    else this.#writeAscii(text);
    this.#write(empty.slice(inside));
  }

  #writeAscii({ bytes }: AsciiText): void {
    for (let from = 0; from < bytes.length; from += SLICE) {
      const slice = bytes.subarray(from, from + SLICE);
      this.#makeRoom(MOST_PER_BYTE * slice.length);
      this.#length = escapeAscii(slice, this.#room, this.#length);
    }
  }

  #write(json: string): void {
    this.#makeRoom(BYTES_PER_UNIT * json.length);
    const at = this.#length;
    this.#length += WIDE.test(json) ? utf8Of(json).copy(this.#room, at) : this.#room.write(json, at, "utf8");
  }

  #makeRoom(length: number): void {
    const most = this.#length + length;
    if (most <= this.#room.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * most);
    this.#room.copy(larger, 0, 0, this.#length);
    this.#room = larger;
  }
}

/** `text` in parts, none of which cuts a character. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + SLICE, text.length);
    if (to < text.length && isLead(text.charCodeAt(to - 1))) to--;
    yield text.slice(from, to);
    from = to;
  }
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** For text in other scripts, in half of the time that `write` takes. It must have no halves of characters; JSON has none. */
function utf8Of(text: string): Buffer {
  return transcode(Buffer.from(text, "utf16le"), "utf16le", "utf8");
}

/** The same as `JSON.stringify(text)`, in a third less time for lines of text. */
function jsonOf(text: string): string {
  if (NOT_IN_LINES.test(text) || !text.isWellFormed()) return JSON.stringify(text);
  let escaped = text;
  for (const [character, escape] of ESCAPES) if (escaped.includes(character)) escaped = escaped.replaceAll(character, escape);
  return `"${escaped}"`;
}
