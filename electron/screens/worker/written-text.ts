/** The text of a write that comes as bytes, and what is known of it then. */
import type { Written } from "../worker-protocol.ts";
import { AsciiLines } from "./ascii-lines.ts";

/** Where the parts of a text are put together. */
let gathered = Buffer.alloc(0);

/** `known` is there where it was bytes, and running text. */
export type WrittenText = { readonly text: string; readonly known?: AsciiLines | undefined };

/** Of the parts, one string is made, which takes no room in V8's heap where it is a megabyte or longer. */
export function writtenText(written: Written): WrittenText {
  if (typeof written === "string") return { text: written };
  const length = written.reduce((sum, part) => sum + part.length, 0);
  if (gathered.length < length) gathered = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of written) {
    gathered.set(part, at);
    at += part.length;
  }
  return { text: gathered.toString("latin1", 0, length), known: AsciiLines.in(gathered.subarray(0, length)) };
}
