/** A client's input as one text for people and for hashes: `<C-c>` stands for a key, `<click …>` for a click. */
import type { InputPart } from "../../../shared/protocol.ts";

export function inputText(input: readonly InputPart[]): string {
  return input.map(partText).join("");
}

function partText(part: InputPart): string {
  if ("text" in part) return part.text;
  if ("paste" in part) return part.paste;
  if ("click" in part) return `<click ${JSON.stringify(part.click)}>`;
  return "submit" in part ? `${part.submit}\r` : `<${part.key}>`;
}
