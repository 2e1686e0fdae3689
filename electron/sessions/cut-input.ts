/** What a program must still get of a text that is given up in the middle, so that it understands what others type next. */
import { inputPieces } from "../../shared/key-sequences.ts";

/** Bracketed pastes. Source: XTerm Control Sequences (Thomas Dickey), "Bracketed Paste Mode". */
const PASTE_BEGIN = "\x1b[200~";
const PASTE_END = "\x1b[201~";

/**
 * The program has got the first `taken` bytes of this text, and is to get no more
 * of it. Returns the bytes that end what was begun: the rest of a character or of
 * a key, and the end of a paste. Without that end, a program takes all that
 * follows for pasted text, Ctrl+C too.
 */
export function endOfCutInput(text: string, taken: number): Buffer {
  let at = 0;
  let isPaste = false;
  let cut = Buffer.alloc(0);
  for (const unit of inputPieces(text).flatMap((piece) => (piece.startsWith("\x1b") ? [piece] : [...piece]))) {
    if (at >= taken) break;
    const bytes = Buffer.from(unit);
    at += bytes.length;
    if (at > taken) cut = bytes.subarray(bytes.length - (at - taken));
    if (unit === PASTE_BEGIN) isPaste = true;
    if (unit === PASTE_END) isPaste = false;
  }
  return Buffer.concat([cut, Buffer.from(isPaste ? PASTE_END : "")]);
}
