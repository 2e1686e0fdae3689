/** Reads a line that must not show, such as a password. */
import { StringDecoder } from "node:string_decoder";
import { HostError } from "../../shared/errors.ts";
import { printError } from "./output.ts";

const ENTER = /[\r\n]/;
const GIVES_UP = /[\x03\x04]/;
const ERASE = /[\x08\x7f]/;
const ERASE_LINE = "\x15";

/**
 * The line that a person types at the question, which goes to stderr; or the first line of what is piped in. Throws
 * `bad-request` when the person gives up with Ctrl-C, and when there is no line.
 */
export async function readHiddenLine(question: string): Promise<string> {
  const { stdin } = process;
  if (!stdin.isTTY) return firstLine(stdin);
  // Before the question: what is typed at once must not show, either.
  stdin.setRawMode(true);
  try {
    printError(question);
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    printError("\n");
  }
}

async function firstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(chunk as Buffer);
  const [line = ""] = Buffer.concat(chunks).toString("utf8").split(/\r?\n/);
  if (line === "") throw new HostError("bad-request", "Nothing came through the pipe, so nothing was typed");
  return line;
}

async function typedLine(stdin: NodeJS.ReadableStream): Promise<string> {
  const decoder = new StringDecoder("utf8");
  let characters: string[] = [];
  for await (const chunk of stdin) {
    for (const character of decoder.write(chunk)) {
      if (ENTER.test(character)) return characters.join("");
      if (GIVES_UP.test(character)) throw new HostError("bad-request", "Given up; nothing was typed");
      if (ERASE.test(character)) characters.pop();
      else if (character === ERASE_LINE) characters = [];
      else characters.push(character);
    }
  }
  throw new HostError("bad-request", "The terminal was closed; nothing was typed");
}
