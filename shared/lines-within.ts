/** The lines of a text that a reader has room for. One line may be as long as all that a program prints. */

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Stands for the part of a line that has no room. */
const CUT = "…";

/** Of a line beside whole ones, in bytes: nobody reads much of what has no beginning. */
const MAX_PART = 8 * 1024;

/** How many lines are wanted, and how many bytes there is room for in UTF-8; of the beginning, or of the end. */
export type LinesLimit = { readonly lines: number; readonly bytes: number; readonly isFirst?: boolean | undefined };

export type LinesWithin = {
  readonly texts: readonly string[];
  /** How many of them are whole lines. */
  readonly whole: number;
};

/**
 * The last of these lines that are within the limit, or the first of them. Whole lines that take less than half of the room are
 * not all of it: a part of the line that has no room is told, too.
 */
export function linesWithin(lines: readonly string[], { lines: most, bytes, isFirst = false }: LinesLimit): LinesWithin {
  const next = (): string | undefined => (whole < most ? lines.at(isFirst ? whole : -1 - whole) : undefined);
  let whole = 0;
  // The last line has no line end.
  let room = bytes + 1;
  for (let line = next(); line !== undefined && whole < lines.length; line = next()) {
    const length = byteLength(line);
    if (length >= room) break;
    room -= length + 1;
    whole++;
  }
  const kept = isFirst ? lines.slice(0, whole) : lines.slice(lines.length - whole);
  const cut = whole < lines.length && room > bytes / 2 ? next() : undefined;
  const roomForPart = room - 1 - byteLength(CUT);
  const part = cut === undefined ? "" : partOf(cut, whole > 0 ? Math.min(roomForPart, MAX_PART) : roomForPart, isFirst);
  if (part === "") return { texts: kept, whole };
  return { texts: isFirst ? [...kept, part + CUT] : [CUT + part, ...kept], whole };
}

/** The end of the text, or its beginning, in so many bytes. */
function partOf(text: string, bytes: number, isFirst: boolean): string {
  if (bytes <= 0) return "";
  const encoded = ENCODER.encode(text);
  const isWithin = (at: number): boolean => ((encoded[at] ?? 0) & 0xc0) === 0x80;
  let at = Math.max(0, Math.min(encoded.length, isFirst ? bytes : encoded.length - bytes));
  // Not half a character.
  while (at > 0 && at < encoded.length && isWithin(at)) at += isFirst ? -1 : 1;
  return DECODER.decode(isFirst ? encoded.subarray(0, at) : encoded.subarray(at));
}

function byteLength(text: string): number {
  return ENCODER.encode(text).length;
}
