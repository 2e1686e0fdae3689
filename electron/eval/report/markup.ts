/** A template for HTML and SVG that escapes what is put into it. */
import { markupText } from "../../../shared/markup-text.ts";

/** Text that is markup already. Only `markup` makes it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[] | undefined;

function render(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return markupText(String(part));
  return part.map((one) => one.text).join("\n");
}

/** A template for HTML and SVG: whatever is put into it is escaped, unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, piece, at) => text + render(parts[at - 1]) + piece));
}
