/**
 * The same text, in memory of its own. V8 makes of a part of a string a reference
 * into the whole, so that whoever keeps a few characters keeps all output that came with them.
 */
export function ownCopy(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
