/** What `cotty stdin` types: its arguments, and for `-` what another program pipes into it. Long input is sent in pieces. */
import { fstatSync } from "node:fs";
import { HostError } from "../../shared/errors.ts";
import { parseKeyArguments } from "../../shared/keys.ts";

type TypedPart = ReturnType<typeof parseKeyArguments>[number];

/** The text of one request, in UTF-16 units. Whatever JSON makes of it, it stays below the protocol's limit for a message. */
const MAX_PIECE = 128 * 1024;
const PIPE = "-";
const STDIN = 0;

/** The input for the arguments after the id, in pieces that are to be sent one after the other. Throws `bad-request` for an unknown key. */
export async function inputPieces(words: readonly string[]): Promise<TypedPart[][]> {
  const parts = parseKeyArguments(words);
  if (!words.includes(PIPE) || !isPiped()) return inPieces(parts);
  const piped = await readPipe();
  if (piped === "") throw new HostError("bad-request", "Nothing came through the pipe, so nothing was typed");
  return inPieces(parts.map((part, index) => (words[index] === PIPE ? { text: piped } : part)));
}

/** Whether something is piped or redirected into this command. Otherwise `-` is a dash to type, as in terminalcp. */
function isPiped(): boolean {
  const input = fstatSync(STDIN);
  return input.isFIFO() || input.isFile() || input.isSocket();
}

async function readPipe(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Fills each piece as far as it goes. */
function inPieces(parts: readonly TypedPart[]): TypedPart[][] {
  const pieces: TypedPart[][] = [[]];
  let size = 0;
  for (const part of parts.flatMap(cut)) {
    const length = "text" in part ? part.text.length : 1;
    if (size + length > MAX_PIECE) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)?.push(part);
    size += length;
  }
  return pieces;
}

/** Cuts a long text, but no character. */
function cut(part: TypedPart): TypedPart[] {
  if (!("text" in part) || part.text.length <= MAX_PIECE) return [part];
  const texts: TypedPart[] = [];
  for (let from = 0; from < part.text.length;) {
    const end = from + MAX_PIECE;
    const splitsCharacter = /^[\ud800-\udbff][\udc00-\udfff]$/.test(part.text.slice(end - 1, end + 1));
    const to = splitsCharacter ? end - 1 : end;
    texts.push({ text: part.text.slice(from, to) });
    from = to;
  }
  return texts;
}
