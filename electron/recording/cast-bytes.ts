/**
 * The bytes of the lines of a recording. Long output is encoded in slices: what
 * they become on the way fits into the processor's cache and into V8's young
 * generation, and a flood is through a tenth sooner.
 */
import { transcode } from "node:buffer";
import { type CastEvent, encodeEvent } from "../../shared/asciicast.ts";

/** In UTF-16 units. */
const SLICE = 16 * 1024;
/** Room for as much as is read in one go, in bytes. */
const ROOM = 1024 * 1024;
/** UTF-8 takes at most this many bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/** What no lines are made of but `JSON.stringify` must see: other controls. So it is with halves of characters. */
const NOT_IN_LINES = /[\x00-\x09\x0b\x0c\x0e-\x1f]/;
/** What V8 keeps as UTF-16. */
const WIDE = /[^\x00-\xff]/;
/** How JSON writes the rest. Returns and feeds are replaced together: most come together. */
const ESCAPES = [
  ["\\", "\\\\"],
  ['"', '\\"'],
  ["\r\n", "\\r\\n"],
  ["\r", "\\r"],
  ["\n", "\\n"],
] as const;

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
  add(intervalMs: number, event: CastEvent): void {
    if (event.kind !== "output" || event.text.length <= SLICE) return this.#write(encodeEvent(intervalMs, event));
    const empty = encodeEvent(intervalMs, { kind: "output", text: "" });
    const inside = empty.lastIndexOf('"');
    this.#write(empty.slice(0, inside));
    for (const slice of slicesOf(event.text)) {
      const json = jsonOf(slice).slice(1, -1);
      if (WIDE.test(json)) this.#append(utf8Of(json));
      else this.#write(json);
    }
    this.#write(empty.slice(inside));
  }

  #write(text: string): void {
    this.#makeRoom(BYTES_PER_UNIT * text.length);
    this.#length += this.#room.write(text, this.#length, "utf8");
  }

  #append(bytes: Buffer): void {
    this.#makeRoom(bytes.length);
    this.#room.set(bytes, this.#length);
    this.#length += bytes.length;
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
