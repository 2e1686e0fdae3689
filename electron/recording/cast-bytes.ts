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
    for (const slice of slicesOf(event.text)) this.#write(jsonOf(slice).slice(1, -1));
    this.#write(empty.slice(inside));
  }

  #write(json: string): void {
    const most = this.#length + BYTES_PER_UNIT * json.length;
    if (most > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(2 * most);
      this.#room.copy(larger, 0, 0, this.#length);
      this.#room = larger;
    }
    const at = this.#length;
    this.#length += WIDE.test(json) ? utf8Of(json).copy(this.#room, at) : this.#room.write(json, at, "utf8");
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
